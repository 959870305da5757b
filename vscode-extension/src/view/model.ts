/**
 * A trail made ready for drawing: threads as lanes, and the state of everything after each step. Knows no page.
 */
import { movesOf, roundsOf, violationOf, type LockRow, type NamedValue, type Place, type Round, type Standing, type Step, type TrailDocument } from './document';
import { glyphs, isConcurrent, loopWords, placeOf, roundWords, words, type Words } from './words';

export interface Lane {
  path: string;
  name: string;
  /** The same, as short as it differs from the others. */
  short: string;
  /** For the head of its lane, where there is less room. */
  head: string;
  /** Column, and which colour it has. */
  index: number;
  colour: number;
  /** Steps, by index, between which it lives: where it was started, and its last own step. */
  born: number;
  last: number;
}

/** The state of a lane after a step. `absent`: not started yet. */
export type LaneState = Standing | 'absent';

export interface ModelStep {
  index: number;
  /** From 1; `undefined` for what only describes the state at the end. */
  number: number | undefined;
  lane: Lane;
  step: Step;
  words: Words;
  glyph: string;
  /** `Till.java:6` */
  place: string;
  /** It belongs to what is wrong: drawn in the colour of errors. */
  bad: boolean;
  /** The values that it changed. */
  changes: NamedValue[];
  /** What a read saw, or a change in short: `cash 0 → 5`. */
  valueText: string;
  /** Another thread ran before. */
  switches: Switch | undefined;
  /** Indices of steps that came before by happens-before. */
  after: number[];
  /** After the step. */
  locks: readonly LockRow[];
  /** After the step, by lane. */
  states: readonly LaneState[];
  /** It starts this lane. */
  starts: Lane | undefined;
}

export interface Switch {
  from: Lane;
  /** The other thread was still enabled. */
  preemption: boolean;
  text: string;
}

export interface Model {
  document: TrailDocument;
  lanes: Lane[];
  steps: ModelStep[];
  /** Steps that move something; the others describe the state at the end. */
  moves: number;
  preemptions: number;
  /** Rounds of the loop that repeats forever, of a run that never ends. */
  rounds: Round[];
  /** Index of the step where the violation shows. */
  violation: number;
  /** Index of the first step after the switch that makes the difference; -1 for none. */
  decisive: number;
  /** Indices of the steps that the explanation names. */
  named: ReadonlySet<number>;
  /** The file that the trail begins in. */
  home: string | undefined;
}

const colours = 10;

export function modelOf(document: TrailDocument): Model {
  const steps = document.finding.trail.steps;
  const lanes = lanesOf(steps);
  const byPath = new Map(lanes.map(lane => [lane.path, lane]));
  const moves = movesOf(steps);
  const builder = new StepModels(lanes, byPath);
  const models = steps.map((step, index) => builder.step(step, index, moves));
  return {
    document,
    lanes,
    steps: models,
    moves,
    preemptions: steps.filter(step => step.preemption === true).length,
    rounds: roundsOf(document.finding.trail),
    violation: violationOf(document),
    decisive: (document.finding.facts?.why?.step ?? 0) - 1,
    named: namedBy(document),
    home: steps.find(({ location }) => location?.file != null)?.location?.file ?? undefined,
  };
}

function namedBy({ finding }: TrailDocument): ReadonlySet<number> {
  const why = finding.facts?.why;
  const moments = [why?.before, why?.intruder, why?.after];
  return new Set(moments.flatMap(moment => moment == null || moment.step === 0 ? [] : [moment.step - 1]));
}

function lanesOf(steps: Step[]): Lane[] {
  const first = new Map<string, Step>();
  for (const step of steps) {
    if (!first.has(step.threadPath)) {
      first.set(step.threadPath, step);
    }
  }
  // A thread that never moved is still in the scenes, without a name: its path must do.
  const silent = new Set(steps.flatMap(step => (step.scene?.threads ?? []).map(({ thread }) => thread))
    .filter(path => !first.has(path)));
  const known = [...first.values()].sort((a, b) => a.thread - b.thread)
    .map(({ threadPath, threadName }) => ({ path: threadPath, name: threadName }));
  const all = [...known, ...[...silent].map(path => ({ path, name: nameOfSilent(steps, path) }))];
  const names = all.map(({ name }) => name);
  const short = shortNames(names);
  const heads = shortNames(names, longestHead);
  return all.map(({ path, name }, index) => ({
    path, name, short: short[index]!, head: heads[index]!, index,
    colour: index === 0 ? 0 : 1 + (index - 1) % (colours - 1),
    born: bornAt(steps, path),
    last: steps.findLastIndex(step => step.threadPath === path),
  }));
}

