/** Draws what lies behind the words: life lines, started threads, who is blocked by whom, and the overview. */
import { svg } from './dom';
import { laneX, type Geometry } from './geometry';
import { heldBy, type Lane, type LaneState, type Model, type ModelStep } from './model';
import type { Row } from './rows';

interface Stroke {
  state: LaneState | 'running';
  holds: boolean;
}

/** The life lines of all threads, as one picture of the whole height. */
export function drawLines(model: Model, rows: Row[], geometry: Geometry, width: number): SVGSVGElement {
  const height = geometry.tops[geometry.tops.length - 1]!;
  const picture = svg('svg', { 'class': 'lines', width, height, 'aria-hidden': 'true' });
  for (const lane of model.lanes) {
    picture.append(...lifeLine(model, lane, rows, geometry));
  }
  rows.forEach((row, index) => {
    if (row.kind === 'step') {
      picture.append(...wiresOf(model, row.step, index, geometry));
    }
  });
  picture.append(...loopOf(rows, geometry));
  return picture;
}

/** The loop, as a line beside its rows that leads from its end back to its beginning. */
function loopOf(rows: Row[], geometry: Geometry): SVGElement[] {
  const inLoop = (row: Row, last: number): boolean => row.kind === 'step' ? row.step.index <= last : 'last' in row && row.last <= last;
  const begin = rows.findIndex(row => row.kind === 'round');
  const last = rows.findLast(row => row.kind === 'round');
  if (last?.kind !== 'round') {
    return [];
  }
  const end = rows.findLastIndex(row => inLoop(row, last.last));
  const top = (geometry.tops[begin]! + geometry.tops[begin + 1]!) / 2;
  const bottom = geometry.tops[end + 1]! - 8;
  const x = geometry.gutter - 1;
  return [
    svg('path', { 'class': 'loop', 'd': `M${x} ${bottom}H${x - 3}a4 4 0 0 1 -4 -4V${top + 4}a4 4 0 0 1 4 -4H${x}` }),
    svg('path', { 'class': 'loop-tip', 'd': `M${x + 5} ${top}l-6 -4v8z` }),
  ];
}

function lifeLine(model: Model, lane: Lane, rows: Row[], geometry: Geometry): SVGElement[] {
  const x = laneX(geometry, lane.index);
  const pieces: SVGElement[] = [];
  let from = 0;
  let stroke: Stroke | undefined;
  const flush = (to: number): void => {
    if (stroke !== undefined && stroke.state !== 'absent' && stroke.state !== 'ended' && to > from) {
      if (stroke.holds) {
        pieces.push(svg('path', { 'class': `holds c${lane.colour}`, 'd': `M${x} ${from}V${to}` }));
      }
      pieces.push(svg('path', { 'class': `life ${stroke.state} c${lane.colour}`, 'd': `M${x} ${from}V${to}` }));
    }
    from = to;
  };
  rows.forEach((row, index) => {
    const next = strokeAt(model, lane, row);
    if (next !== undefined && !sameStroke(stroke, next)) {
      const top = geometry.tops[index]!;
      // What a step changes holds from its sign on, not from the top of its row.
      flush(row.kind === 'step' ? (top + geometry.tops[index + 1]!) / 2 : top);
      stroke = next;
    }
  });
  flush(geometry.tops[geometry.tops.length - 1]! - 8);
  return pieces;
}

function strokeAt(model: Model, lane: Lane, row: Row): Stroke | undefined {
  const isClosed = (row.kind === 'fold' || row.kind === 'round') && !row.open;
  const step = row.kind === 'step' ? row.step : isClosed ? model.steps[row.last] : undefined;
  if (step === undefined) {
    return undefined;
  }
  const state = step.states[lane.index] ?? 'absent';
  const running = step.lane === lane && state === 'runnable';
  return { state: running ? 'running' : state, holds: heldBy(step, lane).length > 0 };
}

function sameStroke(a: Stroke | undefined, b: Stroke): boolean {
  return a !== undefined && a.state === b.state && a.holds === b.holds;
}

