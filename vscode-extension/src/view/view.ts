/**
 * The trail view: lanes or text, overview, panel, keyboard. Draws into one element and talks to a host.
 *
 * Moving to another step touches two rows, the lanes' heads, the panel and one sentence; the rest is drawn only when
 * rows or room change. Rows far outside the window are not in the page.
 */
import { drawBeside } from './beside';
import { button, el, icon, icons, svg } from './dom';
import type { TrailDocument } from './document';
import { geometryOf, laneX, rowAt, rowHeight, wordsEnd, wordsX, type Geometry, type Layout } from './geometry';
import { drawAfter, drawLines, drawOverview, overviewWidth } from './lanes';
import { modelOf, sentence, standingText, type Model, type ModelStep } from './model';
import { chip, fillPanel } from './panel';
import { rowsOf, type Row } from './rows';
import { sign } from './signs';
import { asText } from './plainText';
import { fillHeader, helpDialog } from './furniture';
import { drawInputs } from './inputs';
import { Splitter, type Sizes } from './splitter';
import type { Place } from './document';
import { loopWords, methodName, roundWords } from './words';

/** What a reader has chosen; survives a reload. */
export interface ViewState extends Sizes {
  selected: number;
  layout: Layout;
  synchronisation: boolean;
  changes: boolean;
  filter: string;
  open: number[];
  /** The run that passes is shown beside this one. */
  beside: boolean;
  /** The header is one line; `null`: where there is little room. */
  oneLine: boolean | null;
  /** The inputs are shown; `null`: unless there is little room. */
  inputs: boolean | null;
}

export interface Host {
  /** The reader went to a step. */
  stepped(step: ModelStep): void;
  /** The reader wants to see a place in the source. */
  open(place: Place): void;
  copy(text: string): void;
  save(state: ViewState): void;
  /** Whether the panel shows the source: not where the host shows it itself. */
  source: boolean;
}

/** Rows kept in the page above and below the window. */
const spare = 20;
/** Up to so many rows all are in the page, so that the browser's own search finds them. */
const allRows = 200;
const page = 10;
/** A view that is lower than this has a header of one line, unless the reader wants more. */
const low = 520;
/** One that is lower than this has its inputs folded. */
const lowForInputs = 640;

export class TrailView {
  private readonly model: Model;
  private state: ViewState;
  private rows: Row[] = [];
  private geometry!: Geometry;
  private readonly rowOfStep = new Map<number, number>();
  private readonly elements = new Map<number, HTMLElement>();

  private readonly grid = el('div', { 'class': 'rows', 'role': 'grid', 'aria-label': 'Steps of the run' });
  private readonly canvas = el('div', { class: 'canvas', role: 'presentation' });
  /** Behind the lines, where the selected row is. */
  private readonly band = el('div', { class: 'band' });
  private readonly scroller = el('div', { class: 'scroller', role: 'presentation' });
  private readonly heads = el('div', { 'class': 'heads', 'aria-hidden': 'true' });
  private readonly overview = svg('svg', { 'class': 'overview', 'aria-hidden': 'true' });
  private readonly panel = el('aside', { 'class': 'panel', 'aria-label': 'The step in detail', 'tabindex': 0 });
  private readonly details = el('div', { class: 'panel-body' });
  private readonly beside = el('section', { 'class': 'beside', 'aria-label': 'The failing and the passing run', 'hidden': true });
  private readonly live = el('div', { 'class': 'sr-only', 'aria-live': 'polite', 'aria-atomic': 'true' });
  private readonly position = el('span', { class: 'position' });
  private readonly staleNote = el('p', { class: 'stale', role: 'status', hidden: true });
  private readonly filterBox = el('input', { 'type': 'search', 'class': 'filter', 'placeholder': 'Filter steps  /', 'aria-label': 'Filter steps', 'spellcheck': 'false' });
  private readonly help = helpDialog();
  private afterPicture = svg('svg', { class: 'lines', 'aria-hidden': 'true' });
  private readonly toggles = new Map<string, HTMLButtonElement>();
  private readonly resizes = new ResizeObserver(() => this.fit());
  private readonly abort = new AbortController();
  private width = 0;
  /** A step that was asked for and that the filter hides. */
  private asked: number | undefined;
  private readonly summary = button('What went wrong', { 'class': 'tool summary', 'title': 'Show or hide what went wrong  h' }, () => this.toggleHeader(), '▾');
  private readonly splitter: Splitter;
  private inputs: HTMLDetailsElement | undefined;

