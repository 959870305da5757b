/** The list of findings, by target. */
import * as vscode from 'vscode';
import type { Target, TargetFinding } from './protocol';
import type { Results } from './results';
import { answerWords, iconOf } from './targetWords';
import { splitTarget } from './view/words';

export type Node = { kind: 'target'; target: Target } | { kind: 'finding'; target: Target; finding: TargetFinding };

export class FindingsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly results: Results) {
    this.view = vscode.window.createTreeView('dropwire.findings', { treeDataProvider: this, showCollapseAll: true });
    this.subscription = results.onDidChange(() => this.refresh());
  }

  dispose(): void {
    [this.changed, this.view, this.subscription].forEach(owned => owned.dispose());
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.results.targets.map(target => ({ kind: 'target', target }));
    }
    return node.kind === 'target' ? node.target.findings.map(finding => ({ kind: 'finding', target: node.target, finding })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === 'target' ? this.targetItem(node.target) : findingItem(node.finding);
  }

  private targetItem(target: Target): vscode.TreeItem {
    const open = target.findings.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
    const { simple, packageName } = splitTarget(target.title);
    const item = new vscode.TreeItem(simple, open);
    item.id = target.key;
    const answer = this.results.stored ? `stored: ${answerWords(target)}` : answerWords(target);
    item.description = packageName === '' ? answer : `${answer} · ${packageName}`;
    const { icon, colour } = iconOf(target);
    item.iconPath = new vscode.ThemeIcon(icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
    item.contextValue = 'target';
    const reasons = [...target.answer?.reasons ?? [], ...target.trouble === null ? [] : [target.trouble]];
    const assuming = (target.answer?.assumptions ?? []).map(name => `assuming ${name}`);
    item.tooltip = [`${target.title}: ${answerWords(target)}`, ...reasons, ...assuming].join('\n');
    if (target.uri !== null) {
      item.command = openCommand(target.uri, target.line);
    }
    return item;
  }

  private refresh(): void {
    const number = new Set(this.results.targets.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint))).size;
    const tooltip = `${number} finding${number === 1 ? '' : 's'}`;
    this.view.badge = number === 0 ? undefined : { value: number, tooltip };
    this.view.message = this.results.stored ? 'Stored results; nothing is running.' : '';
    this.changed.fire();
  }
}

function findingItem(finding: TargetFinding): vscode.TreeItem {
  const item = new vscode.TreeItem(finding.title);
  const place = finding.uri === null || finding.line === null ? '' : `${finding.uri.split('/').pop() ?? ''}:${finding.line + 1}`;
  item.description = place;
  item.tooltip = `${finding.title}\n${place}`;
  item.iconPath = new vscode.ThemeIcon(finding.severity, new vscode.ThemeColor(
    finding.severity === 'error' ? 'list.errorForeground' : 'list.warningForeground'));
  item.contextValue = 'finding';
  item.command = { title: 'Show Trail', command: 'dropwire.showTrail', arguments: [{ trail: finding.trail }] };
  return item;
}

function openCommand(uri: string, line: number): vscode.Command {
  const selection = new vscode.Range(line, 0, line, 0);
  return { title: 'Open', command: 'vscode.open', arguments: [vscode.Uri.parse(uri), { selection, preview: true }] };
}