function wiresOf(model: Model, step: ModelStep, index: number, geometry: Geometry): SVGElement[] {
  const y = (geometry.tops[index]! + geometry.tops[index + 1]!) / 2;
  const wires: SVGElement[] = [];
  if (step.starts !== undefined) {
    wires.push(...arrow(step.lane, step.starts, y, geometry, `start c${step.starts.colour}`));
  }
  if (step.step.action === 'blocked') {
    const wanted = step.locks.find(lock => lock.wanted?.includes(step.lane.path) === true);
    const owner = model.lanes.find(lane => lane.path === wanted?.owner);
    if (owner !== undefined && owner !== step.lane) {
      wires.push(...arrow(step.lane, owner, y, geometry, 'wants'));
    }
  }
  return wires;
}

function arrow(from: Lane, to: Lane, y: number, geometry: Geometry, name: string): SVGElement[] {
  const start = laneX(geometry, from.index);
  const end = laneX(geometry, to.index);
  const side = Math.sign(end - start);
  const tip = end - side * 3;
  return [
    svg('path', { 'class': `wire ${name}`, 'd': `M${start + side * 9} ${y}H${tip - side * 5}` }),
    svg('path', { 'class': `tip ${name}`, 'd': `M${tip} ${y}l${-side * 7} -4v8z` }),
  ];
}

/** The steps that came before the selected one, as curves to it. */
export function drawAfter(
  picture: SVGSVGElement, step: ModelStep, rowOf: (index: number) => number | undefined, model: Model, geometry: Geometry,
): void {
  const middle = (row: number): number => (geometry.tops[row]! + geometry.tops[row + 1]!) / 2;
  const here = rowOf(step.index);
  const curves = step.after.flatMap(index => {
    const there = rowOf(index);
    const other = model.steps[index];
    if (here === undefined || there === undefined || other === undefined || there === here) {
      return [];
    }
    const [x1, y1, x2, y2] = [laneX(geometry, other.lane.index), middle(there), laneX(geometry, step.lane.index), middle(here)];
    const bend = Math.min(60, (y2 - y1) / 2);
    const d = `M${x1} ${y1 + 9}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 12}`;
    return [svg('path', { 'class': 'after', d }), svg('path', { 'class': 'after-tip', 'd': `M${x2} ${y2 - 8}l-4 -6h8z` })];
  });
  picture.replaceChildren(...curves);
}

export const overviewWidth = 18;

/** One mark for each run of a thread, its place across by thread; the violation in the colour of errors. */
export function drawOverview(model: Model, rows: Row[], geometry: Geometry, height: number): SVGElement[] {
  const total = Math.max(1, geometry.tops[geometry.tops.length - 1]!);
  const scale = Math.min(1, height / total);
  const slot = (overviewWidth - 6) / Math.max(1, model.lanes.length);
  const marks: SVGElement[] = [];
  let run: { lane: Lane; bad: boolean; from: number; to: number } | undefined;
  const flush = (): void => {
    if (run !== undefined) {
      const x = 3 + run.lane.index * slot;
      marks.push(svg('rect', {
        'class': run.bad ? 'mark bad' : `mark c${run.lane.colour}`,
        'x': run.bad ? 3 : x, 'width': run.bad ? overviewWidth - 6 : Math.max(3, slot),
        'y': run.from * scale, 'height': Math.max(2, (run.to - run.from) * scale - 0.5),
      }));
    }
  };
  rows.forEach((row, index) => {
    const step = row.kind === 'step' ? row.step : row.kind === 'fold' || row.kind === 'round' ? model.steps[row.first] : undefined;
    if (step === undefined) {
      return;
    }
    if (run === undefined || run.lane !== step.lane || run.bad !== step.bad) {
      flush();
      run = { lane: step.lane, bad: step.bad, from: geometry.tops[index]!, to: 0 };
    }
    run.to = geometry.tops[index + 1]!;
  });
  flush();
  return marks;
}
