/**
 * Which trail does the user mean, when the command names none? The one at the cursor, else one of all.
 *
 * Asks the server for code actions, as the light bulb does: an editor's diagnostics carry no trail.
 */
import * as vscode from 'vscode';
import { isTrailReference, type TrailReference } from './protocol';

interface Candidate extends vscode.QuickPickItem {
  reference: TrailReference;
}

export async function chooseTrail(showTrailCommand: string): Promise<TrailReference | undefined> {
  const findings = openFindings();
  const here = findings.filter(finding => isAtCursor(finding));
  const candidates = await trailsOf(here.length > 0 ? here : findings, showTrailCommand);
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage('Dropwire has no trail to show: there is no finding in this workspace.');
    return undefined;
  }
  if (candidates.length === 1) {
    return candidates[0]?.reference;
  }
  const chosen = await vscode.window.showQuickPick(candidates, { placeHolder: 'Show the trail of which finding?' });
  return chosen?.reference;
}

interface Finding {
  uri: vscode.Uri;
  range: vscode.Range;
}

function openFindings(): Finding[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) =>
    diagnostics.filter(({ source }) => source === 'dropwire').map(({ range }) => ({ uri, range })));
}

function isAtCursor({ uri, range }: Finding): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString()
    && range.start.line <= editor.selection.active.line && editor.selection.active.line <= range.end.line;
}

async function trailsOf(findings: Finding[], showTrailCommand: string): Promise<Candidate[]> {
  const byId = new Map<string, Candidate>();
  for (const { uri, range } of findings) {
    await vscode.workspace.openTextDocument(uri); // actions are given for known documents only
    const actions = await vscode.commands.executeCommand<(vscode.CodeAction | vscode.Command)[]>(
      'vscode.executeCodeActionProvider', uri, range, vscode.CodeActionKind.QuickFix.value);
    for (const action of actions) {
      const command = typeof action.command === 'string' ? action as vscode.Command : action.command;
      const reference: unknown = command?.arguments?.[0];
      if (command?.command === showTrailCommand && isTrailReference(reference) && !byId.has(reference.id)) {
        byId.set(reference.id, {
          reference,
          label: reference.title,
          description: `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`,
        });
      }
    }
  }
  return [...byId.values()];
}
