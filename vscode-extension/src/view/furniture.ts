/** What is around the lanes: the finding in words above, and the help. */
import { button, el } from './dom';
import type { Place } from './document';
import type { Model } from './model';
import { count, kindNames, needWords, plainNames } from './words';

export function fillHeader(header: HTMLElement, model: Model, open: (place: Place) => void): void {
  const { document: { finding, fix }, lanes, moves, preemptions } = model;
  const { trail } = finding;
  const kind = kindNames[trail.kind] ?? trail.kind;
  const mark = finding.confidence === 'confirmed' ? '✗' : '◐';
  // The inputs are below, better to read.
  const target = trail.inputs?.length ? trail.target : [trail.target, ...trail.args].join(' ');
  header.append(
    el('h1', {}, el('span', { class: `badge ${finding.confidence}` },
      `${mark} ${finding.confidence === 'potential' ? 'Potential: ' : ''}${kind}`), ' ', plainNames(finding.detail)),
    el('p', { class: 'sub' }, [target, count(moves, 'step'), count(lanes.length, 'thread'), count(preemptions, 'preemption'),
      finding.confidence === 'confirmed' ? 'replayed, with the same outcome' : 'not replayed', `JDK ${trail.jdk}`].join(' · ')));
  const story = el('div', { class: 'story' });
  const places = finding.related.filter(({ message }) => message !== '');
  if (places.length > 0) {
    story.append(el('ul', {}, ...places.map(({ message, location }) => el('li', {}, plainNames(message), ' ', placeLink(location, open)))));
  } else if (finding.location !== null) {
    story.append(el('ul', {}, el('li', {}, 'At ', placeLink(finding.location, open))));
  }
  for (const need of finding.facts?.needs?.map(needWords) ?? finding.needs) {
    story.append(el('p', {}, el('b', {}, 'Requires '), need));
  }
  if (finding.why) {
    story.append(el('p', { class: 'why' }, el('b', {}, 'What went wrong: '), `${plainNames(finding.why)}.`));
  }
  if (fix) {
    story.append(el('p', {}, el('b', {}, 'Fix: '), `${plainNames(fix)}.`));
  }
  header.append(story);
  if (trail.output) {
    header.append(el('details', { class: 'output' }, el('summary', {}, `Printed on this run: ${count(trail.output.trimEnd().split('\n').length, 'line')}`),
      el('pre', { tabindex: 0 }, trail.output.trimEnd())));
  }
}

function placeLink(place: Place | null, open: (place: Place) => void): HTMLElement | undefined {
  if (place === null) {
    return undefined;
  }
  const text = `${place.file ?? place.class}${place.line === null ? '' : `:${place.line}`}`;
  return place.path === null ? el('span', { class: 'dim' }, text) : button(text, { class: 'link' }, () => open(place));
}

const keys: [string[], string][] = [
  [['↑', '↓'], 'previous, next step'],
  [['p', 'n'], 'previous, next step of the same thread'],
  [['[', ']'], 'previous, next preemption'],
  [['v'], 'the failure'],
  [['Home', 'End'], 'first, last step'],
  [['Enter'], 'open the source line, or a fold'],
  [['←', '→'], 'close, open a fold'],
  [['s'], 'synchronisation only'],
  [['c'], 'changes of values only'],
  [['/'], 'filter by words; Esc clears it'],
  [['t'], 'switch between lanes and text'],
  [['f'], 'open or close all folds'],
  [['b'], 'the nearest passing run, beside this one'],
  [['h'], 'show or hide what went wrong'],
  [['i'], 'show or hide the inputs'],
];

const legend: [string, string][] = [
  ['running', 'runs'],
  ['runnable', 'runnable'],
  ['blocked', 'blocked'],
  ['waiting', 'waiting or parked'],
  ['holding', 'holds a lock'],
];

export function helpDialog(): HTMLDialogElement {
  const dialog = el('dialog', { 'class': 'help', 'aria-labelledby': 'help-title' });
  dialog.append(
    el('h2', { id: 'help-title' }, 'Keys and legend'),
    el('table', {}, el('tbody', {}, ...keys.map(([names, what]) =>
      el('tr', {}, el('th', { scope: 'row' }, ...names.flatMap(name => [el('kbd', {}, name), ' '])), el('td', {}, what))))),
    el('ul', { class: 'legend' }, ...legend.map(([name, what]) =>
      el('li', {}, el('span', { 'class': `sample ${name}`, 'aria-hidden': 'true' }), what))),
    button('Close', { class: 'tool' }, () => dialog.close()));
  return dialog;
}
