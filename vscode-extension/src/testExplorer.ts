/** Targets in the editor's own list of tests: a verdict is a result, a finding a message with a link to its trail. */
import * as vscode from 'vscode';
import type { Target, TargetFinding } from './protocol';
import type { Results } from './results';
import type { Server } from './server';
import { answerWords, onlySuppressed } from './targetWords';

export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('dropwire', 'Dropwire');
  /** The answer that was shown last, by target: only a new one is a new result. */
  private readonly reported = new Map<string, string>();
  /** Runs that the user asked for, and what they still wait for. */
  private readonly asked = new Map<vscode.TestRun, Map<string, vscode.TestItem>>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server, private readonly results: Results) {
    const profile = this.controller.createRunProfile('Verify', vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    this.controller.refreshHandler = () => this.server.verify(undefined);
    this.subscriptions = [profile, this.controller, results.onDidChange(() => this.update())];
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => subscription.dispose());
  }

  private run(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const run = this.controller.createTestRun(request);
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const items = new Map(wanted.filter(item => request.exclude?.includes(item) !== true).map(item => [item.id, item]));
    if (items.size === 0 || !this.server.isRunning) {
      items.forEach(item => run.errored(item, new vscode.TestMessage('Dropwire’s server is not running.')));
      run.end();
      return;
    }
    this.asked.set(run, items);
    token.onCancellationRequested(() => this.end(run));
    items.forEach((item, key) => {
      this.reported.delete(key);
      run.enqueued(item);
      void this.server.verify(key);
    });
  }

  private update(): void {
    const wanted = vscode.workspace.getConfiguration('dropwire').get('testExplorer.enabled', true);
    const targets = wanted && !this.results.stored ? this.results.targets : [];
    const items = targets.map(target => this.itemOf(target));
    const same = items.length === this.controller.items.size && items.every(item => this.controller.items.get(item.id) === item);
    if (!same) {
      this.controller.items.replace(items);
    }
    targets.forEach(target => this.report(target));
  }

  private itemOf(target: Target): vscode.TestItem {
    const uri = target.uri === null ? undefined : vscode.Uri.parse(target.uri);
    const known = this.controller.items.get(target.key);
    const item = known?.uri?.toString() === uri?.toString() && known !== undefined ? known
      : this.controller.createTestItem(target.key, target.title, uri);
    item.range = new vscode.Range(target.line, 0, target.line, 0);
    item.description = answerWords(target);
    return item;
  }

  private report(target: Target): void {
    const item = this.controller.items.get(target.key);
    if (item === undefined) {
      return;
    }
    const runs = [...this.asked].filter(([, items]) => items.has(target.key));
    if (target.state === 'running') {
      runs.forEach(([run]) => run.started(item));
    }
    const answer = JSON.stringify([target.answer, target.findings.map(({ trail }) => trail)]);
    if (target.state !== 'answered' || target.stale || this.reported.get(target.key) === answer) {
      return;
    }
    this.reported.set(target.key, answer);
    if (runs.length === 0) { // it was verified because something changed
      const run = this.controller.createTestRun(new vscode.TestRunRequest([item]), 'verified after a change', false);
      this.write(run, item, target);
      run.end();
    }
    for (const [run, items] of runs) {
      this.write(run, item, target);
      items.delete(target.key);
      if (items.size === 0) {
        this.end(run);
      }
    }
  }

  private write(run: vscode.TestRun, item: vscode.TestItem, target: Target): void {
    const milliseconds = (target.answer?.seconds ?? 0) * 1000;
    if (onlySuppressed(target)) {
      return run.passed(item, milliseconds);
    }
    switch (target.answer?.verdict) {
      case 'verified':
        return run.passed(item, milliseconds);
      case 'violated':
        return run.failed(item, target.findings.map(messageOf), milliseconds);
      case 'incomplete':
        // Neither passed nor failed: nothing is known for certain, and nothing is wrong with the test.
        run.appendOutput([`${target.title}: ${answerWords(target)}`, ...target.answer.reasons, ''].join('\r\n'), undefined, item);
        return run.skipped(item);
      case 'failed':
      case undefined:
        return run.errored(item, new vscode.TestMessage([answerWords(target), ...target.answer?.reasons ?? []].join('\n')), milliseconds);
    }
  }

  private end(run: vscode.TestRun): void {
    this.asked.delete(run);
    run.end();
  }
}

function messageOf(finding: TargetFinding): vscode.TestMessage {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['dropwire.showTrail'] };
  const argument = encodeURIComponent(JSON.stringify([{ trail: finding.trail }]));
  text.appendText(finding.title).appendMarkdown(`\n\n[Show the trail](command:dropwire.showTrail?${argument})`);
  const message = new vscode.TestMessage(text);
  if (finding.uri !== null && finding.line !== null) {
    message.location = new vscode.Location(vscode.Uri.parse(finding.uri), new vscode.Position(finding.line, 0));
  }
  return message;
}
