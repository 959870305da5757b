/** Draws the steps of the open trail into the editor: numbers behind their lines, the shown step with its values. */
import * as vscode from 'vscode';
import { notesOf, type LineNotes } from './stepNotes';
import type { Shown, TrailPanel } from './trailPanel';

export class Decorations implements vscode.Disposable {
  private readonly other = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 1.5em', fontStyle: 'italic' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly current = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    after: { color: new vscode.ThemeColor('editor.foreground'), margin: '0 0 0 1.5em', fontWeight: '600' },
  });
  private notes = new Map<string, LineNotes[]>();
  private readonly registrations: vscode.Disposable[];

  constructor(panel: TrailPanel) {
    this.registrations = [
      this.other, this.current,
      panel.onDidChange(shown => this.take(shown)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.workspace.onDidChangeConfiguration(change =>
        change.affectsConfiguration('dropwire.trail') && this.take(panel.current)),
    ];
  }

  dispose(): void {
    this.registrations.forEach(registration => registration.dispose());
  }

  private take(shown: Shown | undefined): void {
    const wanted = vscode.workspace.getConfiguration('dropwire').get('trail.decorations', true);
    const notes = shown === undefined || !wanted ? [] : notesOf(shown.document, shown.step);
    this.notes = new Map([...notes].map(([path, lines]) => [vscode.Uri.file(path).toString(), lines]));
    this.draw();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const lines = (this.notes.get(editor.document.uri.toString()) ?? []).filter(({ line }) => line < editor.document.lineCount);
      const options = (notes: LineNotes, text: string): vscode.DecorationOptions => ({
        range: editor.document.lineAt(notes.line).range,
        renderOptions: { after: { contentText: text } },
        hoverMessage: new vscode.MarkdownString().appendText(notes.all.join('\n')),
      });
      editor.setDecorations(this.other, lines.filter(({ current }) => current === undefined)
        .map(notes => options(notes, notes.text)));
      editor.setDecorations(this.current, lines.filter(({ current }) => current !== undefined)
        .map(notes => options(notes, `▶ ${notes.current}`)));
    }
  }
}
