/**
 * What is known of the targets, and the trails of their findings: from the server while it runs, else as they were stored
 * for this workspace the last time.
 */
import * as vscode from 'vscode';
import { isTrail, type Target, type Targets, type Trail } from './protocol';
import type { Server } from './server';

/** More are not kept for the next time. */
const storedTrails = 40;

export class Results implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  targets: readonly Target[] = [];
  /** They are from the last time: no server has spoken yet. */
  stored = false;
  private readonly trails = new Map<string, Trail>();
  private saving: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server, private readonly folder: vscode.Uri | undefined) {
    server.onDidChangeTargets(({ targets }) => {
      this.targets = targets;
      this.stored = false;
      this.changed.fire();
      clearTimeout(this.saving);
      this.saving = setTimeout(() => void this.save(), 1000);
    });
  }

  /** Shows what was stored, until a server speaks. */
  async restore(): Promise<void> {
    const stored = await this.read<Targets>('targets.json');
    if (stored !== undefined && Array.isArray(stored.targets) && this.targets.length === 0) {
      this.targets = stored.targets.map(target => ({ ...target, state: 'answered', stale: true }));
      this.stored = true;
      this.changed.fire();
    }
  }

  remember(trail: Trail): void {
    this.trails.set(trail.id, trail);
  }

  /** From the server; else as it was stored. */
  async trail(id: string): Promise<{ trail: Trail; stored: boolean }> {
    try {
      const trail = await this.server.trail(id);
      this.remember(trail);
      return { trail, stored: false };
    } catch (error) {
      const known = this.trails.get(id) ?? await this.read<Trail>(`trail-${id}.json`);
      if (isTrail(known)) {
        return { trail: known, stored: true };
      }
      throw error;
    }
  }

  /** Whether an answer that holds says that this trail is still one. `undefined`: nobody knows yet. */
  holds(id: string): boolean | undefined {
    if (this.stored || this.targets.length === 0) {
      return undefined;
    }
    if (this.targets.some(({ findings }) => findings.some(({ trail }) => trail === id))) {
      return true;
    }
    return this.targets.some(({ state, stale }) => stale || state !== 'answered') ? undefined : false;
  }

  /** Whether what is known of this trail is about to be known anew. */
  isVerifiedAgain(id: string): boolean {
    return this.targets.some(({ state, stale, findings }) => (stale || state !== 'answered') && findings.some(({ trail }) => trail === id));
  }

  /** The trail that shows a finding now, by the finding's fingerprint. */
  trailOf(fingerprint: string | undefined): string | undefined {
    return this.targets.flatMap(({ findings }) => findings).find(finding => finding.fingerprint === fingerprint)?.trail;
  }

  dispose(): void {
    clearTimeout(this.saving);
    this.changed.dispose();
  }

  /** For the next time, and for a workspace that is not trusted then. */
  private async save(): Promise<void> {
    if (this.folder === undefined || this.targets.some(({ state }) => state !== 'answered')) {
      return;
    }
    try {
      await this.write('targets.json', { targets: this.targets });
      const ids = this.targets.flatMap(({ findings }) => findings.map(({ trail }) => trail)).slice(0, storedTrails);
      const names = new Set(ids.map(id => `trail-${id}.json`));
      for (const [name] of await vscode.workspace.fs.readDirectory(this.folder)) {
        if (name.startsWith('trail-') && !names.has(name)) {
          await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.folder, name));
        }
      }
      for (const id of ids) {
        const { trail, stored } = await this.trail(id);
        if (!stored) {
          await this.write(`trail-${id}.json`, trail);
        }
      }
    } catch {
      // A full disk, or a server that has just gone: there will be another time.
    }
  }

  private async write(name: string, value: unknown): Promise<void> {
    if (this.folder !== undefined) {
      await vscode.workspace.fs.createDirectory(this.folder);
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(this.folder, name), Buffer.from(JSON.stringify(value)));
    }
  }

  private async read<T>(name: string): Promise<T | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder!, name));
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
    } catch {
      return undefined; // the first time, or no folder is open
    }
  }
}
