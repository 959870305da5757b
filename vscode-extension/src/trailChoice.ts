/** Which trail does the user mean, when the command names none? The one at the cursor, else one of all. */
import * as vscode from 'vscode';
import type { TargetFinding } from './protocol';
import type { Results } from './results';

export async function chooseTrail(results: Results): Promise<string | undefined> {
  const all = [...new Map(results.targets.flatMap(({ findings }) => findings).map(finding => [finding.fingerprint, finding])).values()];
  const here = all.filter(isAtCursor);
  const candidates = here.length > 0 ? here : all;
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage('Dropwire has no trail to show: there is no finding in this workspace.');
    return undefined;
  }
  if (candidates.length === 1) {
    return candidates[0]?.trail;
  }
  const items = candidates.map(finding => ({
    label: finding.title,
    description: finding.uri === null ? '' : `${vscode.workspace.asRelativePath(vscode.Uri.parse(finding.uri))}:${(finding.line ?? 0) + 1}`,
    trail: finding.trail,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: 'Show the trail of which finding?', matchOnDescription: true }))?.trail;
}

/** On the finding's own line, or on one that the editor has a problem of ours on. */
function isAtCursor({ uri, line }: TargetFinding): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor !== undefined && uri !== null && line !== null
    && editor.document.uri.toString() === vscode.Uri.parse(uri).toString()
    && editor.selection.active.line === line;
}
