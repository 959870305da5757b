/**
 * The panel with the trail view: opens beside the editor, which keeps the focus; follows and leads the steps.
 *
 * There is one: another trail takes its place. What it shows survives a reload of the window.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Trail } from './protocol';
import type { Results } from './results';
import { isTrailDocument, violationOf, type Place, type TrailDocument } from './view/document';
import type { FromView, ToView } from './view/messages';

export const viewType = 'dropwire.trail';

export interface Shown {
  document: TrailDocument;
  /** Index of the step. */
  step: number;
  /** The run may not be what the code does now; empty if it is. */
  stale: string;
}

export class TrailPanel implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Shown | undefined>();
  /** Another step, another trail, or none. */
  readonly onDidChange = this.changed.event;
  private panel: vscode.WebviewPanel | undefined;
  private shown: Shown | undefined;
  /** Since the shown run was read, its target has been verified again, or is being. */
  private isVerifiedAgain = false;
  private readonly registrations: vscode.Disposable[];

  constructor(private readonly extension: vscode.Uri, private readonly results: Results) {
    this.registrations = [
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      results.onDidChange(() => this.judge()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        contentChanges.length > 0 && this.edited(document)),
      this.changed,
    ];
  }

  get current(): Shown | undefined {
    return this.shown;
  }

  show(trail: Trail, stored = false): void {
    this.results.remember(trail);
    this.open().reveal(undefined, true);
    this.put(trail, undefined, stored ? 'This is the run as it was stored. It has not been verified since.' : '');
  }

  /** Called by the editor's commands. */
  move(by: 1 | -1): void {
    this.post({ type: 'move', by });
  }

  /** Shows a step of a trail, if that is the one that is open. */
  select(id: string | undefined, step: number): void {
    if (this.shown !== undefined && this.shown.document.id === id && this.shown.step !== step) {
      this.post({ type: 'select', index: step });
      this.send({ ...this.shown, step });
    }
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.panel?.dispose();
    this.adopt(panel); // its page has kept the trail; `ready` says which
  }

  dispose(): void {
    this.panel?.dispose();
    this.registrations.forEach(registration => registration.dispose());
  }

  private open(): vscode.WebviewPanel {
    if (this.panel === undefined) {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.adopt(vscode.window.createWebviewPanel(viewType, 'Trail', place, {}));
    }
    return this.panel!;
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    const dist = vscode.Uri.joinPath(this.extension, 'dist');
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'images', 'icon.png');
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: FromView) => this.hear(message));
    panel.onDidDispose(() => {
      if (this.panel === panel) {
        this.panel = undefined;
        this.send(undefined);
      }
    });
    panel.webview.html = page(panel.webview, dist);
    void vscode.commands.executeCommand('setContext', 'dropwire.trailOpen', true);
  }

  private put(document: TrailDocument, step: number | undefined, stale: string): void {
    const start = step ?? violationOf(document);
    if (this.panel !== undefined) {
      this.panel.title = `Trail: ${titleOf(document)}`;
    }
    this.send({ document, step: start, stale });
    this.post({ type: 'show', document, ...(step === undefined ? {} : { selected: step }) });
    this.post({ type: 'stale', text: stale });
  }

  private hear(message: FromView): void {
    switch (message.type) {
      case 'ready':
        return this.ready(message.id, message.selected);
      case 'stepped':
        return this.shown && this.send({ ...this.shown, step: message.index }, true);
      case 'open':
        return void openPlace(message.place, this.panel?.viewColumn, false);
      case 'copy':
        return void vscode.env.clipboard.writeText(message.text)
          .then(() => vscode.window.setStatusBarMessage('Dropwire: trail copied to the clipboard', 4000));
    }
  }

  /** The page is up: after it was opened, hidden and shown again, or the window was loaded again. */
  private ready(id: string | undefined, selected: number | undefined): void {
    if (this.shown !== undefined) {
      this.put(this.shown.document, this.shown.step, this.shown.stale);
    } else if (id !== undefined) {
      void this.restore(id, selected);
    } else {
      this.post({ type: 'missing', text: 'This trail is no longer available. Open one from a squiggle, or from the list of findings.' });
    }
  }

  private async restore(id: string, selected: number | undefined): Promise<void> {
    try {
      const { trail, stored } = await this.results.trail(id);
      if (isTrailDocument(trail)) {
        this.put(trail, selected, stored ? 'This is the run as it was before. It is being verified again.' : '');
      }
    } catch {
      this.post({ type: 'missing', text: 'This is the run from before the window was reloaded; the server has not verified it yet.' });
    }
  }

  /** The targets have been answered anew: is it still a run of the program? */
  private judge(): void {
    if (this.shown === undefined) {
      return;
    }
    const { document } = this.shown;
    const holds = this.results.holds(document.id);
    if (holds === undefined || this.results.isVerifiedAgain(document.id)) {
      this.isVerifiedAgain = true;
      if (holds === undefined && this.results.targets.some(({ stale }) => stale)) {
        this.setStale('The classes have changed since this run was found. It is being verified again.');
      }
    } else if (!holds) {
      void this.follow(document, this.results.trailOf(document.finding.trail.fingerprint));
    } else if (this.isVerifiedAgain) { // the same run, maybe on other lines
      this.isVerifiedAgain = false;
      void this.follow(document, document.id);
    }
  }

  /** The finding is still there, or not: with the run that is shown, or with another one. */
  private async follow({ id }: TrailDocument, now: string | undefined): Promise<void> {
    const found = now === undefined ? undefined : await this.results.trail(now).catch(() => undefined);
    if (this.shown?.document.id !== id) {
      return; // another one was opened meanwhile
    }
    if (found !== undefined && isTrailDocument(found.trail)) {
      this.put(found.trail, now === id ? this.shown.step : undefined, '');
    } else if (now === undefined) {
      this.gone();
    }
  }

  private gone(): void {
    const close = vscode.workspace.getConfiguration('dropwire').get('trail.closeWhenGone', true);
    if (close && this.panel?.active !== true) {
      vscode.window.setStatusBarMessage('Dropwire: this run is no longer reported; its trail was closed', 6000);
      this.panel?.dispose();
    } else {
      this.setStale('This run is no longer reported.');
    }
  }

  private edited(document: vscode.TextDocument): void {
    const touched = this.shown?.document.finding.trail.steps
      .some(({ location }) => location?.path != null && vscode.Uri.file(location.path).toString() === document.uri.toString());
    if (touched === true && this.shown?.stale === '') {
      const name = vscode.workspace.asRelativePath(document.uri);
      this.setStale(`${name} was edited after this run was found: lines may have moved. Compile to verify again.`);
    }
  }

  private setStale(stale: string): void {
    if (this.shown !== undefined && this.shown.stale !== stale) {
      this.post({ type: 'stale', text: stale });
      this.send({ ...this.shown, stale });
    }
  }

  private send(shown: Shown | undefined, follow = false): void {
    this.shown = shown;
    this.changed.fire(shown);
    void vscode.commands.executeCommand('setContext', 'dropwire.trailOpen', shown !== undefined);
    const place = shown?.document.finding.trail.steps[shown.step]?.location;
    if (follow && place && vscode.workspace.getConfiguration('dropwire').get('trail.followSource', true)) {
      void openPlace(place, this.panel?.viewColumn, true);
    }
  }

  private post(message: ToView): void {
    void this.panel?.webview.postMessage(message);
  }
}