  constructor(private readonly root: HTMLElement, document: TrailDocument, private readonly host: Host, state?: Partial<ViewState>) {
    this.model = modelOf(document);
    this.splitter = new Splitter(root, this.panel, sizes => this.resized(sizes));
    this.state = {
      selected: this.model.violation, layout: 'lanes', synchronisation: false, changes: false, filter: '', open: [], beside: false, oneLine: null, inputs: null, side: 0, below: 0, ...state,
    };
    this.state.selected = Math.max(0, Math.min(this.model.steps.length - 1, this.state.selected));
    this.build();
    this.redraw();
    this.select(this.state.selected, { notify: false });
  }

  get document(): TrailDocument {
    return this.model.document;
  }

  /** Goes to a step because somebody else did: the editor, for one. */
  show(index: number): void {
    this.select(index, { notify: false });
  }

  move(by: 1 | -1): void {
    this.moveRows(by);
  }

  /** Says that the run may not be what the code does now; an empty text takes that back. */
  markStale(text: string): void {
    this.staleNote.textContent = text;
    this.staleNote.hidden = text === '';
    this.root.classList.toggle('is-stale', text !== '');
  }

  focus(): void {
    this.elements.get(this.currentRow())?.focus({ preventScroll: true });
  }

  dispose(): void {
    this.abort.abort();
    this.resizes.disconnect();
    this.root.replaceChildren();
  }

  // --- building ---

  private build(): void {
    const header = el('header', { class: 'header' });
    fillHeader(header, this.model, place => this.host.open(place));
    header.querySelector('h1')?.after(this.summary);
    header.append(this.staleNote);
    this.panel.append(this.details);
    this.scroller.append(this.heads, this.canvas);
    this.canvas.append(this.grid);
    const main = el('div', { class: 'lanes' }, this.scroller, this.overview);
    this.root.classList.add('trail');
    const beside = drawBeside(this.model, index => this.select(index), place => this.host.open(place));
    this.root.classList.toggle('has-beside', beside !== undefined);
    if (beside !== undefined) {
      this.beside.append(beside);
    }
    this.inputs = drawInputs(this.document.finding.trail, open => this.keepInputs(open));
    this.splitter.resize(this.state);
    this.foldHeader();
    const top = this.inputs === undefined ? header : el('div', { class: 'top' }, header, this.inputs);
    this.root.replaceChildren(top, this.toolbar(), main, this.splitter.element, this.panel, this.beside, this.live, this.help);
    const { signal } = this.abort;
    this.grid.addEventListener('click', event => this.clicked(event), { signal });
    this.grid.addEventListener('dblclick', () => this.openSelected(), { signal });
    this.root.addEventListener('keydown', event => this.key(event), { signal });
    this.scroller.addEventListener('scroll', () => this.scrolled(), { signal, passive: true });
    this.overview.addEventListener('pointerdown', event => this.jump(event), { signal });
    this.overview.addEventListener('pointermove', event => event.buttons === 1 && this.jump(event), { signal });
    this.resizes.observe(this.scroller);
    addEventListener('focus', () => document.activeElement === document.body && this.focus(), { signal });
  }

