/** Words and shapes of a step. The shapes are those of the terminal, so that a reader knows them already. */
import type { Action, Need, Round, Step, TrailData } from './document';

/** One sign for each operation. Closed: a new operation must be drawn. */
export const glyphs: Record<Action, string> = {
  'begin': '▷', 'start': '▸', 'lock': '⊕', 'blocked': '⧗', 'wait': '◌', 'park': '◌', 'spurious-wakeup': '!', 'timeout': 'τ',
  'notify': '◎', 'unpark': '◎', 'join': '⊣', 'interrupt': '↯', 'sleep': 'z', 'read': '○', 'write': '●', 'atomic': '◆',
  'call': '◇', 'class-init': '□', 'choice': '?', 'throw': '✗', 'end': '■', 'exit': '■',
};

/** Operations by which threads agree on an order. */
const synchronising: ReadonlySet<Action> = new Set<Action>([
  'begin', 'start', 'lock', 'blocked', 'wait', 'spurious-wakeup', 'timeout', 'notify', 'park', 'unpark', 'join', 'interrupt',
  'atomic', 'call', 'throw', 'end', 'exit',
]);

export function isSynchronising(step: Step): boolean {
  return synchronising.has(step.action) || step.preemption === true || isConcurrent(step);
}

/** Another thread's access happens at the same time. */
export const isConcurrent = (step: Step): boolean => step.facts?.remark?.is === 'concurrent';

export interface Words {
  verb: string;
  /** What the operation is about, in code; may be empty. */
  object: string;
  /** A remark in plain words; may be empty. */
  note: string;
}

/** `lock` and `drawer`. A trail of an older build has only the whole of it. */
export function words({ operation, phrase, note }: Step): Words {
  const { verb, object, rest, which } = phrase ?? { verb: operation, object: '', rest: '' };
  const of = which === undefined ? undefined : `of ${which}`;
  return { verb, object, note: [rest, of, note].filter(Boolean).join(', ') };
}

/** `new shop.Till(capacity)`: the calls of a sequence, with the names of the inputs that each takes. */
export function callWords({ inputs = [], calls = [] }: Pick<TrailData, 'inputs' | 'calls'>): string[] {
  let from = inputs.length - calls.reduce((sum, { parameters }) => sum + parameters, 0);
  return calls.map(({ method, parameters }) => {
    const taken = inputs.slice(Math.max(from, 0), Math.max(from + parameters, 0));
    from += parameters;
    return `${method}(${taken.map(({ name }) => name).join(', ')})`;
  });
}

/** `Till.java:6`, as short as it is clear. */
export function placeOf(step: Step): string {
  const { location } = step;
  if (location === null) {
    return '';
  }
  const file = location.file ?? location.class;
  return location.line === null ? file : `${file}:${location.line}`;
}

const unlikely: Record<Need['event'], string> = {
  'short-sleep': 'a sleep that ends before the work of others',
  'spurious-wakeup': 'a spurious wakeup',
  'time-out': 'an early timeout',
};

/** `a spurious wakeup at Relay.java:8`. */
export const needWords = ({ event, file, line }: Need): string =>
  file === null ? unlikely[event] : `${unlikely[event]} at ${file}:${line ?? 0}`;

export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;

/** `from here these 3 steps repeat forever`. */
export function loopWords({ first, last }: Round): string {
  return first === last ? 'from here this step repeats forever' : `from here these ${last + 1 - first} steps repeat forever`;
}

/** `round 2 of the loop: the same 3 steps`. */
export function roundWords({ number, first, last }: Round): string {
  return `round ${number} of the loop: ${first === last ? 'the same step' : `the same ${last + 1 - first} steps`}`;
}

export const kindNames: Record<string, string> = {
  'deadlock': 'Deadlock',
  'data-race': 'Data race',
  'assertion-failure': 'Assertion failed',
  'uncaught-exception': 'Uncaught exception',
  'infinite-loop': 'Infinite loop',
  'livelock': 'Livelock',
  'blocked-in-atomic': 'Blocked in an atomic method',
  'thread-leak': 'Thread leak',
  'lock-discipline': 'Lock discipline',
  'invariant-violation': 'Invariant violated',
  'not-linearizable': 'Not linearizable',
  'not-obstruction-free': 'Not obstruction-free',
  'property-violation': 'Property violated',
};

/** `Account.balance` of `Bank$Account.balance`: the class around it is before the reader's eyes. */
export const plainNames = (text: string): string => text.replace(/\b(?:[A-Za-z_][\w]*\$)+(?=[A-Z])/g, '');

/** `main, a lambda` of `lambda$main$0`. */
export function methodName(method: string): string {
  const lambda = /^lambda\$(.+)\$\d+$/.exec(method);
  return lambda === null ? method : `${lambda[1] === 'new' ? '<init>' : lambda[1]}, a lambda`;
}

/** `TransferService` and `com.example.bank`: a target's name in front, and the package that tells it from others of the name. */
export function splitTarget(name: string): { simple: string; packageName: string } {
  const [, packageName = '', simple = name] = /^((?:[^.#\s]+\.)+)([^.\s].*)$/.exec(name) ?? [];
  return { simple, packageName: packageName.replace(/\.$/, '') };
}
