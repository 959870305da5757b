/**
 * The life of the server: starts, restarts and stops it, and says which state it is in.
 *
 * Starts nothing in a workspace that is not trusted. One that dies is started again, later each time, and in the end
 * only when the user asks.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State, type StaticFeature } from 'vscode-languageclient/node';
import { backOff } from './backOff';
import {
  classPathsMethod, experimentalCapabilities, initializationOptions, isTrail, serverCommands, serverStatusMethod, showTrailMethod,
  targetsChangedMethod, trailMethod, type ClientModule, type ServerStatus, type Targets, type Trail,
} from './protocol';
import { findServer, type ServerPath } from './serverPath';
import type { ServerState } from './status';
import { versionTrouble } from './version';

export class Server implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.stateChanged.event;
  private readonly trailWanted = new vscode.EventEmitter<Trail>();
  /** The server wants a trail shown: a lens or a quick fix was chosen. */
  readonly onDidWantTrail = this.trailWanted.event;
  private readonly targetsChanged = new vscode.EventEmitter<Targets>();
  readonly onDidChangeTargets = this.targetsChanged.event;
  private client: LanguageClient | undefined;
  /** Starts and stops wait in one line: two commands given at once must not leave two servers. */
  private line: Promise<void> = Promise.resolve();
  private readonly deaths = backOff();
  private again: NodeJS.Timeout | undefined;
  private modules: ClientModule[] = [];
  private toldVersion = '';
  program: string | undefined;

  constructor(
    private readonly extensionFolder: string,
    private readonly extensionVersion: string,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Stops a running server first. Never rejects: what went wrong is a state. */
  restart(): Promise<void> {
    this.deaths.reset();
    return this.startAgain();
  }

  stop(): Promise<void> {
    clearTimeout(this.again);
    return this.enqueue(() => this.stopNow());
  }

  dispose(): void {
    clearTimeout(this.again);
    [this.stateChanged, this.trailWanted, this.targetsChanged].forEach(emitter => emitter.dispose());
  }

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  async trail(id: string): Promise<Trail> {
    await this.line; // an editor that restores its tabs asks before the server is up
    if (!this.isRunning) {
      throw new Error('Dropwire’s server is not running, so trails cannot be read.');
    }
    const trail: unknown = await this.client?.sendRequest(trailMethod, { id });
    if (!isTrail(trail)) {
      throw new Error('Dropwire’s server no longer has this trail. It returns if the finding does.');
    }
    return trail;
  }

  /** One target, or all of them. A server that is about to come up is waited for; what else goes wrong is a state, and in the log. */
  async verify(target: string | undefined): Promise<void> {
    await this.line;
    try {
      await this.client?.sendRequest('workspace/executeCommand', {
        command: serverCommands.verify, arguments: target === undefined ? [] : [{ target }],
      });
    } catch (error) {
      this.output.warn(`not verified: ${String(error)}`);
    }
  }

  /** Class paths that the editor's Java support knows; also for servers to come. */
  useClassPaths(modules: ClientModule[]): void {
    this.modules = modules;
    if (this.isRunning && modules.length > 0) {
      void this.client?.sendNotification(classPathsMethod, { modules });
    }
  }

  private startAgain(): Promise<void> {
    clearTimeout(this.again);
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.line = this.line.then(task).catch((error: unknown) => this.output.error(String(error)));
    return this.line;
  }

  private async startNow(): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      this.stateChanged.fire({ kind: 'restricted' });
      return;
    }
    const settings = vscode.workspace.getConfiguration('dropwire');
    const program = locate(settings.get('server.path', ''), this.extensionFolder);
    if (program.kind === 'missing') {
      this.output.error(program.message);
      this.stateChanged.fire(program);
      return;
    }
    this.program = program.path;
    this.output.info(`server: ${program.path} (${program.source})`);
    const client = this.createClient(program.path, settings.get('jdk.home', ''));
    this.client = client;
    this.stateChanged.fire({ kind: 'starting' });
    try {
      await client.start();
      this.checkVersion(client);
      this.stateChanged.fire({ kind: 'running', status: undefined });
      this.useClassPaths(this.modules);
    } catch (error) {
      this.output.error(`the server did not start: ${String(error)}`);
      if (client === this.client) {
        this.client = undefined;
        this.died('it did not start');
      }
    }
  }

  private createClient(program: string, jdkHome: string): LanguageClient {
    const client = new LanguageClient('dropwire', 'Dropwire', { command: program, args: ['lsp'] }, {
      documentSelector: [{ scheme: 'file', language: 'java' }, { scheme: 'file', pattern: '**/dropwire.toml' }],
      initializationOptions: initializationOptions(jdkHome),
      outputChannel: this.output,
      // Our own words for it: see `died`.
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          if (client === this.client) {
            this.client = undefined;
            this.died('it ended by itself');
          }
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        provideCodeLenses: (document, token, next) =>
          vscode.workspace.getConfiguration('dropwire').get('codeLens.enabled', true) ? next(document, token) : [],
      },
    });
    client.registerFeature(advertise(experimentalCapabilities));
    client.onNotification(serverStatusMethod, (status: ServerStatus) =>
      this.stateChanged.fire({ kind: 'running', status }));
    client.onNotification(showTrailMethod, (trail: unknown) => {
      if (isTrail(trail)) {
        this.trailWanted.fire(trail);
      }
    });
    client.onNotification(targetsChangedMethod, (targets: Targets) => this.targetsChanged.fire(targets));
    return client;
  }

  /** A run that dies is not the end of the world: findings stay, and it is tried again. */
  private died(how: string): void {
    const delay = this.deaths.nextDelay(Date.now());
    if (delay === undefined) {
      this.output.error(`${how} repeatedly; the command “Dropwire: Restart Server” starts it again`);
      this.stateChanged.fire({ kind: 'stopped', message: `The server died several times: ${how}.` });
      return;
    }
    this.output.warn(`${how}; next try in ${delay} ms`);
    this.stateChanged.fire({ kind: 'starting' });
    this.again = setTimeout(() => void this.startAgain(), delay);
  }

  private checkVersion(client: LanguageClient): void {
    const trouble = versionTrouble(client.initializeResult?.serverInfo?.version, this.extensionVersion);
    if (trouble !== undefined && trouble !== this.toldVersion) {
      this.toldVersion = trouble;
      this.stateChanged.fire({ kind: 'mismatch', message: trouble });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => this.output.warn(`the server did not stop cleanly: ${String(error)}`));
    }
  }
}

function locate(setting: string, extensionFolder: string): ServerPath {
  return findServer({
    setting,
    extensionFolder,
    workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    home: homedir(),
    searchPath: process.env['PATH'] ?? '',
    platform: process.platform,
    isExecutable,
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function advertise(experimental: object): StaticFeature {
  return {
    fillClientCapabilities: capabilities => {
      capabilities.experimental = { ...capabilities.experimental as object | undefined, ...experimental };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  };
}
