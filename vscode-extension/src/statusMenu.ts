/** What a click on the status item offers: what runs, for how long, on which classes; restart, log. */
import * as vscode from 'vscode';
import type { Results } from './results';
import type { Server } from './server';
import { answerWords, iconOf } from './targetWords';

interface Choice extends vscode.QuickPickItem {
  run?: () => unknown;
}

export async function showMenu(server: Server, results: Results, runningSince: (key: string) => number | undefined): Promise<void> {
  const command = (name: string, ...args: unknown[]) => () => vscode.commands.executeCommand(name, ...args);
  const targets = results.targets.map((target): Choice => {
    const since = runningSince(target.key);
    const time = since === undefined ? '' : ` for ${Math.round((Date.now() - since) / 1000)} s`;
    const [root = ''] = target.classPath;
    const first = target.findings[0];
    return {
      label: `$(${iconOf(target).icon}) ${target.title}`,
      description: `${answerWords(target)}${time}`,
      detail: root === '' ? '' : `classes: ${vscode.workspace.asRelativePath(root)}${target.classPath.length > 1 ? ` and ${target.classPath.length - 1} more` : ''}`,
      run: first !== undefined ? command('dropwire.showTrail', { trail: first.trail })
        : target.uri === null ? () => {} : command('vscode.open', vscode.Uri.parse(target.uri)),
    };
  });
  const actions: Choice[] = [
    { label: '$(list-tree) Show Findings', run: command('dropwire.findings.focus') },
    { label: '$(refresh) Verify All Again', run: command('dropwire.verifyAll') },
    { label: '$(debug-restart) Restart Server', detail: server.program ?? '', run: command('dropwire.restartServer') },
    { label: '$(output) Show Output', run: command('dropwire.showOutput') },
    { label: '$(gear) Settings', run: command('workbench.action.openSettings', '@ext:dropwire.dropwire') },
  ];
  const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const chosen = await vscode.window.showQuickPick<Choice>(
    [separator(results.stored ? 'targets, as stored' : 'targets'), ...targets, separator('Dropwire'), ...actions],
    { placeHolder: targets.length === 0 ? 'No target yet: compile the project' : 'Targets and actions', matchOnDescription: true });
  await chosen?.run?.();
}
