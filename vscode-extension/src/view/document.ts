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
}

export interface Step {
  thread: number;
  threadName: string;
  threadPath: string;
  operation: string;
  action: Action;
  /** Absent in trails of older builds. */
  phrase?: Phrase;
  facts?: { op: string; remark?: { is: string } };
  location: Place | null;
  options: number;
  note?: string;
  preemption?: boolean;
  scene?: Scene;
}

export interface TrailData {
  id: string;
  target: string;
  args: string[];
  jdk: string;
  kind: string;
  steps: Step[];
  output?: string;
}

/** An unlikely event without which a defect does not happen. */
export interface Need {
  event: 'short-sleep' | 'spurious-wakeup' | 'time-out';
  file: string | null;
  line: number | null;
}

export interface Finding {
  kind: string;
  confidence: 'confirmed' | 'potential';
  message: string;
  /** The message without the kind that it begins with. */
  detail: string;
  suppressed?: { by: string; reason: string } | null;
  needs: string[];
  /** Absent in trails of older builds. */
  facts?: { needs?: Need[] };
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

/** One target of a report page. */
export interface TargetReport {
  target: string;
  args: string[];
  verdict: 'verified' | 'violated' | 'incomplete' | 'failed';
  coverage: 'complete' | 'limited';
  reasons: string[];
  assumptions: string[];
  statistics: Statistics;
  findings: TrailDocument[];
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