/** `start sell` names a thread even if it never moves. */
function nameOfSilent(steps: Step[], path: string): string {
  const start = steps[startOf(steps, path)];
  return start?.phrase?.object ?? path;
}

/** Children are numbered in the order of their starts. */
function startOf(steps: Step[], path: string): number {
  const cut = path.lastIndexOf('/');
  const parent = path.slice(0, Math.max(0, cut));
  let left = Number(path.slice(cut + 1));
  return cut < 0 ? -1 : steps.findIndex(step => step.action === 'start' && step.threadPath === parent && left-- === 0);
}

function bornAt(steps: Step[], path: string): number {
  const started = startOf(steps, path);
  return started >= 0 ? started : Math.max(0, steps.findIndex(step => step.threadPath === path));
}

/** Letters that the head of a narrow lane has room for. */
const longestHead = 11;

/** Names as short as they differ: what many long ones have in common before their last part is left out. */
export function shortNames(names: string[], longest = 15): string[] {
  const long = [...new Set(names.filter(name => name.length > longest))];
  if (long.length < 2) {
    return names;
  }
  let common = 0;
  while (long.every(name => name[common] !== undefined && name[common] === long[0]![common])) {
    common++;
  }
  // Where the last word that they share begins; the middle of a name that is one word.
  const ends = Array.from(long[0]!.slice(0, common)).flatMap((letter, index) => '-_. '.includes(letter) ? [index + 1] : []);
  const cut = ends.at(-2);
  const shorten = (name: string): string => cut === undefined ? `${name.slice(0, 5)}…${name.slice(Math.max(5, common - 1))}` : `…${name.slice(cut)}`;
  const short = common < longest - 4 ? names : names.map(name => name.length > longest ? shorten(name) : name);
  return new Set(short).size === new Set(names).size ? short : names;
}

/** Goes through the steps once and keeps what holds after each. */
class StepModels {
  private readonly states: LaneState[];
  private locks: readonly LockRow[] = [];
  private previous: { step: Step; lane: Lane } | undefined;
  private readonly childrenOf = new Map<string, number>();
  private readonly hasScenes = { any: false };

  constructor(private readonly lanes: Lane[], private readonly byPath: Map<string, Lane>) {
    this.states = lanes.map((_, index) => index === 0 ? 'runnable' : 'absent');
  }

  step(step: Step, index: number, moves: number): ModelStep {
    const lane = this.byPath.get(step.threadPath) ?? this.lanes[0]!;
    const starts = this.startedBy(step);
    const before = [...this.states];
    this.advance(step, lane, starts);
    const atEnd = index >= moves;
    const changes = (step.scene?.values ?? []).filter(value => value.before !== undefined);
    const result: ModelStep = {
      index,
      number: atEnd ? undefined : index + 1,
      lane,
      step,
      words: words(step),
      glyph: glyphs[step.action] ?? '·',
      place: placeOf(step),
      bad: step.action === 'throw' || (atEnd && (step.action === 'blocked' || isConcurrent(step))),
      changes,
      valueText: valueText(step),
      switches: atEnd ? undefined : this.switchTo(step, lane, before),
      after: (step.scene?.after ?? []).map(number => number - 1).filter(other => other >= 0 && other < index),
      locks: this.locks,
      states: [...this.states],
      starts,
    };
    if (!atEnd) {
      this.previous = { step, lane };
    }
    return result;
  }

  private startedBy(step: Step): Lane | undefined {
    if (step.action !== 'start') {
      return undefined;
    }
    const nth = this.childrenOf.get(step.threadPath) ?? 0;
    this.childrenOf.set(step.threadPath, nth + 1);
    return this.byPath.get(`${step.threadPath}/${nth}`);
  }