  private toolbar(): HTMLElement {
    const to = (label: string, path: string, keys: string, act: () => void): HTMLButtonElement =>
      button(label, { 'class': 'tool', 'title': `${label}  ${keys}` }, act, icon(path));
    const toggle = (name: 'synchronisation' | 'changes', label: string, keys: string): HTMLButtonElement => {
      const element = button(label, { 'class': 'tool', 'title': `${label} only  ${keys}`, 'aria-pressed': 'false' },
        () => this.toggle(name));
      this.toggles.set(name, element);
      return element;
    };
    const layout = (name: Layout, label: string): HTMLButtonElement => {
      const element = button(label, { 'class': 'tool', 'title': `${label}  t`, 'aria-pressed': 'false' }, () => this.setLayout(name));
      this.toggles.set(name, element);
      return element;
    };
    this.filterBox.value = this.state.filter;
    this.filterBox.addEventListener('input', () => this.change({ filter: this.filterBox.value }), { signal: this.abort.signal });
    return el('div', { 'class': 'bar', 'role': 'toolbar', 'aria-label': 'Steps' },
      to('First step', icons.first, 'Home', () => this.selectRow(0, 1)),
      to('Previous step', icons.previous, '↑', () => this.moveRows(-1)),
      this.position,
      to('Next step', icons.next, '↓', () => this.moveRows(1)),
      to('Last step', icons.last, 'End', () => this.selectRow(this.rows.length - 1, -1)),
      to('Go to the failure', icons.violation, 'v', () => this.select(this.model.violation)),
      toggle('synchronisation', 'Synchronisation', 's'),
      toggle('changes', 'Changes', 'c'),
      this.filterBox,
      el('span', { class: 'grow' }),
      this.model.document.finding.passing ? this.besideToggle() : undefined,
      layout('lanes', 'Lanes'),
      layout('text', 'Text'),
      button('Copy', { class: 'tool', title: 'Copy the trail as text' }, () => this.host.copy(asText(this.model))),
      button('Keys', { 'class': 'tool', 'title': 'Keyboard shortcuts  ?', 'aria-haspopup': 'dialog' }, () => this.help.showModal(), '?'),
    );
  }

  private besideToggle(): HTMLButtonElement {
    const element = button('Show passing run', { 'class': 'tool', 'title': 'The nearest passing run, beside this one  b', 'aria-pressed': 'false' },
      () => this.change({ beside: !this.state.beside }));
    this.toggles.set('beside', element);
    return element;
  }

  // --- drawing ---

  /** Draws everything anew: rows or room have changed. */
  private redraw(): void {
    const { state, model } = this;
    const hadFocus = this.grid.contains(document.activeElement);
    this.rows = rowsOf(model, { ...state, open: new Set(state.open), asked: this.asked });
    this.width = this.scroller.clientWidth || 900;
    this.geometry = geometryOf(model, this.rows, this.width);
    const { strips, wordsFirst, laneWidth, tops } = this.geometry;
    this.root.classList.toggle('words-first', wordsFirst && state.layout === 'lanes');
    this.root.classList.toggle('tight', wordsFirst && laneWidth < 12);
    this.root.classList.toggle('strips', strips && state.layout === 'lanes');
    this.root.classList.toggle('as-text', state.layout === 'text');
    const longest = Math.max(...model.lanes.map(({ short, head }) => (wordsFirst ? head : short).length));
    this.root.style.setProperty('--name-width', `${Math.min(wordsFirst ? 80 : 170, Math.max(44, longest * 7 + 16))}px`);
    const longestHead = Math.max(...model.lanes.map(({ head }) => head.length));
    this.root.style.setProperty('--heads', `${Math.min(100, Math.max(46, longestHead * 7.2 + 18))}px`);
    this.root.style.setProperty('--words-x', `${strips ? wordsX(this.geometry, 0, model.lanes.length) : 44}px`);
    this.rowOfStep.clear();
    this.rows.forEach((row, index) => {
      if (row.kind === 'step') {
        this.rowOfStep.set(row.step.index, index);
      } else if (row.kind === 'fold' || row.kind === 'round' && row.round.number > 1) {
        for (let step = row.first; step <= row.last; step++) {
          this.rowOfStep.set(step, index);
        }
      }
    });
    this.beside.hidden = !state.beside;
    this.root.classList.toggle('with-beside', state.beside);
    this.elements.clear();
    this.grid.replaceChildren(this.headerRow());
    this.grid.setAttribute('aria-rowcount', String(this.rows.length + 1));
    this.canvas.style.height = `${tops[tops.length - 1]}px`;
    this.canvas.querySelectorAll('svg.lines').forEach(picture => picture.remove());
    this.canvas.prepend(this.band);
    if (state.layout === 'lanes') {
      this.band.after(drawLines(model, this.rows, this.geometry, this.width));
      this.afterPicture = svg('svg', { 'class': 'lines', 'width': this.width, 'height': tops[tops.length - 1], 'aria-hidden': 'true' });
      this.canvas.append(this.afterPicture);
    }
    this.drawHeads();
    this.drawOverview();
    this.toggles.forEach((element, name) => {
      const on = name === 'synchronisation' || name === 'changes' || name === 'beside' ? state[name] : name === state.layout;
      element.setAttribute('aria-pressed', String(on));
    });
    this.render();
    if (hadFocus) { // its row is a new one
      this.focus();
    }
  }

