/**
 * The front door: connects server, status bar, commands, trails and lists. Decides nothing else.
 */
import * as vscode from 'vscode';
import { DebugTrail } from './debugTrail';
import { Decorations } from './decorations';
import { FindingsTree, type Node } from './findingsTree';
import { JavaSupport } from './javaSupport';
import { trailIdIn } from './protocol';
import { Results } from './results';
import { openSample, showSampleSource } from './sample';
import { Server } from './server';
import { statusText, type ServerState, type StatusText } from './status';
import { showMenu } from './statusMenu';
import { TestExplorer } from './testExplorer';
import { chooseTrail } from './trailChoice';
import { TrailPanel } from './trailPanel';

let running: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Dropwire', { log: true });
  const version = String((context.extension.packageJSON as { version?: unknown }).version);
  const server = new Server(context.extensionPath, version, output);
  const results = new Results(server, context.storageUri);
  const panel = new TrailPanel(context.extensionUri, results);
  const debug = new DebugTrail(server, panel);
  const item = vscode.window.createStatusBarItem('dropwire.status', vscode.StatusBarAlignment.Left);
  item.name = 'Dropwire';
  const since = runningSince(results);
  const command = (name: string, run: (...args: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);

  context.subscriptions.push(
    output, server, results, panel, debug, item,
    new Decorations(panel), new FindingsTree(results), new TestExplorer(server, results),
    new JavaSupport(modules => server.useClassPaths(modules), output),
    server.onDidChangeState(state => {
      drawStatus(item, statusText(state));
      void vscode.commands.executeCommand('setContext', 'dropwire.serverRunning', state.kind === 'running');
      offerHelp(state);
    }),
    server.onDidWantTrail(trail => panel.show(trail)),
    results.onDidChange(() => vscode.commands.executeCommand('setContext', 'dropwire.hasFindings',
      results.targets.some(({ findings }) => findings.length > 0))),
    command('dropwire.showTrail', (argument: unknown) => openTrail(results, panel, argument)),
    command('dropwire.debugTrail', (argument: unknown) => debugTrail(results, panel, debug, argument)),
    command('dropwire.nextStep', () => panel.move(1)),
    command('dropwire.previousStep', () => panel.move(-1)),
    command('dropwire.verifyAll', () => server.verify(undefined)),
    command('dropwire.verifyTarget', (node?: Node) => server.verify(node?.target.key)),
    command('dropwire.restartServer', () => server.restart()),
    command('dropwire.showOutput', () => output.show()),
    command('dropwire.showMenu', () => showMenu(server, results, since)),
    command('dropwire.openSample', () => openSample(context.extensionUri, context.globalStorageUri, context.globalState)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('dropwire.server') || change.affectsConfiguration('dropwire.jdk')) {
        void server.restart();
      }
    }),
  );
  running = server;
  void results.restore();
  void showSampleSource(context.globalState);
  void server.restart(); // not awaited: commands and restored trails work from now on
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}

async function openTrail(results: Results, panel: TrailPanel, argument: unknown): Promise<void> {
  const nodeOf = argument as { finding?: { trail?: string } } | undefined;
  const id = trailIdIn(nodeOf?.finding?.trail ?? argument) ?? await chooseTrail(results);
  if (id === undefined) {
    return;
  }
  try {
    const { trail, stored } = await results.trail(id);
    panel.show(trail, stored);
  } catch (error) {
    await offer(vscode.window.showErrorMessage, `The trail cannot be shown. ${messageOf(error)}`, {
      'Restart Server': 'dropwire.restartServer',
      'Show Output': 'dropwire.showOutput',
    });
  }
}

/** Of the title of the panel, the trail that is open in it. */
async function debugTrail(results: Results, panel: TrailPanel, debug: DebugTrail, argument: unknown): Promise<void> {
  const nodeOf = argument as { finding?: { trail?: string } } | undefined;
  const named = trailIdIn(nodeOf?.finding?.trail ?? argument) ?? panel.current?.document.id;
  const id = named ?? await chooseTrail(results);
  if (id !== undefined) {
    await debug.start(id);
  }
}

/** When each target's run began, as far as this window has seen it. */
function runningSince(results: Results): (key: string) => number | undefined {
  const began = new Map<string, number>();
  results.onDidChange(() => {
    for (const { key, state } of results.targets) {
      if (state !== 'running') {
        began.delete(key);
      } else if (!began.has(key)) {
        began.set(key, Date.now());
      }
    }
  });
  return key => began.get(key);
}

function drawStatus(item: vscode.StatusBarItem, { text, tooltip, severity, click }: StatusText): void {
  item.text = text;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: tooltip };
  item.backgroundColor = severity === 'none' ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
  item.command = commandOf(click);
  item.show();
}

function commandOf(click: StatusText['click']): string | vscode.Command {
  switch (click) {
    case 'show menu':
      return 'dropwire.showMenu';
    case 'restart server':
      return 'dropwire.restartServer';
    case 'manage trust':
      return 'workbench.trust.manage';
    case 'open settings':
      return openServerSetting();
  }
}

/** On a remote machine the setting is that machine's, and the user's own page does not list it. */
function openServerSetting(): vscode.Command {
  const page = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  return { title: 'Open Settings', command: `workbench.action.${page}`, arguments: [{ query: 'dropwire.server.path' }] };
}

/** One message for each trouble, with what helps. */
function offerHelp(state: ServerState): void {
  if (state.kind === 'missing') {
    void offer(vscode.window.showErrorMessage, `Dropwire’s server was not found. ${state.message}`, {
      'Open Settings': openServerSetting(),
      'Try Again': 'dropwire.restartServer',
    });
  } else if (state.kind === 'mismatch') {
    void offer(vscode.window.showWarningMessage, state.message, { 'Open Settings': openServerSetting() });
  } else if (state.kind === 'stopped') {
    void offer(vscode.window.showErrorMessage, `Dropwire is stopped. ${state.message}`, {
      'Restart Server': 'dropwire.restartServer',
      'Show Output': 'dropwire.showOutput',
    });
  }
}

/** A message with one button for each command; runs the one that is pressed. */
async function offer(
  show: (message: string, ...buttons: string[]) => Thenable<string | undefined>,
  message: string,
  buttons: Record<string, string | vscode.Command>,
): Promise<void> {
  const command = buttons[await show(message, ...Object.keys(buttons)) ?? ''];
  if (typeof command === 'string') {
    await vscode.commands.executeCommand(command);
  } else if (command !== undefined) {
    await vscode.commands.executeCommand(command.command, ...command.arguments ?? []);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
