/**
 * Opens trails: as read-only Markdown documents, rendered beside the editor, which keeps the focus.
 *
 * Where a trail comes from is the caller's business. A panel with swim lanes can take this one's place.
 */
import * as vscode from 'vscode';
import type { Trail, TrailReference } from './protocol';
import { trailAddress, trailIdOf, trailScheme } from './trailAddress';
import { previewLinks } from './trailLinks';

/** The Markdown preview that comes with the editor, as an editor of its own: only that can be opened without focus. */
const markdownPreview = 'vscode.markdown.preview.editor';

export class TrailView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Documents that are open, by address. */
  private readonly fetched = new Map<string, string>();
  private readonly registrations: vscode.Disposable[];

  constructor(private readonly fetch: (id: string) => Promise<Trail>) {
    this.registrations = [
      vscode.workspace.registerTextDocumentContentProvider(trailScheme, this),
      vscode.workspace.onDidCloseTextDocument(document => this.fetched.delete(document.uri.toString())),
      this.changed,
    ];
  }

  async show(reference: TrailReference): Promise<void> {
    const trail = await this.fetch(reference.id);
    const uri = vscode.Uri.from(trailAddress({ id: trail.id, title: trail.title }));
    this.fetched.set(uri.toString(), documentOf(trail));
    this.changed.fire(uri); // for a document that is open already
    await vscode.commands.executeCommand('vscode.openWith', uri, markdownPreview, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    } satisfies vscode.TextDocumentShowOptions);
  }

  /** Also called for tabs that the editor restored: then nothing has been fetched yet. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const known = this.fetched.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    try {
      return documentOf(await this.fetch(trailIdOf(uri)));
    } catch (error) {
      return `# This trail is not available\n\n${messageOf(error)}\n`;
    }
  }

  dispose(): void {
    this.registrations.forEach(registration => registration.dispose());
  }
}

function documentOf(trail: Trail): string {
  return previewLinks(trail.markdown, vscode.workspace.workspaceFolders?.[0]?.uri.path);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