  private headerRow(): HTMLElement {
    const names = ['Step', 'Thread', 'What happens', 'Value', 'Where'];
    return el('div', { 'role': 'row', 'class': 'sr-only', 'aria-rowindex': 1 },
      ...names.map(name => el('span', { role: 'columnheader' }, name)));
  }

  private drawHeads(): void {
    const { strips, laneWidth } = this.geometry;
    const heads = this.state.layout === 'text' ? [] : this.model.lanes.map(lane => {
      const head = el('div', { class: `head c${lane.colour}`, title: lane.name }, el('b', {}, strips ? lane.head : lane.short), el('small', {}));
      head.style.left = strips ? `${laneX(this.geometry, lane.index) - laneWidth / 2}px` : `${laneX(this.geometry, lane.index) - 13}px`;
      head.style.width = `${laneWidth}px`;
      return head;
    });
    this.heads.replaceChildren(...heads);
  }

  private drawOverview(): void {
    const height = this.scroller.clientHeight;
    this.overview.setAttribute('width', String(overviewWidth));
    this.overview.replaceChildren(
      ...drawOverview(this.model, this.rows, this.geometry, height - this.headsHeight()),
      svg('rect', { class: 'window', x: 0.5, width: overviewWidth - 1, rx: 2 }));
    this.drawWindow();
  }

  private headsHeight(): number {
    return this.heads.offsetHeight;
  }

  private drawWindow(): void {
    const { tops } = this.geometry;
    const total = tops[tops.length - 1]!;
    const room = this.scroller.clientHeight - this.headsHeight();
    const scale = Math.min(1, room / Math.max(1, total));
    const box = this.overview.querySelector('.window');
    const all = total <= room;
    box?.setAttribute('y', String(this.scroller.scrollTop * scale));
    box?.setAttribute('height', String(all ? 0 : Math.max(8, room * scale)));
    this.overview.style.marginTop = `${this.headsHeight()}px`;
    this.overview.style.height = `calc(100% - ${this.headsHeight()}px)`;
  }

  /** Puts the rows in and near the window into the page, in their order, and takes the others out. */
  private render(): void {
    const { tops } = this.geometry;
    const everything = this.rows.length <= allRows;
    const top = this.scroller.scrollTop;
    const from = everything ? 0 : Math.max(0, rowAt(tops, top) - spare);
    const to = everything ? this.rows.length - 1 : Math.min(this.rows.length - 1, rowAt(tops, top + this.scroller.clientHeight) + spare);
    const keep = this.currentRow();
    for (const [index, element] of this.elements) {
      if ((index < from || index > to) && index !== keep) {
        element.remove();
        this.elements.delete(index);
      }
    }
    // In the order of the run: a screen reader reads the page, not the picture.
    let next = this.elements.get(keep > to ? keep : -1) ?? null;
    for (let index = to; index >= from; index--) {
      const known = this.elements.get(index);
      const element = known ?? this.rowElement(this.rows[index]!, index);
      if (known === undefined) {
        this.elements.set(index, element);
        this.grid.insertBefore(element, next);
      }
      next = element;
    }
  }

