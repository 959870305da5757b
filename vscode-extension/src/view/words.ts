/** Words and shapes of a step. The shapes are those of the terminal, so that a reader knows them already. */
import type { Action, Step } from './document';

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
  return synchronising.has(step.action) || step.preemption === true || step.note === 'at the same time';
}

export interface Words {
  verb: string;
  /** What the operation is about, in code; may be empty. */
  object: string;
  /** A remark in plain words; may be empty. */
  note: string;
}

/** `lock` and `drawer`; the class that the reader has before his eyes is not named. */
export function words(step: Step): Words {
  const short = shortened(step);
  const note = step.note ?? '';
  const call = /^[^\s]+\(\)$/.test(short);
  if (call) {
    return { verb: '', object: short, note };
  }
  const long = /^(volatile read|volatile write|atomic update|waits on|wait on|wakes from wait on|wakes up for no reason|the wait ends by time) ?(.*)$/
    .exec(short);
  if (long !== null) {
    return { verb: long[1] ?? '', object: long[2] ?? '', note };
  }
  const again = short.endsWith(' again after wait');
  const plain = again ? short.replace(/ again after wait$/, '') : short;
  const space = plain.indexOf(' ');
  const verb = space < 0 ? plain : plain.slice(0, space);
  const object = space < 0 ? '' : plain.slice(space + 1);
  return { verb: again ? `${verb} again` : verb, object, note };
}

function shortened({ operation, location }: Step): string {
  if (location === null) {
    return operation;
  }
  const simple = location.class.slice(location.class.lastIndexOf('.') + 1);
  const outer = simple.split('$')[0] ?? '';
  const inner = simple.slice(simple.lastIndexOf('$') + 1);
  const space = operation.indexOf(' ');
  const verb = operation.slice(0, space + 1);
  const rest = operation.slice(space + 1);
  for (const prefix of [`${simple}.`, `${outer}.`, `${outer}$`]) {
    const shorter = rest.startsWith(prefix) ? rest.slice(prefix.length) : '';
    if (shorter !== '' && shorter !== 'class') {
      return verb + shorter;
    }
  }
  const at = operation.indexOf(` this ${inner}`);
  const after = operation.slice(at + 6 + inner.length);
  return at >= 0 && (after === '' || after.startsWith(' ')) ? `${operation.slice(0, at)} this${after}` : operation;
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

export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;

export const kindNames: Record<string, string> = {
  'deadlock': 'Deadlock',
  'data-race': 'Data race',
  'assertion-failure': 'Assertion failed',
  'uncaught-exception': 'Uncaught exception',
  'infinite-loop': 'Infinite loop',
  'blocked-in-atomic': 'Blocked in an atomic method',
  'thread-leak': 'Thread leak',
  'lock-discipline': 'Lock discipline',
};

/** `Account.balance` of `Bank$Account.balance`: the class around it is before the reader's eyes. */
export const plainNames = (text: string): string => text.replace(/\b(?:[A-Za-z_][\w]*\$)+(?=[A-Z])/g, '');

/** `main, a lambda` of `lambda$main$0`. */
export function methodName(method: string): string {
  const lambda = /^lambda\$(.+)\$\d+$/.exec(method);
  return lambda === null ? method : `${lambda[1] === 'new' ? '<init>' : lambda[1]}, a lambda`;
}
