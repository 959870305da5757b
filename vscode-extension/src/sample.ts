/** The sample of the walkthrough: a copy of its own, compiled, in a new window. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

export async function openSample(extension: vscode.Uri, storage: vscode.Uri, memory: vscode.Memento): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, 'sample');
  await vscode.workspace.fs.createDirectory(storage);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extension, 'sample'), folder, { overwrite: true });
  const trouble = await compile(folder.fsPath);
  if (trouble !== undefined) {
    void vscode.window.showWarningMessage(
      `The sample could not be compiled (${trouble}). Compile it into target/classes, and its deadlock appears.`);
  }
  // Another folder is another extension host: the one that starts there opens the file.
  await memory.update(wanted, folder.toString());
  const newWindow = vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: newWindow });
}

const wanted = 'dropwire.openSampleIn';

/** Shows the sample's source, if this window was opened for it. */
export async function showSampleSource(memory: vscode.Memento): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || memory.get<string>(wanted) !== folder.toString()) {
    return;
  }
  await memory.update(wanted, undefined);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'src', 'main', 'java', 'Till.java'));
}

/** What went wrong, if anything. The text of the sample is ours: compiling it runs nothing of the user's. */
async function compile(folder: string): Promise<string | undefined> {
  const home = vscode.workspace.getConfiguration('dropwire').get('jdk.home', '') || process.env['JAVA_HOME'];
  const javac = home ? join(home, 'bin', 'javac') : 'javac';
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(join(folder, 'target', 'classes')));
    await promisify(execFile)(javac, ['-g', '-proc:none', '-d', join(folder, 'target', 'classes'),
      join(folder, 'src', 'main', 'java', 'Till.java')]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}
