/** Which rows are drawn: steps, folds over steps that matter less, and marks where threads switch. Knows no page. */
import type { Action, Round } from './document';
import { samePlace, type Model, type ModelStep } from './model';
import { isSynchronising } from './words';

export type Row =
  | { kind: 'step'; step: ModelStep; inFold: number | undefined }
  /** `call`: the method of the library in which all of them are; `undefined` if they only matter less, empty if no code called it. */
  | { kind: 'fold'; first: number; last: number; open: boolean; call: string | undefined }
  /** A round of the loop. The first one is only marked; a later one is a fold of the same steps again. */
  | { kind: 'round'; round: Round; first: number; last: number; open: boolean }
  | { kind: 'switch'; before: ModelStep }
  | { kind: 'end' };

export interface Choice {
  synchronisation: boolean;
  changes: boolean;
  filter: string;
  /** First steps of the folds that the reader has opened. */
  open: ReadonlySet<number>;
  /** A step that was asked for, and is shown whatever the filter says. */
  asked?: number | undefined;
}

/** In one run of one thread, more steps than this are folded even if each could matter. */
const longestRun = 8;
const keptFirst = 2;
const keptLast = 4;

export function rowsOf(model: Model, choice: Choice): Row[] {
  const wanted = model.steps.filter(step => step.index === choice.asked || isWanted(step, choice));
  const narrowed = wanted.length < model.steps.length || choice.filter !== '';
  const rows: Row[] = narrowed ? plain(wanted) : folded(model, choice.open);
  if (model.document.ending) {
    rows.push({ kind: 'end' });
  }
  return rows;
}

export function isWanted(step: ModelStep, choice: Choice): boolean {
  return (!choice.synchronisation || isSynchronising(step.step) || step.bad)
    && (!choice.changes || step.changes.length > 0 || step.bad)
    && matches(step, choice.filter);
}

function matches(step: ModelStep, filter: string): boolean {
  if (filter.trim() === '') {
    return true;
  }
  const { verb, object, note } = step.words;
  const text = [step.lane.name, verb, object, note, step.place, step.valueText, step.step.operation,
    step.step.location?.method ?? '', step.step.location?.class ?? ''].join(' ').toLowerCase();
  return filter.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

function plain(steps: ModelStep[]): Row[] {
  return steps.flatMap((step): Row[] =>
    step.switches?.preemption === true
      ? [{ kind: 'switch', before: step }, { kind: 'step', step, inFold: undefined }]
      : [{ kind: 'step', step, inFold: undefined }]);
}

function folded(model: Model, open: ReadonlySet<number>): Row[] {
  const shown = shownSteps(model);
  const rows: Row[] = [];
  let drawn = 0;
  for (const round of model.rounds) {
    const { number, first, last } = round;
    rows.push(...foldedIn(model, shown, open, drawn, first - 1));
    rows.push({ kind: 'round', round, first, last, open: number === 1 || open.has(first) });
    if (number === 1) {
      rows.push(...foldedIn(model, shown, open, first, last));
    } else if (open.has(first)) {
      rows.push(...model.steps.slice(first, last + 1).map((step): Row => ({ kind: 'step', step, inFold: first })));
    }
    drawn = last + 1;
  }
  rows.push(...foldedIn(model, shown, open, drawn, model.steps.length - 1));
  return rows;
}

/** Rows of the steps of a part; no fold goes beyond it. */
function foldedIn(model: Model, shown: boolean[], open: ReadonlySet<number>, from: number, to: number): Row[] {
  const rows: Row[] = [];
  let index = from;
  while (index <= to) {
    const step = model.steps[index]!;
    if (step.switches?.preemption === true) {
      rows.push({ kind: 'switch', before: step });
    }
    const inCall = lastInCall(model, index);
    const last = Math.min(to, inCall > index ? inCall : shown[index] ? index : lastHidden(model, shown, index));
    if (last === index) { // a fold of one step would take as much room as the step
      rows.push({ kind: 'step', step, inFold: undefined });
    } else {
      rows.push({ kind: 'fold', first: index, last, open: open.has(index), call: inCall > index ? callOf(step) : undefined });
      if (open.has(index)) {
        const first = index;
        rows.push(...model.steps.slice(index, last + 1).map((step): Row => ({ kind: 'step', step, inFold: first })));
      }
    }
    index = last + 1;
  }
  return rows;
}

/** The last step of the hidden run of one thread. A preemption ends it, as its mark must show. */
function lastHidden(model: Model, shown: boolean[], first: number): number {
  const { steps } = model;
  let last = first;
  for (let next = steps[last + 1]; next !== undefined; next = steps[last + 1]) {
    if (shown[next.index] || next.lane !== steps[first]!.lane || next.switches?.preemption === true) {
      break;
    }
    last++;
  }
  return last;
}

/** What a reader wants to see though it happens inside the library. */
const alwaysShown: ReadonlySet<Action> = new Set<Action>(['start', 'blocked', 'throw', 'exit', 'choice']);

const callOf = ({ step }: ModelStep): string => step.scene?.library?.called?.method ?? '';

/** The last step of a run inside one call of the library; the first one if it is alone. */
function lastInCall(model: Model, first: number): number {
  const begin = model.steps[first]!;
  const folds = (step: ModelStep): boolean => step.step.scene?.library !== undefined && !step.bad && step.number !== undefined
    && !alwaysShown.has(step.step.action) && !model.named.has(step.index);
  const { called } = begin.step.scene?.library ?? {};
  const same = (step: ModelStep): boolean => {
    const other = step.step.scene?.library?.called;
    return called == null ? other == null
      : other?.class === called.class && other.method === called.method && samePlace(step.step.location, begin.step.location);
  };
  let last = first;
  if (folds(begin)) {
    for (let next = model.steps[last + 1]; next !== undefined; next = model.steps[last + 1]) {
      if (next.lane !== begin.lane || next.switches?.preemption === true || !folds(next) || !same(next)) {
        break;
      }
      last++;
    }
  }
  return last;
}

function shownSteps(model: Model): boolean[] {
  const { finding } = model.document;
  const places = [finding.location, ...finding.related.map(({ location }) => location)];
  const here = (step: ModelStep) => places.some(place => place !== null && step.step.location !== null
    && place.file === step.step.location.file && place.line === step.step.location.line);
  const values = finding.kind === 'assertion-failure' || finding.kind === 'uncaught-exception';
  const shown = model.steps.map(step => matters(step, values || here(step)));
  shown[shown.length - 1] = true;
  for (let start = 0; start < shown.length;) {
    let end = start;
    while (end < shown.length && model.steps[end]!.lane === model.steps[start]!.lane) {
      end++;
    }
    thinOut(shown, start, end);
    start = end;
  }
  model.named.forEach(index => { shown[index] = true; });
  return shown;
}

/** Hides the middle of a run in which too much is shown. */
function thinOut(shown: boolean[], start: number, end: number): void {
  const visible = [...Array(end - start).keys()].map(offset => start + offset).filter(index => shown[index]);
  if (visible.length > longestRun) {
    visible.slice(keptFirst, visible.length - keptLast).forEach(index => { shown[index] = false; });
  }
}

function matters({ step, bad, number }: ModelStep, readsMatter: boolean): boolean {
  switch (step.action) {
    case 'read':
      return readsMatter || step.preemption === true || (step.note ?? '') !== '';
    case 'begin':
    case 'sleep':
    case 'class-init':
    case 'end':
      return bad || number === undefined;
    default:
      return true;
  }
}
