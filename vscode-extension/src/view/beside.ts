/** The run that fails and the nearest one that passes, in two columns. */
import { align } from './aligned';
import type { Place, Step } from './document';
import { el } from './dom';
import type { Lane, Model } from './model';
import { chip } from './panel';
import { placeOf, words } from './words';

/** `undefined` where no run is known that passes. */
export function drawBeside(model: Model, select: (index: number) => void, open: (place: Place) => void): HTMLElement | undefined {
  const { finding } = model.document;
  const { passing } = finding;
  if (!passing) {
    return undefined;
  }
  const laneOf = (step: Step): Lane | undefined => model.lanes.find(({ path }) => path === step.threadPath);
  const { steps } = finding.trail;
  const pairs = align(steps, passing.from - 1, passing.steps);
  // Its own step may be one of the library's that is not shown.
  const first = model.decisive < 0 ? -1 : pairs.findIndex(({ failing }) => failing !== undefined && failing >= model.decisive);
  const rows = pairs.map((pair, index) => {
    const failing = pair.failing === undefined ? undefined : steps[pair.failing];
    const other = pair.passing === undefined ? undefined : passing.steps[pair.passing];
    const marked = index === first;
    return el('tr', { class: marked ? 'decisive' : undefined },
      cell(failing, laneOf, () => { select(pair.failing!); }, marked ? '⇄ this switch makes the difference: ' : ''),
      cell(other, laneOf, () => { if (other?.location) { open(other.location); } }, ''));
  });
  const same = passing.from - 1;
  return el('table', {},
    el('caption', {}, same === 0 ? 'The runs differ from the first step on.' : `Steps 1 to ${same} are the same in both runs.`),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '✗ This run fails'), el('th', { scope: 'col' }, '✓ This run passes'))),
    el('tbody', {}, ...rows,
      passing.omitted === 0 ? undefined : el('tr', {}, el('td', {}), el('td', { class: 'dim' }, `${passing.omitted} more steps`))));
}

function cell(step: Step | undefined, laneOf: (step: Step) => Lane | undefined, go: () => void, mark: string): HTMLElement {
  if (step === undefined) {
    return el('td', { class: 'none' });
  }
  const { verb, object, note } = words(step);
  const lane = laneOf(step);
  const link = el('button', { type: 'button', class: 'link' }, placeOf(step) === '' ? 'step' : placeOf(step));
  link.addEventListener('click', go);
  return el('td', {}, mark === '' ? undefined : el('b', { class: 'mark-text' }, mark),
    lane === undefined ? step.threadName : chip(lane), ` ${verb} `, object === '' ? undefined : el('code', {}, object),
    note === '' ? undefined : el('span', { class: 'dim' }, ` ${note}`), ' ', link);
}
