/**
 * What the view is given: one finding with its trail, as the server writes both. Shapes only.
 *
 * Fields that a server may leave out are optional; a view must do with what there is.
 */

export interface Place {
  class: string;
  method: string;
  file: string | null;
  path: string | null;
  line: number | null;
}

export interface NamedValue {
  name: string;
  before?: string;
  value: string;
  /** How it was accessed on the way from the step to the next one; absent for what the step itself is about. */
  access?: 'read' | 'write' | 'read-and-write';
}

export interface LockRow {
  name: string;
  /** The path of the thread that holds it. */
  owner: string | null;
  /** The paths of the threads that are blocked on it. */
  wanted?: string[];
}

export type Standing = 'runnable' | 'blocked' | 'waiting' | 'parked' | 'ended';

export interface Scene {
  stack?: Place[];
  values?: NamedValue[];
  /** Numbers, from 1, of earlier steps of other threads. */
  after?: number[];
  locks?: LockRow[];
  threads?: { thread: string; state: Standing }[];
  variables?: NamedValue[];
  /** The step is inside the library: in a call of the user's code, or in none. */
  library?: { called: { class: string; method: string } | null };
}

export type Action =
  | 'begin' | 'start' | 'lock' | 'blocked' | 'wait' | 'spurious-wakeup' | 'timeout' | 'notify' | 'park' | 'unpark' | 'join'
  | 'interrupt' | 'sleep' | 'read' | 'write' | 'atomic' | 'call' | 'class-init' | 'choice' | 'throw' | 'end' | 'exit';

/** What a step does, in parts that may be set apart. */
export interface Phrase {
  /** `lock`; empty for a call. */
  verb: string;
  /** What it is about, in code, for who has the step's place before his eyes; may be empty. */
  object: string;
  /** What follows the object: `again after wait`; mostly empty. */
  rest: string;
  /** Which object it is about, where `object` leaves that open: `Account#1 "giro"`. */
  which?: string;
}

export interface Step {
  thread: number;
  threadName: string;
  threadPath: string;
  operation: string;
  action: Action;
  /** Absent in trails of older builds. */
  phrase?: Phrase;
  facts?: { op: string; remark?: { is: string }; wait?: { for: string } };
  location: Place | null;
  options: number;
  note?: string;
  preemption?: boolean;
  scene?: Scene;
}

/** Where a run goes round forever: what comes before is the stem. */
export interface Lasso {
  /** The number of its first step, from 1. */
  from: number;
  /** Steps of one round. */
  steps: number;
  /** How often the trail goes round, each time by the same steps. */
  rounds: number;
}

/** What a field, an element or a parameter holds: an object, by its id, or a value as source code has it. */
export interface Held {
  object?: number;
  value?: string;
  /** Of a constant of an enum, whose name is the value: the enum's binary name. */
  type?: string;
}

/** An object among the inputs of a run. */
export interface HeapObject {
  id: number;
  /** Of a class its binary name. */
  type: string;
  kind: 'object' | 'array' | 'string';
  /** Of an object; those that are missing are 0, `false` or `null`. */
  fields?: (Held & { name: string })[];
  /** Of an array. */
  elements?: Held[];
  /** Of a string: a literal. */
  text?: string;
}

/** A parameter of a method that was explored for all inputs. */
export interface Input {
  name: string;
  type: string;
  /** For readers; an object is in the heap too. */
  value: string;
  object?: number;
}

export interface TrailData {
  id: string;
  /** What its finding is recognised by, in whatever run it comes. */
  fingerprint?: string;
  target: string;
  args: string[];
  inputs?: Input[];
  heap?: HeapObject[];
  /** Of a sequence of calls, each one with the number of inputs that it takes: in order, the last ones of all. */
  calls?: { method: string; parameters: number }[];
  /** What holds of all inputs on this path: all of these. */
  condition?: string[];
  jdk: string;
  kind: string;
  steps: Step[];
  /** Of a run that never ends. */
  loop?: Lasso;
  output?: string;
}

/** An unlikely event without which a defect does not happen. */
export interface Need {
  event: 'short-sleep' | 'spurious-wakeup' | 'time-out';
  file: string | null;
  line: number | null;
}

/** Why a run fails; the numbers of steps count from 1, and 0 is none. */
export interface Why {
  why: string;
  /** The first step after the switch that makes the difference. */
  step?: number;
  without?: 'passes' | 'goes-on' | 'fails-otherwise';
  before?: { step: number };
  intruder?: { step: number };
  after?: { step: number } | null;
}

/** The nearest run that passes, from where it differs. */
export interface PassingRun {
  /** The number of the first step in which it differs, from 1. */
  from: number;
  steps: Step[];
  omitted: number;
  sentence: string | null;
}