  private rowElement(row: Row, index: number): HTMLElement {
    const element = el('div', { 'role': 'row', 'class': `row ${row.kind}${row.kind === 'step' ? ` of-${row.step.step.action}` : ''}`, 'aria-rowindex': index + 2, 'tabindex': -1 });
    element.style.top = `${this.geometry.tops[index]}px`;
    element.style.height = `${rowHeight(row)}px`;
    switch (row.kind) {
      case 'step':
        element.append(...this.stepCells(row.step));
        element.dataset['step'] = String(row.step.index);
        element.classList.toggle('in-fold', row.inFold !== undefined);
        break;
      case 'fold':
        element.append(...this.foldCells(row));
        element.lastElementChild?.setAttribute('aria-expanded', String(row.open));
        break;
      case 'round':
        element.append(el('span', { 'class': 'cell round-cell', 'role': 'gridcell', 'aria-colspan': 5 },
          row.round.number === 1 ? `⟲ ${loopWords(row.round)}` : `⟲ ${row.open ? '▾' : '▸'} ${roundWords(row.round)}`));
        if (row.round.number > 1) {
          element.lastElementChild?.setAttribute('aria-expanded', String(row.open));
        }
        break;
      case 'switch':
        element.append(el('span', { 'class': 'cell switch-cell', 'role': 'gridcell', 'aria-colspan': 5 },
          '⇄ ', row.before.index === this.model.decisive ? el('b', { class: 'decisive' }, 'this switch makes the difference: ') : undefined,
          el('b', { class: `c${row.before.lane.colour}` }, row.before.lane.name), ` runs; ${row.before.switches?.text ?? ''}`));
        break;
      case 'end':
        element.append(el('span', { 'class': 'cell end-cell', 'role': 'gridcell', 'aria-colspan': 5 },
          `✗ ${this.document.ending ?? ''}`));
        break;
    }
    if (index === this.currentRow()) {
      this.mark(element, true);
    }
    return element;
  }

  private stepCells(step: ModelStep): HTMLElement[] {
    const { words: { verb, object, note }, lane } = step;
    const number = el('span', { class: 'number', role: 'rowheader' }, step.number === undefined ? el('span', { class: 'sr-only' }, 'at the end') : String(step.number));
    const badge = el('span', { 'class': `sign c${lane.colour}${step.bad ? ' bad' : ''} a-${step.step.action}`, 'aria-hidden': 'true' }, sign(step.step.action));
    const thread = el('span', { class: 'thread', role: 'gridcell' }, chip(lane, this.geometry.wordsFirst));
    const content = el('span', { class: 'words', role: 'gridcell' },
      el('span', { class: step.bad ? 'verb bad' : 'verb' }, verb), verb !== '' && object !== '' ? ' ' : undefined,
      object === '' ? undefined : el('code', {}, object),
      note === '' ? undefined : el('span', { class: 'note' }, ` ${note}`));
    const value = el('span', { class: step.changes.length > 0 ? 'value changed' : 'value', role: 'gridcell' }, step.valueText);
    const place = el('span', { class: 'place', role: 'gridcell' }, this.shortPlace(step));
    const box = el('span', { class: 'cell', role: 'presentation' }, thread, content, value, place);
    if (this.state.layout === 'lanes') {
      const { geometry, model } = this;
      badge.style.left = `${laneX(geometry, lane.index) - 9}px`;
      const left = wordsX(geometry, lane.index, model.lanes.length);
      box.style.left = `${left}px`;
      const room = wordsEnd(geometry, this.width) - left;
      box.style.minWidth = geometry.strips ? `${Math.max(60, room - 6)}px` : `${geometry.laneWidth - 22}px`;
      box.style.maxWidth = `${Math.max(60, room)}px`;
    }
    return [number, badge, box];
  }

  /** Without the file that the trail begins in. */
  private shortPlace({ place, step }: ModelStep): string {
    const home = this.state.layout === 'lanes' && step.location?.file === this.model.home;
    return home ? place.replace(/^.*:/, ':') : place;
  }

  private foldCells({ first, last, open, call }: Row & { kind: 'fold' }): HTMLElement[] {
    const { steps } = this.model;
    const lane = steps[first]!.lane;
    const numbers = `${first + 1}–${last + 1}`;
    const label = `${last + 1 - first} steps`;
    const box = el('span', { 'class': 'cell', 'role': 'gridcell', 'aria-colspan': 4 },
      el('span', { class: 'thread' }, chip(lane, this.geometry.wordsFirst), ' '), ...foldName(call), `${open ? '▾' : '▸'} ${label}:`, el('span', { class: 'note' }, ` ${foldSummary(steps.slice(first, last + 1))}`));
    if (this.state.layout === 'lanes') {
      const left = wordsX(this.geometry, lane.index, this.model.lanes.length);
      box.style.left = `${left}px`;
      box.style.maxWidth = `${Math.max(60, wordsEnd(this.geometry, this.width) - left)}px`;
    }
    return [el('span', { class: 'number', role: 'rowheader' }, el('span', { class: open ? 'sr-only' : undefined }, numbers)), box];
  }

