/**
 * Debugging the run of a trail: `dropwire dap` is the adapter, and the trail panel and the debugger move together.
 */
import * as vscode from 'vscode';
import { configurationOf, debugType, stepOf, trailOf } from './debugSession';
import type { Server } from './server';
import type { TrailPanel } from './trailPanel';

export class DebugTrail implements vscode.DebugAdapterDescriptorFactory, vscode.DebugAdapterTrackerFactory, vscode.Disposable {
  private readonly registrations: vscode.Disposable[];
  /** The step at which each session is, by the session's id: what the panel shows because of it needs no way back. */
  private readonly steps = new Map<string, number>();

  constructor(private readonly server: Server, private readonly panel: TrailPanel) {
    this.registrations = [
      vscode.debug.registerDebugAdapterDescriptorFactory(debugType, this),
      vscode.debug.registerDebugAdapterTrackerFactory(debugType, this),
      vscode.debug.onDidTerminateDebugSession(({ id }) => this.steps.delete(id)),
      panel.onDidChange(() => this.follow()),
    ];
  }

  async start(trail: string): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0];
    await vscode.debug.startDebugging(folder, configurationOf(trail));
  }

  createDebugAdapterDescriptor(): vscode.DebugAdapterDescriptor {
    if (this.server.program === undefined) {
      throw new Error('Dropwire’s server was not found, so there is nothing to debug with.');
    }
    const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(this.server.program, ['dap'], cwd === undefined ? {} : { cwd });
  }

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: unknown) => {
        const step = stepOf(message);
        if (step !== undefined) {
          this.steps.set(session.id, step);
          this.panel.select(trailOf(session.configuration), step);
        }
      },
    };
  }

  dispose(): void {
    this.registrations.forEach(registration => registration.dispose());
  }

  /** Somebody has chosen a step in the panel: the run goes there. */
  private follow(): void {
    const session = vscode.debug.activeDebugSession;
    const shown = this.panel.current;
    if (session?.type !== debugType || shown === undefined || shown.document.id !== trailOf(session.configuration)) {
      return;
    }
    const at = this.steps.get(session.id);
    if (at !== undefined && at !== shown.step) {
      this.steps.set(session.id, shown.step);
      void session.customRequest('goto', { threadId: 1, targetId: shown.step + 1 });
    }
  }
}