export interface Finding {
  kind: string;
  confidence: 'confirmed' | 'potential';
  message: string;
  /** The message without the kind that it begins with. */
  detail: string;
  suppressed?: { by: string; reason: string } | null;
  needs: string[];
  /** Why it fails, in a sentence without its full stop. */
  why?: string | null;
  /** The nearest run that passes. */
  passing?: PassingRun | null;
  /** Absent in trails of older builds. */
  facts?: { what?: { cycle?: { thread: string }[] } | null; why?: Why | null; needs?: Need[] };
  location: Place | null;
  related: { message: string; location: Place | null }[];
  trail: TrailData;
}

/** Lines of a source file around the places of a trail, by number. */
export type Excerpt = Record<string, string>;

export interface TrailDocument {
  id: string;
  title: string;
  finding: Finding;
  /** How to mend it, in a sentence. */
  fix?: string | null;
  /** How the story ends. */
  ending?: string | null;
  /** By path. */
  sources?: Record<string, Excerpt>;
}

export interface Statistics {
  states: number;
  seconds: number;
}

/** So many of so many. */
export interface Counted {
  covered: number;
  total: number;
}

export interface MethodCoverage {
  /** As a program writes it: `sell(int)`. */
  title: string;
  line: number | null;
  instructions: Counted;
  /** Ways of its conditional branches, two each. */
  branches: Counted;
}

export interface LineCoverage {
  line: number;
  instructions: Counted;
  /** Of each conditional branch: whether it has jumped, and whether it has gone on behind itself. */
  branches: [boolean, boolean][];
}

export interface ClassCoverage {
  class: string;
  file: string | null;
  /** The key of its source, where that was found. */
  path: string | null;
  methods: MethodCoverage[];
  lines: LineCoverage[];
}

/** What of the program's own code some path of the search has run. */
export interface CoverageReport {
  classes: ClassCoverage[];
  /** Path → the lines of the file. */
  sources: Record<string, string[]>;
}

/** One target of a report page. */
export interface TargetReport {
  target: string;
  args: string[];
  verdict: 'verified' | 'violated' | 'incomplete' | 'failed';
  coverage: 'complete' | 'limited';
  reasons: string[];
  /** Remarks that change nothing: which atoms of a property were never true, for one. */
  notes?: string[];
  assumptions: string[];
  statistics: Statistics;
  findings: TrailDocument[];
  /** Where `--report coverage` asked for it. */
  covered?: CoverageReport | null;
}

/** What a page of its own shows: the answer of `check`, or one replayed trail. */
export interface PageData {
  version: string;
  jdk: string;
  targets: TargetReport[];
  /** How a replay ended, in a sentence; absent for a check. */
  replay?: { reproduced: boolean; message: string };
}

/** Whether something that came by message has the parts that the view cannot do without. */
export function isTrailDocument(value: unknown): value is TrailDocument {
  const finding = field(value, 'finding');
  return typeof field(value, 'id') === 'string' && typeof field(value, 'title') === 'string'
    && typeof field(finding, 'message') === 'string' && Array.isArray(field(field(finding, 'trail'), 'steps'));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** How many steps move something; what comes after them describes the state at the end, all at once. */
export function movesOf(steps: Step[]): number {
  return steps.findLastIndex(step => step.options > 0 || step.action === 'start') + 1;
}

/** A round of the loop: indices of its first and last step. */
export interface Round {
  /** From 1. */
  number: number;
  first: number;
  last: number;
}

/** The rounds of the loop that the trail has whole. */
export function roundsOf({ loop, steps }: Pick<TrailData, 'loop' | 'steps'>): Round[] {
  if (loop === undefined || loop.from < 1 || loop.steps < 1) {
    return [];
  }
  const whole = Math.min(loop.rounds, Math.floor((steps.length - loop.from + 1) / loop.steps));
  return [...Array(Math.max(0, whole)).keys()].map(round => {
    const first = loop.from - 1 + round * loop.steps;
    return { number: round + 1, first, last: first + loop.steps - 1 };
  });
}

/** The index of the step where what is wrong shows: of a run that goes round the first step of the loop, of a deadlock the first thread of the cycle, and not who waits for its end. */
export function violationOf({ finding }: TrailDocument): number {
  const { steps } = finding.trail;
  const [round] = roundsOf(finding.trail);
  if (round !== undefined) {
    return round.first;
  }
  const moves = movesOf(steps);
  const cycle = finding.facts?.what?.cycle?.map(({ thread }) => thread) ?? [];
  const inCycle = steps.findIndex((step, index) => index >= moves && step.action === 'blocked'
    && (cycle.includes(step.threadName) || cycle.length === 0 && step.facts?.wait !== undefined && step.facts.wait.for !== 'end'));
  return inCycle >= 0 ? inCycle : Math.max(0, Math.min(steps.length - 1, moves));
}
