// Runs in the extension host of a real workbench, against the packaged extension and the real server.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

const root = (): string => vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const source = (): string => join(root(), 'src/main/java/Till.java');
const uri = (): vscode.Uri => vscode.Uri.file(source());
const ours = (of = uri()): vscode.Diagnostic[] => vscode.languages.getDiagnostics(of).filter(({ source }) => source === 'dropwire');
const panel = (): vscode.Tab | undefined => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)
  .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('dropwire.trail'));

async function until<T>(what: string, look: () => T | Promise<T>, milliseconds = 30_000): Promise<NonNullable<T>> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) {
      return seen;
    }
    assert.ok(Date.now() < end, `timeout: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

function compile(file: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync(process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'javac') : 'javac', ['-g', '-proc:none', '-d', into, file]);
}

const tests: Record<string, () => Promise<void>> = {
  async 'a finding is a diagnostic with its places'() {
    await vscode.window.showTextDocument(uri());
    const [diagnostic] = await until('diagnostics', () => ours().length > 0 && ours());
    assert.match(diagnostic!.message, /^Deadlock: sell holds drawer and waits to lock ledger/);
    const code = diagnostic!.code;
    assert.ok(typeof code === 'object', 'the kind links to its page');
    assert.equal(code.value, 'deadlock');
    assert.match(code.target.path, /\/kinds\.md$/);
    assert.equal(diagnostic!.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(diagnostic!.relatedInformation?.length, 2);
    assert.equal(diagnostic!.range.start.line, diagnostic!.range.end.line);
  },
  async 'no panel opens by itself'() {
    assert.equal(panel(), undefined);
  },
  async 'a quick fix opens the trail beside, and the editor keeps the focus'() {
    const actions = await until('quick fixes', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri(), ours()[0]!.range);
      return found.filter(({ title }) => title.startsWith('Dropwire')).length > 0 && found;
    });
    const { command } = actions.find(({ title }) => title === 'Dropwire: open the trail')!;
    await vscode.commands.executeCommand(command!.command, ...command!.arguments ?? []);
    const tab = await until('the panel', panel);
    assert.notEqual(tab.group.viewColumn, vscode.window.activeTextEditor?.viewColumn);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri().toString());
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText);
  },
  async 'a lens says the verdict, another opens the trail'() {
    // A target that runs again says so until it ends.
    const lenses = await until('lenses', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri());
      const titles = found.map(({ command }) => command?.title ?? '');
      return /✗ violated, \d+ states, .* \| ✗ deadlock: open trail/.test(titles.join(' | ')) && found;
    });
    const line = readFileSync(source(), 'utf8').split('\n')[lenses[0]!.range.start.line]!;
    assert.match(line, /void main/);
    const groups = vscode.window.tabGroups.all.length;
    await vscode.commands.executeCommand(lenses[1]!.command!.command, ...lenses[1]!.command!.arguments ?? []);
    await new Promise(resolve => setTimeout(resolve, 500));
    assert.equal(vscode.window.tabGroups.all.length, groups, 'the panel is used again');
  },
  async 'the command alone takes the trail at the cursor'() {
    await vscode.window.tabGroups.close(panel()!);
    await until('closed', () => panel() === undefined);
    await vscode.commands.executeCommand('dropwire.showTrail');
    await until('the panel', panel);
  },
  async 'a trail that nobody knows is a message'() {
    const shown = vscode.commands.executeCommand('dropwire.showTrail', { trail: 'ffffffff' });
    await new Promise(resolve => setTimeout(resolve, 500));
    await vscode.commands.executeCommand('notifications.clearAll');
    await shown;
  },
  async 'class paths of the Java extension are used'() {
    const second = join(root(), 'src/main/java/Second.java');
    writeFileSync(second, readFileSync(source(), 'utf8').replaceAll('Till', 'Second'));
    compile(second, join(root(), 'elsewhere/out'));
    await until('a finding in a class that discovery does not find', () => ours(vscode.Uri.file(second)).length > 0, 40_000);
  },
  async 'two restarts at once leave one server'() {
    await Promise.all([1, 2].map(() => vscode.commands.executeCommand('dropwire.restartServer')));
    await until('diagnostics again', () => ours().length === 1);
    const servers = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
      .filter(line => line.includes('dropwire lsp') && line.includes(vscode.extensions.getExtension('dropwire.dropwire')!.extensionPath));
    assert.equal(servers.length, 1, servers.join('\n'));
  },
  async 'no setting that changes is an error'() {
    const settings = vscode.workspace.getConfiguration('dropwire');
    // The server is started again by the first, and asked for something before it is up.
    await settings.update('jdk.home', process.env['JAVA_HOME'] ?? '/usr/lib/jvm/default-java', vscode.ConfigurationTarget.Global);
    await Promise.all([1, 2].map(() => vscode.commands.executeCommand('dropwire.verifyAll')));
    await settings.update('jdk.home', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('dropwire.verifyAll');
    await until('diagnostics again', () => ours().length === 1, 60_000);
  },
  async 'a fix is looked for, and is an edit once it is verified'() {
    const quickFix = async (words: string): Promise<vscode.CodeAction | undefined> => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri(), ours()[0]!.range);
      return found.find(({ title }) => title.includes(words));
    };
    const look = await until('the quick fix', () => quickFix('look for a verified fix'), 60_000);
    const before = readFileSync(source(), 'utf8');
    await until('a fix', async () => {
      // One that comes while the target is verified again finds nothing to fix.
      await vscode.commands.executeCommand(look.command!.command, ...look.command!.arguments ?? []);
      for (let wait = 0; wait < 20; wait++) {
        await new Promise(resolve => setTimeout(resolve, 500));
        if (await quickFix('verified fix: acquire drawer before ledger') !== undefined) {
          return true;
        }
      }
      return false;
    }, 90_000);
    const fix = (await quickFix('verified fix: acquire drawer before ledger'))!;
    assert.equal(fix.isPreferred, true);
    assert.equal(readFileSync(source(), 'utf8'), before, 'nothing is written');
    const edits = fix.edit!.get(uri());
    assert.deepEqual(edits.map(({ newText }) => newText), ['drawer', 'ledger']);
  },
  async 'verified again on demand, and gone when mended'() {
    await vscode.commands.executeCommand('dropwire.verifyAll');
    const text = readFileSync(source(), 'utf8');
    const audit = text.indexOf('void audit');
    writeFileSync(source(), text.slice(0, audit) + text.slice(audit).replace('(ledger)', '(#)').replace('(drawer)', '(ledger)').replace('(#)', '(drawer)'));
    compile(source(), join(root(), 'target/classes'));
    await until('no finding', () => ours().length === 0);
    await until('no panel', () => panel() === undefined);
  },
};

export async function run(): Promise<void> {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}