  // --- selecting ---

  private currentRow(): number {
    return this.rowOfStep.get(this.state.selected) ?? -1;
  }

  private mark(element: HTMLElement, on: boolean): void {
    element.classList.toggle('selected', on);
    element.setAttribute('aria-selected', String(on));
    element.tabIndex = on ? 0 : -1;
  }

  private select(index: number, { notify = true }: { notify?: boolean } = {}): void {
    const step = this.model.steps[index];
    if (step === undefined) {
      return;
    }
    const hadFocus = this.grid.contains(document.activeElement);
    const before = this.elements.get(this.currentRow());
    if (before !== undefined) {
      this.mark(before, false);
    }
    this.state.selected = index;
    if (this.currentRow() < 0) { // a step that is asked for is there, and the filter stays as it was typed
      this.asked = index;
      this.redraw();
    }
    this.reveal();
    const element = this.elements.get(this.currentRow());
    if (element !== undefined) {
      this.mark(element, true);
      if (hadFocus) {
        element.focus({ preventScroll: true });
      }
    }
    this.tellStep(step);
    this.host.save({ ...this.state });
    if (notify) {
      this.host.stepped(step);
    }
  }

  private tellStep(step: ModelStep): void {
    const number = step.number === undefined ? 'end' : String(step.number);
    this.position.replaceChildren('step ', el('b', {}, number), ` of ${this.model.moves}`);
    this.live.textContent = sentence(this.model, step);
    [...this.heads.children].forEach((head, index) => {
      const lane = this.model.lanes[index]!;
      const note = head.lastElementChild!;
      const standing = standingText(this.model, step, lane);
      if (note.textContent !== standing) {
        note.textContent = standing;
      }
      head.classList.toggle('active', lane === step.lane);
      const state = step.states[index] ?? 'absent';
      if (head.getAttribute('data-state') !== state) {
        head.setAttribute('data-state', state);
      }
    });
    fillPanel(this.details, this.model, step, {
      open: place => this.host.open(place),
      select: index => this.select(index),
    }, { source: this.host.source });
    if (this.state.layout === 'lanes') {
      drawAfter(this.afterPicture, step, index => this.rowOfStep.get(index), this.model, this.geometry);
    }
  }

  private reveal(): void {
    const row = this.currentRow();
    if (row < 0) {
      return;
    }
    const { tops } = this.geometry;
    this.band.style.top = `${tops[row]}px`;
    this.band.style.height = `${tops[row + 1]! - tops[row]!}px`;
    const room = this.scroller.clientHeight - this.headsHeight();
    const top = this.scroller.scrollTop;
    const margin = Math.min(56, room / 4);
    if (tops[row]! - margin < top) {
      this.scroller.scrollTop = Math.max(0, tops[row]! - margin);
    } else if (tops[row + 1]! + margin > top + room) {
      this.scroller.scrollTop = tops[row + 1]! + margin - room;
    }
    this.render();
  }

  /** The next row with a step in it; a closed fold counts as its first step. */
  private moveRows(by: 1 | -1): void {
    this.selectRow(this.currentRow() + by, by);
  }

  private selectRow(from: number, by: 1 | -1): void {
    for (let index = from; index >= 0 && index < this.rows.length; index += by) {
      const row = this.rows[index]!;
      if (row.kind === 'step') {
        return this.select(row.step.index);
      }
      if ((row.kind === 'fold' || row.kind === 'round') && !row.open) {
        return this.select(row.first);
      }
    }
  }

