/** Beside the lanes: source, what the step changed, locks, stack, variables. Made anew for each step. */
import { el } from './dom';
import type { NamedValue, Place, TrailDocument } from './document';
import type { Lane, Model, ModelStep } from './model';
import { methodName, plainNames } from './words';

export interface PanelActions {
  open(place: Place): void;
  select(index: number): void;
}

/** Whether the host shows the source itself. */
export interface PanelOptions {
  source: boolean;
}

export function fillPanel(
  panel: HTMLElement, model: Model, step: ModelStep, actions: PanelActions, options: PanelOptions,
): void {
  const sections = [
    heading(step),
    options.source ? sourceOf(model.document, step) : undefined,
    changesOf(step),
    locksOf(model, step),
    orderOf(model, step, actions),
    stackOf(step, actions),
    variablesOf(model, step),
  ];
  panel.replaceChildren(...sections.filter(section => section !== undefined));
}

function heading({ number, lane, words, place }: ModelStep): HTMLElement {
  const position = number === undefined ? 'At the end' : `Step ${number}`;
  return el('h2', { class: 'step-title' },
    `${position} · `, chip(lane), ` ${[words.verb, words.object].filter(Boolean).join(' ')}`,
    place === '' ? undefined : ' ', el('span', { class: 'dim' }, place));
}

export function chip(lane: Lane, narrow = false): HTMLElement {
  const name = narrow ? lane.head : lane.short;
  return el('span', { class: `chip c${lane.colour}`, title: name === lane.name ? undefined : lane.name }, name);
}

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  return el('section', {}, el('h3', {}, title), ...content);
}

const around = 3;

function sourceOf({ sources }: TrailDocument, { step: { location } }: ModelStep): HTMLElement | undefined {
  const excerpt = sources?.[location?.path ?? ''];
  const line = location?.line;
  if (excerpt === undefined || line === undefined || line === null || excerpt[line] === undefined) {
    return undefined;
  }
  const numbers = [...Array(2 * around + 1).keys()].map(offset => line - around + offset)
    .filter(number => excerpt[number] !== undefined);
  const indents = numbers.map(number => excerpt[number]!).filter(text => text.trim() !== '')
    .map(text => text.length - text.trimStart().length);
  const indent = Math.min(...indents);
  const lines = numbers.map(number =>
    el('span', { class: number === line ? 'line current' : 'line', 'aria-current': number === line ? 'step' : undefined },
      el('span', { class: 'line-number', 'aria-hidden': 'true' }, String(number)), excerpt[number]!.slice(indent) || ' '));
  return el('pre', { 'tabindex': 0, 'role': 'region', 'aria-label': `Source around line ${line}` },
    el('code', {}, ...lines));
}

function table(rows: HTMLElement[]): HTMLElement {
  return el('table', {}, el('tbody', {}, ...rows));
}

function changesOf(step: ModelStep): HTMLElement | undefined {
  const values = step.step.scene?.values ?? [];
  if (values.length === 0) {
    return undefined;
  }
  const changed = values.some(({ before }) => before !== undefined);
  const own = values.filter(({ access }) => access === undefined);
  const title = changed ? 'Changed' : step.step.action === 'write' && own.length > 0 ? 'Written, unchanged' : 'Seen';
  return section(title, table(values.map(valueRow)));
}

const accessed: Record<NonNullable<NamedValue['access']>, string> = {
  'read': 'read', 'write': 'written', 'read-and-write': 'read and written',
};

function valueRow({ name, before, value, access }: NamedValue): HTMLElement {
  return el('tr', {}, el('th', { scope: 'row' }, el('code', {}, plainNames(name)),
    access === undefined ? undefined : el('small', { class: 'dim' }, ` ${accessed[access]}`)),
    el('td', {}, before === undefined ? undefined : el('code', { class: 'dim' }, before),
      before === undefined ? undefined : ' → ', el('code', {}, value)));
}

function locksOf(model: Model, step: ModelStep): HTMLElement {
  const laneOf = (path: string): Lane | undefined => model.lanes.find(lane => lane.path === path);
  const rows = step.locks.map(({ name, owner, wanted }) => {
    const holder = owner === null ? undefined : laneOf(owner);
    const waiting = (wanted ?? []).map(laneOf).filter(lane => lane !== undefined);
    return el('tr', {}, el('th', { scope: 'row' }, el('code', {}, name)),
      el('td', {}, holder === undefined ? 'free' : 'held by ', holder === undefined ? undefined : chip(holder),
        ...waiting.flatMap((lane, index) => [index === 0 ? ', wanted by ' : ' ', chip(lane)])));
  });
  return section('Locks', rows.length === 0 ? el('p', { class: 'dim' }, 'none held') : table(rows));
}

function orderOf(model: Model, step: ModelStep, actions: PanelActions): HTMLElement | undefined {
  const links = step.after.map(index => {
    const other = model.steps[index]!;
    const what = [other.words.verb, other.words.object].filter(Boolean).join(' ');
    const link = el('button', { type: 'button', class: 'link' }, `step ${index + 1}, ${what}`);
    link.addEventListener('click', () => actions.select(index));
    return el('li', {}, chip(other.lane), ' ', link);
  });
  return links.length === 0 ? undefined : section('Happens after', el('ul', {}, ...links));
}

function stackOf(step: ModelStep, actions: PanelActions): HTMLElement | undefined {
  const frames = step.step.scene?.stack ?? [];
  if (frames.length === 0) {
    return undefined;
  }
  const rows = frames.map(frame => {
    const place = frame.file === null ? '' : frame.line === null ? frame.file : `${frame.file}:${frame.line}`;
    const known = frame.path !== null && frame.line !== null;
    const link = known ? el('button', { type: 'button', class: 'link' }, place) : el('span', { class: 'dim' }, place);
    if (known) {
      link.addEventListener('click', () => actions.open(frame));
    }
    return el('tr', { class: known ? undefined : 'library' },
      el('th', { scope: 'row' }, el('code', {}, `${plainNames(frame.class.slice(frame.class.lastIndexOf('.') + 1))}.${methodName(frame.method)}`)), el('td', {}, link));
  });
  return section(`Stack of ${step.lane.name}`, table(rows));
}

function variablesOf(model: Model, step: ModelStep): HTMLElement | undefined {
  const values = step.step.scene?.variables ?? [];
  if (values.length === 0) {
    return undefined;
  }
  const earlier = previousOf(model, step);
  const rows = values.map(({ name, value }) => {
    const old = earlier.get(name);
    const changed = old !== undefined && old !== value;
    return valueRow(changed ? { name, before: old, value } : { name, value });
  });
  return section(`Variables of ${step.lane.name}`, table(rows));
}

/** What the same thread saw in the same method one step ago. */
function previousOf(model: Model, step: ModelStep): Map<string, string> {
  const before = model.steps.slice(0, step.index).findLast(({ lane }) => lane === step.lane);
  const self = (of: ModelStep | undefined): string | undefined => of?.step.scene?.variables?.find(({ name }) => name === 'this')?.value;
  const same = self(before) === self(step) && before?.step.location?.method === step.step.location?.method
    && before?.step.location?.class === step.step.location?.class;
  return new Map(same ? (before?.step.scene?.variables ?? []).map(({ name, value }) => [name, value]) : []);
}
