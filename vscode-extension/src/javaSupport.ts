/**
 * Class paths and output folders from the Java extension (redhat.java), where it is installed; without it the server
 * looks for itself. Nothing here waits for it, and nothing fails without it.
 */
import * as vscode from 'vscode';
import type { ClientModule } from './protocol';

interface ClassPaths {
  projectRoot: string;
  classpaths: string[];
  modulepaths: string[];
}

/** The part of its interface that is used; see the extension's own documentation of its API. */
interface JavaApi {
  serverReady?(): Promise<boolean>;
  getClasspaths?(uri: string, options: { scope: 'runtime' | 'test' }): Promise<ClassPaths>;
  onDidClasspathUpdate?: vscode.Event<vscode.Uri>;
  onDidProjectsImport?: vscode.Event<vscode.Uri[]>;
}

const id = 'redhat.java';

export class JavaSupport implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[] = [];
  private started = false;

  constructor(private readonly use: (modules: ClientModule[]) => void, private readonly output: vscode.LogOutputChannel) {
    this.subscriptions.push(vscode.extensions.onDidChange(() => void this.start()));
    void this.start();
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => subscription.dispose());
  }

  private async start(): Promise<void> {
    const extension = vscode.extensions.getExtension<JavaApi>(id);
    if (extension === undefined || this.started || !vscode.workspace.isTrusted) {
      return;
    }
    this.started = true;
    try {
      const api = await extension.activate();
      await api.serverReady?.();
      for (const changed of [api.onDidClasspathUpdate, api.onDidProjectsImport]) {
        const subscription = changed?.(() => void this.read(api));
        if (subscription !== undefined) {
          this.subscriptions.push(subscription);
        }
      }
      await this.read(api);
    } catch (error) {
      this.output.warn(`${id} provides no class paths: ${String(error)}`);
    }
  }

  private async read(api: JavaApi): Promise<void> {
    const uris = await projects();
    const modules: ClientModule[] = [];
    for (const uri of uris) {
      try {
        const known = await api.getClasspaths?.(uri, { scope: 'test' });
        if (known !== undefined) {
          modules.push(moduleOf(uri, known));
        }
      } catch (error) {
        this.output.debug(`${id} provides no class path for ${uri}: ${String(error)}`);
      }
    }
    const known = modules.filter(({ classRoots }) => classRoots.length > 0);
    this.output.info(`class paths of ${known.length} projects from ${id}`);
    this.use(known);
  }
}

/** All projects that it knows; else the folders of the workspace. */
async function projects(): Promise<string[]> {
  try {
    const all = await vscode.commands.executeCommand<string[]>('java.execute.workspaceCommand', 'java.project.getAll');
    if (Array.isArray(all) && all.length > 0) {
      return all;
    }
  } catch {
    // An older one, without this command.
  }
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}

/** Folders below the project are where it compiles to; the rest is what it needs. */
function moduleOf(project: string, { projectRoot, classpaths, modulepaths }: ClassPaths): ClientModule {
  const root = projectRoot.startsWith('file:') ? vscode.Uri.parse(projectRoot).fsPath
    : projectRoot || vscode.Uri.parse(project).fsPath;
  const all = [...classpaths, ...modulepaths].map(path => path.startsWith('file:') ? vscode.Uri.parse(path).fsPath : path);
  const own = all.filter(path => path.startsWith(root) && !path.endsWith('.jar'));
  return { root, classRoots: own, sources: [], classpath: all.filter(path => !own.includes(path)) };
}