  private toSwitch(by: 1 | -1): void {
    const next = (step: ModelStep | undefined): boolean => step?.switches?.preemption === true;
    for (let index = this.state.selected + by; index >= 0 && index < this.model.steps.length; index += by) {
      if (next(this.model.steps[index])) {
        return this.select(index);
      }
    }
  }

  private sameThread(by: 1 | -1): void {
    const { lane } = this.model.steps[this.state.selected]!;
    for (let index = this.state.selected + by; index >= 0 && index < this.model.steps.length; index += by) {
      if (this.model.steps[index]!.lane === lane) {
        return this.select(index);
      }
    }
  }

  private openSelected(): void {
    const location = this.model.steps[this.state.selected]?.step.location;
    if (location) {
      this.host.open(location);
    }
  }

  // --- choices ---

  private change(change: Partial<ViewState>): void {
    const hadFocus = this.grid.contains(document.activeElement);
    this.state = { ...this.state, ...change };
    this.asked = undefined;
    this.redraw();
    if (this.currentRow() < 0) { // hidden now: the nearest shown one before it
      const shown = [...this.rowOfStep.keys()].sort((a, b) => a - b);
      this.state.selected = shown.findLast(index => index <= this.state.selected) ?? shown[0] ?? this.state.selected;
    }
    this.select(this.state.selected, { notify: false });
    if (hadFocus) {
      this.focus();
    }
  }

  /** One line, or all of it; the inputs as well. */
  private foldHeader(): void {
    const isLower = (than: number): boolean => this.root.clientHeight > 0 && this.root.clientHeight < than;
    const folded = this.state.oneLine ?? isLower(low);
    if (this.inputs !== undefined) {
      this.inputs.open = this.state.inputs ?? !isLower(lowForInputs);
    }
    this.root.classList.toggle('one-line', folded);
    this.summary.setAttribute('aria-expanded', String(!folded));
    this.summary.textContent = folded ? '▸' : '▾';
  }

  private toggleHeader(): void {
    this.state.oneLine = !this.root.classList.contains('one-line');
    this.foldHeader();
    this.host.save({ ...this.state });
  }

  private keepInputs(open: boolean): void {
    this.state.inputs = open;
    this.host.save({ ...this.state });
  }

  private toggleInputs(): void {
    if (this.inputs !== undefined) {
      this.inputs.open = !this.inputs.open;
      this.keepInputs(this.inputs.open);
    }
  }

  private resized(sizes: Sizes): void {
    Object.assign(this.state, sizes);
    this.host.save({ ...this.state });
  }

  private toggle(name: 'synchronisation' | 'changes'): void {
    this.change({ [name]: !this.state[name] });
  }

  private setLayout(layout: Layout): void {
    this.change({ layout });
  }

  private fold(first: number, open: boolean): void {
    const rest = this.state.open.filter(index => index !== first);
    this.change({ open: open ? [...rest, first] : rest, selected: first });
  }

  /** Opens all folds, or closes them if one is open. */
  private toggleFolds(): void {
    const all = this.rows.flatMap(row => row.kind === 'fold' || row.kind === 'round' && row.round.number > 1 ? [row.first] : []);
    this.change({ open: this.state.open.length > 0 ? [] : all });
  }

  private foldHere(open: boolean): boolean {
    const row = this.rows[this.currentRow()];
    if ((row?.kind === 'fold' || row?.kind === 'round') && open) {
      this.fold(row.first, true);
      return true;
    }
    if (row?.kind === 'step' && row.inFold !== undefined && !open) {
      this.fold(row.inFold, false);
      return true;
    }
    return false;
  }

  // --- events ---

  private clicked(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    const index = Number(target?.getAttribute('aria-rowindex')) - 2;
    const row = this.rows[index];
    if (row?.kind === 'fold' || row?.kind === 'round' && row.round.number > 1) {
      this.fold(row.first, !row.open);
    } else if (row?.kind === 'step') {
      this.select(row.step.index);
    } else if (row?.kind === 'round') {
      this.select(row.first);
    } else if (row?.kind === 'switch') {
      this.select(row.before.index);
    }
    this.focus();
  }