function titleOf({ title }: TrailDocument): string {
  const short = title.replace(/\s+/g, ' ');
  return short.length > 48 ? `${short.slice(0, 47)}…` : short;
}

/** Shows a place of the source, not in the panel's own column. `quietly`: without taking the focus. */
export async function openPlace(place: Place, panelColumn: vscode.ViewColumn | undefined, quietly: boolean): Promise<void> {
  if (place.path === null) {
    return;
  }
  const uri = vscode.Uri.file(place.path);
  const line = new vscode.Position(Math.max(0, (place.line ?? 1) - 1), 0);
  const visible = vscode.window.visibleTextEditors.find(editor => editor.document.uri.toString() === uri.toString());
  if (quietly && visible !== undefined) {
    visible.revealRange(new vscode.Range(line, line), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return;
  }
  const other = panelColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
  const column = visible?.viewColumn
    ?? vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined && viewColumn !== panelColumn)?.viewColumn
    ?? other;
  try {
    const editor = await vscode.window.showTextDocument(uri, { viewColumn: column, preserveFocus: quietly, preview: true });
    if (!quietly) {
      editor.selection = new vscode.Selection(line, line);
    }
    editor.revealRange(new vscode.Range(line, line), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    vscode.window.setStatusBarMessage(`Dropwire: ${place.path} no longer exists`, 4000);
  }
}

function page(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trail</title>
<link rel="stylesheet" href="${uri('view.css')}">
</head>
<body>
<main id="root"></main>
<script nonce="${nonce}" src="${uri('view.js')}"></script>
</body>
</html>`;
}
