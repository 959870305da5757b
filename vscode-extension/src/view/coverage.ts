/** Coverage of an exploration: a table by class and method, and the sources with what no path has run. */
import { branchesOf, filesOf, instructionsOf, linesOf, share, stateOf, waysOf, type LineState } from './covered';
import type { ClassCoverage, Counted, CoverageReport, LineCoverage } from './document';
import { button, el } from './dom';

const signs: Record<LineState, string> = { covered: '✓', partly: '◐', missed: '✗' };
const spoken: Record<LineState, string> = { covered: 'covered', partly: 'partly covered', missed: 'not covered' };

export function drawCoverage(target: string, report: CoverageReport): HTMLElement {
  const places = new Map<string, HTMLElement>();
  const sources = filesOf(report).map(({ path, text, lines }) => el('section', { 'class': 'source', 'aria-label': path },
    el('h2', {}, path),
    el('pre', { tabindex: 0 }, el('code', {}, ...text.map((line, index) => {
      const drawn = drawLine(index + 1, line, lines.get(index + 1));
      places.set(`${path}:${index + 1}`, drawn);
      return drawn;
    })))));
  const go = (place: string): void => {
    const line = places.get(place);
    line?.scrollIntoView({ block: 'center' });
    line?.focus({ preventScroll: true });
  };
  return el('article', { 'class': 'coverage', 'tabindex': -1, 'aria-label': 'Coverage of the exploration' },
    el('h1', {}, `Coverage of the exploration: ${target}`),
    el('p', { class: 'dim' }, 'What some path of the search has run. A branch is covered when it has gone both ways.'),
    el('ul', { class: 'legend' }, ...(['covered', 'partly', 'missed'] as const).map(state =>
      el('li', { class: state }, el('span', { class: 'gutter' }, signs[state]), spoken[state]))),
    table(report, places, go),
    ...sources);
}

function table({ classes }: CoverageReport, places: Map<string, HTMLElement>, go: (place: string) => void): HTMLElement {
  const column = (text: string): HTMLElement => el('th', { scope: 'col' }, text);
  return el('table', {},
    el('caption', { class: 'sr-only' }, 'Coverage by class and method'),
    el('thead', {}, el('tr', {}, column('Class or method'), column('Instructions'), column('Branches'), column('Lines'))),
    ...classes.map(of => el('tbody', {},
      row('class', of.class, instructionsOf(of), branchesOf(of), linesOf(of)),
      ...of.methods.map(({ title, line, instructions, branches }) => {
        const place = `${of.path}:${line}`;
        const name = places.has(place) ? button(title, { class: 'link' }, () => { go(place); }) : title;
        return row(methodState(instructions), name, instructions, branches, undefined);
      }))));
}

const methodState = ({ covered, total }: Counted): LineState => covered === 0 ? 'missed' : covered === total ? 'covered' : 'partly';

function row(kind: 'class' | LineState, name: string | HTMLElement, ...counts: (Counted | undefined)[]): HTMLElement {
  const sign = kind === 'class' ? undefined : el('span', { class: 'gutter' }, signs[kind], el('span', { class: 'sr-only' }, ` ${spoken[kind]} `));
  return el('tr', { class: kind }, el('th', { scope: 'row' }, sign, name),
    ...counts.map(count => el('td', {}, count === undefined ? '' : share(count))));
}

function drawLine(number: number, text: string, known: LineCoverage | undefined): HTMLElement {
  const line = (state: LineState | undefined, ...more: HTMLElement[]): HTMLElement => el('span', { class: `line ${state ?? ''}`, tabindex: -1 },
    el('span', { class: 'line-number' }, String(number)),
    el('span', { class: 'gutter' }, state === undefined ? '' : signs[state]), text, ...more);
  if (known === undefined) {
    return line(undefined);
  }
  const state = stateOf(known);
  const ways = waysOf(known);
  return line(state, el('span', { class: 'sr-only' }, ` (${spoken[state]})`),
    ...(ways === '' ? [] : [el('span', { class: 'ways' }, ways)]));
}

/** What the list of targets says of it. */
export const summaryOf = ({ classes }: CoverageReport): string =>
  `Coverage: ${share(instructionsOf({ methods: classes.flatMap(({ methods }: ClassCoverage) => methods) }))} of instructions`;
