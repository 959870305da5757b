/**
 * The front door: connects server, status bar, commands and trails. Decides nothing else.
 */
import * as vscode from 'vscode';
import { isTrailReference } from './protocol';
import { Server } from './server';
import { statusText, type ServerState, type StatusText } from './status';
import { chooseTrail } from './trailChoice';
import { messageOf, TrailView } from './trailView';

const showTrail = 'dropwire.showTrail';
const restartServer = 'dropwire.restartServer';
const showOutput = 'dropwire.showOutput';

let running: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Dropwire', { log: true });
  const server = new Server(context.extensionPath, output);
  const trails = new TrailView(id => server.trail(id));
  const item = vscode.window.createStatusBarItem('dropwire.status', vscode.StatusBarAlignment.Left);
  item.name = 'Dropwire';

  context.subscriptions.push(
    output, server, trails, item,
    server.onDidChangeState(state => {
      drawStatus(item, statusText(state));
      offerHelp(state);
    }),
    vscode.commands.registerCommand(showTrail, (argument: unknown) => openTrail(trails, argument)),
    vscode.commands.registerCommand(restartServer, () => server.restart()),
    vscode.commands.registerCommand(showOutput, () => output.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('dropwire.server') || change.affectsConfiguration('dropwire.jdk')) {
        void server.restart();
      }
    }),
  );
  running = server;
  void server.restart(); // not awaited: commands and restored trails work from now on
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}

async function openTrail(trails: TrailView, argument: unknown): Promise<void> {
  const reference = isTrailReference(argument) ? argument : await chooseTrail(showTrail);
  if (reference === undefined) {
    return;
  }
  try {
    await trails.show(reference);
  } catch (error) {
    await offer(vscode.window.showErrorMessage, `The trail cannot be shown. ${messageOf(error)}`, {
      'Show Output': showOutput,
    });
  }
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
    case 'show output':
      return showOutput;
    case 'restart server':
      return restartServer;
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

function offerHelp(state: ServerState): void {
  if (state.kind === 'missing') {
    void offer(vscode.window.showErrorMessage, `Dropwire’s server was not found. ${state.message}`, {
      'Open Settings': commandOf('open settings'),
      'Try Again': restartServer,
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