  private jump(event: PointerEvent): void {
    const { top } = this.overview.getBoundingClientRect();
    const { tops } = this.geometry;
    const total = tops[tops.length - 1]!;
    const room = this.scroller.clientHeight - this.headsHeight();
    const scale = Math.min(1, room / Math.max(1, total));
    this.scroller.scrollTop = (event.clientY - top) / scale - room / 2;
  }

  private scrolled(): void {
    this.render();
    this.drawWindow();
  }

  private fit(): void {
    this.foldHeader();
    if (this.scroller.clientWidth !== this.width && this.scroller.clientWidth > 0) {
      this.redraw();
      this.tellStep(this.model.steps[this.state.selected]!);
    } else {
      this.drawOverview();
    }
    this.reveal();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) {
      return;
    }
    const target = event.target as HTMLElement;
    if (target === this.filterBox) {
      this.filterKey(event);
      return;
    }
    if (target === this.splitter.element) {
      return; // its own
    }
    const inGrid = this.grid.contains(target) || target === this.root || target === document.body;
    const isButton = target.closest('button, a, input, select, summary') !== null;
    if (isButton && (event.key === 'Enter' || event.key === ' ')) {
      return; // the button's own
    }
    const scrolls = target === this.panel || this.inputs?.contains(target) === true && target.tabIndex === 0 && target.localName !== 'summary';
    if (scrolls && /^(Arrow|Page|Home|End)/.test(event.key)) {
      return; // scrolls the panel, or the inputs
    }
    const act = this.actionOf(event.key, inGrid);
    if (act !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }

  private filterKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.filterBox.value = '';
      this.change({ filter: '' });
      this.focus();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.focus();
    }
  }

  private actionOf(key: string, inGrid: boolean): (() => void) | undefined {
    const actions: Record<string, () => void> = {
      'ArrowDown': () => this.moveRows(1), 'j': () => this.moveRows(1),
      'ArrowUp': () => this.moveRows(-1), 'k': () => this.moveRows(-1),
      'Home': () => this.selectRow(0, 1),
      'End': () => this.selectRow(this.rows.length - 1, -1),
      'PageDown': () => this.selectRow(Math.min(this.rows.length - 1, this.currentRow() + page), this.currentRow() + page >= this.rows.length ? -1 : 1),
      'PageUp': () => this.selectRow(Math.max(0, this.currentRow() - page), this.currentRow() < page ? 1 : -1),
      '[': () => this.toSwitch(-1), ']': () => this.toSwitch(1),
      'p': () => this.sameThread(-1), 'n': () => this.sameThread(1),
      'v': () => this.select(this.model.violation),
      '/': () => this.filterBox.focus(),
      's': () => this.toggle('synchronisation'), 'c': () => this.toggle('changes'),
      't': () => this.setLayout(this.state.layout === 'lanes' ? 'text' : 'lanes'),
      'f': () => this.toggleFolds(),
      'b': () => { if (this.model.document.finding.passing) { this.change({ beside: !this.state.beside }); } },
      'h': () => this.toggleHeader(), 'i': () => this.toggleInputs(),
      '?': () => this.help.showModal(),
      'Escape': () => this.change({ filter: this.filterBox.value = '', synchronisation: false, changes: false }),
    };
    if (inGrid) {
      actions['Enter'] = () => { if (!this.foldHere(true)) { this.openSelected(); } };
      actions['ArrowRight'] = () => { this.foldHere(true); };
      actions['ArrowLeft'] = () => { this.foldHere(false); };
      actions[' '] = actions['ArrowDown']!;
    }
    return Object.hasOwn(actions, key) ? actions[key] : undefined;
  }
}

/** `submit`, and nothing where no call of the user's is meant. */
function foldName(call: string | undefined): (HTMLElement | string)[] {
  return call === undefined ? [] : call === '' ? ['the library '] : [el('code', {}, methodName(call)), ' '];
}

/** `reads, 2 locks`: what a fold hides, by kind. */
function foldSummary(steps: ModelStep[]): string {
  const kinds = new Map<string, number>();
  for (const { step } of steps) {
    kinds.set(step.action, (kinds.get(step.action) ?? 0) + 1);
  }
  return [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([kind, number]) => `${number} × ${kind.replace('-', ' ')}`).join(', ');
}
