/**
 * The life of the server: starts, restarts and stops it, and tells which state it is in.
 *
 * Starts nothing in a workspace that is not trusted. Crashes are the language client's business: it starts the server
 * again up to four times in three minutes, then says so and leaves it stopped.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, State, type StaticFeature } from 'vscode-languageclient/node';
import {
  experimentalCapabilities, initializationOptions, serverStatusMethod, trailMethod, type ServerStatus, type Trail,
} from './protocol';
import { findServer, type ServerPath } from './serverPath';
import type { ServerState } from './status';

export class Server implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.stateChanged.event;
  private client: LanguageClient | undefined;
  /** Starts and stops wait in one line: two commands given at once must not leave two servers. */
  private line: Promise<void> = Promise.resolve();

  constructor(private readonly extensionFolder: string, private readonly output: vscode.LogOutputChannel) {}

  /** Stops a running server first. Never rejects: what went wrong is a state. */
  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  dispose(): void {
    this.stateChanged.dispose();
  }

  async trail(id: string): Promise<Trail> {
    await this.line; // an editor that restores its tabs asks before the server is up
    if (this.client?.state !== State.Running) {
      throw new Error('Dropwire’s server is not running, so trails cannot be read.');
    }
    const trail = await this.client.sendRequest<Trail | null>(trailMethod, { id });
    if (trail === null) {
      throw new Error('Dropwire’s server does not keep this trail any more. It will be there again once the finding is.');
    }
    return trail;
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
    this.output.info(`server: ${program.path} (${program.source})`);
    this.client = this.createClient(program.path, settings.get('jdk.home', ''));
    try {
      await this.client.start();
    } catch (error) {
      // The language client has said why, in a message and in the output.
      this.stateChanged.fire({ kind: 'stopped', message: `It did not start: ${String(error)}.` });
    }
  }

  private createClient(program: string, jdkHome: string): LanguageClient {
    const client = new LanguageClient('dropwire', 'Dropwire', { command: program, args: ['lsp'] }, {
      documentSelector: [{ scheme: 'file', language: 'java' }, { scheme: 'file', pattern: '**/dropwire.toml' }],
      initializationOptions: initializationOptions(jdkHome),
      outputChannel: this.output,
    });
    client.registerFeature(advertise(experimentalCapabilities));
    client.onNotification(serverStatusMethod, (status: ServerStatus) =>
      this.stateChanged.fire({ kind: 'running', status }));
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) { // not the farewell of one that was replaced
        this.report(newState);
      }
    });
    return client;
  }

  private report(state: State): void {
    switch (state) {
      case State.Starting:
        return this.stateChanged.fire({ kind: 'starting' });
      case State.Running:
        return this.stateChanged.fire({ kind: 'running', status: undefined });
      case State.Stopped:
      case State.StartFailed:
        return this.stateChanged.fire({ kind: 'stopped', message: 'The output says more.' });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => this.output.warn(`the server did not stop in order: ${String(error)}`));
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