  private advance(step: Step, lane: Lane, starts: Lane | undefined): void {
    const scene = step.scene;
    this.hasScenes.any ||= scene?.threads !== undefined;
    if (this.states[lane.index] === 'absent') {
      this.states[lane.index] = 'runnable';
    }
    if (starts !== undefined && this.states[starts.index] === 'absent') {
      this.states[starts.index] = 'runnable';
    }
    if (!this.hasScenes.any) { // an older trail has less
      this.states[lane.index] = step.action === 'blocked' ? 'blocked' : step.action === 'end' ? 'ended'
        : step.action === 'wait' ? 'waiting' : 'runnable';
    }
    for (const { thread, state } of scene?.threads ?? []) {
      const changed = this.byPath.get(thread);
      // That it exists is reported a little before its start is: the lane begins there.
      if (changed !== undefined && (this.states[changed.index] !== 'absent' || changed === starts)) {
        this.states[changed.index] = state;
      }
    }
    this.locks = scene?.locks ?? this.locks;
  }

  private switchTo(step: Step, lane: Lane, before: LaneState[]): Switch | undefined {
    const from = this.previous?.lane;
    if (from === undefined || from === lane) {
      return undefined;
    }
    const preemption = step.preemption === true;
    return { from, preemption, text: preemption ? `${from.name} is preempted` : whyNot(from, before[from.index]) };
  }
}

function whyNot(from: Lane, state: LaneState | undefined): string {
  switch (state) {
    case 'blocked': return `${from.name} is blocked`;
    case 'waiting': return `${from.name} waits`;
    case 'parked': return `${from.name} is parked`;
    case 'ended': return `${from.name} has ended`;
    case 'runnable':
    case 'absent':
    case undefined: return `after ${from.name}`;
  }
}

function valueText(step: Step): string {
  const values = step.scene?.values ?? [];
  const own = values.find(({ access }) => access === undefined);
  if (own === undefined) {
    // What it did on its way: the changes before what it saw.
    const inside = values.toSorted((a, b) => Number(a.before === undefined) - Number(b.before === undefined));
    return inside.slice(0, 2).map(value => `${fieldOf(value.name)} ${inShort(value)}`).join(', ');
  }
  return own.before === undefined && step.action === 'write' ? `${inShort(own)} already` : inShort(own);
}

const inShort = ({ before, value }: NamedValue): string => before === undefined ? `= ${value}` : `${before} → ${value}`;

const fieldOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The locks that a thread holds after a step. */
export function heldBy(step: ModelStep, lane: Lane): LockRow[] {
  return step.locks.filter(({ owner }) => owner === lane.path);
}

/** The state of a thread after a step, in words: `blocked on ledger, held by audit · holds drawer`. */
export function standingText(model: Model, step: ModelStep, lane: Lane): string {
  const state = step.states[lane.index] ?? 'absent';
  const parts: string[] = [stateWords(model, step, lane, state)];
  const held = heldBy(step, lane).map(({ name }) => name);
  if (held.length > 0) {
    parts.push(`holds ${held.join(', ')}`);
  }
  return parts.join(' · ');
}

function stateWords(model: Model, step: ModelStep, lane: Lane, state: LaneState): string {
  if (state === 'blocked') {
    const wanted = step.locks.find(({ wanted }) => wanted?.includes(lane.path) === true);
    return wanted === undefined ? 'blocked' : `blocked on ${wanted.name}`;
  }
  if (state === 'absent') {
    return 'not started';
  }
  if (state === 'ended') {
    const end = model.steps[lane.last];
    return end?.number === undefined || end.index > step.index ? 'ended' : `ended at step ${end.number}`;
  }
  return state === 'runnable' ? (step.lane === lane ? 'runs' : 'runnable') : state;
}

/** One sentence for who cannot see the lanes. */
export function sentence(model: Model, step: ModelStep): string {
  const { words: { verb, object, note }, lane } = step;
  const what = [verb, object].filter(Boolean).join(' ');
  const position = step.number === undefined ? 'At the end' : `Step ${step.number} of ${model.moves}`;
  const parts = [`${position}: ${lane.name}, ${what}${step.valueText === '' ? '' : ` ${step.valueText}`}`];
  if (note !== '') {
    parts.push(note);
  }
  if (step.place !== '') {
    parts.push(step.place.replace(/:(\d+)$/, ' line $1'));
  }
  if (step.switches !== undefined) {
    parts.push(`switch: ${step.switches.text}`);
  }
  const round = model.rounds.find(({ first }) => first === step.index);
  if (round !== undefined) {
    parts.push(round.number === 1 ? loopWords(round) : roundWords(round));
  }
  return `${parts.join('; ')}.`;
}

export function samePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.class === b.class;
}
