/** A page of its own: the verdicts of a check, its findings to choose from, and the trail of the chosen one. */
import { drawCoverage, summaryOf } from './coverage';
import { button, el } from './dom';
import type { CoverageReport, PageData, TargetReport, TrailDocument } from './document';
import { TrailView } from './view';
import { count, kindNames, plainNames, splitTarget } from './words';

const marks: Record<TargetReport['verdict'], string> = { verified: '✓', violated: '✗', incomplete: '◐', failed: '⚠' };

export class Page {
  private view: TrailView | undefined;
  private readonly stage = el('main', { class: 'stage' });
  private readonly links = new Map<TrailDocument | CoverageReport, HTMLButtonElement>();

  constructor(root: HTMLElement, private readonly data: PageData) {
    const findings = data.targets.flatMap(({ findings }) => findings);
    const covered = data.targets.find(target => target.covered);
    const single = findings.length === 1 && data.targets.length === 1 && covered === undefined;
    root.classList.add('page');
    root.classList.toggle('single', single);
    root.append(this.banner(), ...(single ? [] : [this.list()]), this.stage);
    const wanted = findings.find(({ id }) => location.hash.includes(`trail=${id}`)) ?? findings[0];
    if (covered?.covered && (wanted === undefined || location.hash.includes('coverage'))) {
      this.openCoverage(covered, covered.covered);
    } else if (wanted !== undefined) {
      this.open(wanted);
    } else {
      this.stage.append(el('p', { class: 'empty' }, 'Nothing was found.'));
    }
  }

  private banner(): HTMLElement {
    const { replay, targets, version, jdk } = this.data;
    const words = replay !== undefined
      ? [`${replay.reproduced ? '✓ reproduced' : '✗ not reproduced'}: ${replay.message}`]
      : targets.map(summary);
    const shown = words.length > 3 ? [`${count(words.length, 'target')} checked`] : words;
    return el('div', { class: 'banner', role: 'region', 'aria-label': 'The check' }, el('b', {}, 'Dropwire'), ` ${version} · JDK ${jdk}`,
      ...shown.map(text => el('span', { class: 'verdict' }, text)));
  }

  private list(): HTMLElement {
    return el('nav', { 'class': 'findings', 'aria-label': 'Targets and findings' },
      ...this.data.targets.map(target => el('section', { class: `target ${target.verdict}` },
        heading(target),
        el('p', { class: 'dim' }, summaryDetail(target)),
        ...target.reasons.map(reason => el('p', { class: 'dim' }, reason)),
        ...(target.notes ?? []).map(note => el('p', { class: 'dim' }, `Note: ${note}`)),
        target.covered ? this.coverageLink(target, target.covered) : undefined,
        el('ul', {}, ...target.findings.map(finding => el('li', {}, this.link(finding)))))));
  }

  private coverageLink(target: TargetReport, covered: CoverageReport): HTMLButtonElement {
    const link = button(summaryOf(covered), { class: 'finding' }, () => { this.openCoverage(target, covered); });
    this.links.set(covered, link);
    return link;
  }

  private openCoverage({ target, args }: TargetReport, covered: CoverageReport): void {
    this.view?.dispose();
    this.view = undefined;
    this.markCurrent(covered);
    document.title = `Coverage of ${target} · Dropwire`;
    const drawn = drawCoverage([target, ...args].join(' '), covered);
    this.stage.replaceChildren(drawn);
    drawn.focus();
  }

  private markCurrent(shown: TrailDocument | CoverageReport): void {
    this.links.forEach((link, other) => link.setAttribute('aria-current', String(other === shown)));
  }

  private link(finding: TrailDocument): HTMLButtonElement {
    const kind = kindNames[finding.finding.kind] ?? finding.finding.kind;
    const place = finding.finding.location;
    const link = el('button', { type: 'button', class: 'finding' },
      el('b', {}, kind), el('span', {}, plainNames(` ${finding.finding.suppressed ? finding.title : finding.finding.detail}`)),
      el('small', { class: 'dim' }, place === null ? '' : `${place.file ?? place.class}:${place.line ?? '?'}`));
    link.addEventListener('click', () => this.open(finding));
    this.links.set(finding, link);
    return link;
  }

  private open(finding: TrailDocument): void {
    this.view?.dispose();
    this.markCurrent(finding);
    document.title = `${finding.title} · Dropwire`;
    this.view = new TrailView(this.stage, finding, {
      source: true,
      stepped: () => {},
      save: () => {},
      open: place => { this.say(`${place.path ?? place.file ?? place.class}${place.line === null ? '' : `:${place.line}`}`); },
      copy: text => { void navigator.clipboard?.writeText(text); },
    }, readStep());
    this.view.focus();
  }

  /** A page cannot open an editor: it says where to look. */
  private say(place: string): void {
    document.querySelector('.toast')?.remove();
    const toast = el('div', { class: 'toast', role: 'status' }, place);
    document.body.append(toast);
    setTimeout(() => toast.remove(), 4000);
  }
}

/** `#step=4` in the address; for a link to one step. */
function readStep(): { selected: number } | undefined {
  const step = /step=(\d+)/.exec(location.hash)?.[1];
  return step === undefined ? undefined : { selected: Number(step) - 1 };
}

function heading({ target, args, verdict }: TargetReport): HTMLElement {
  const { simple, packageName } = splitTarget(target);
  return el('h2', {}, `${marks[verdict]} ${[simple, ...args].join(' ')}`,
    packageName === '' ? undefined : el('small', { class: 'dim' }, ` ${packageName}`));
}

function summary(target: TargetReport): string {
  return `${marks[target.verdict]} ${[target.target, ...target.args].join(' ')} ${target.verdict}, ${summaryDetail(target)}`;
}

function summaryDetail({ statistics: { states, seconds }, assumptions }: TargetReport): string {
  const time = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
  const assuming = assumptions.length === 0 ? '' : `, assuming ${assumptions.join(', ')}`;
  return `${count(states, 'state')}, ${time}${assuming}`;
}
