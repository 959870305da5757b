// Trails made up for tests and pictures: any number of steps and threads, the same ones every time.
import type { Action, CoverageReport, LockRow, PageData, Phrase, Place, Scene, Standing, Step, TrailDocument } from '../../src/view/document';

const file = 'Looms.java';
const names = ['main', 'warp', 'weft', 'shuttle', 'reed', 'heddle', 'treadle', 'bobbin', 'selvage', 'beater', 'lathe', 'sley',
  'temple', 'breast-beam', 'cloth-roll', 'warp-roll', 'lease-rod', 'harness', 'raddle', 'quill'];
const lockNames = ['ledger', 'drawer', 'spool', 'frame', 'pattern', 'basket'];

function place(line: number, method: string): Place {
  return { class: 'mill.Looms', method, file, path: `src/mill/${file}`, line };
}

/** As the server takes apart what these trails say. */
function phraseOf(operation: string): Phrase {
  const [, verb = '', object = ''] = /^(.*) (\S+)$/.exec(operation.replace('Looms.', '')) ?? [];
  return { verb, object, rest: '' };
}

/** A generator of numbers that is the same everywhere. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** The last `standing` steps describe the state; they count as steps. */
export function trailOf(stepCount: number, threadCount: number): TrailDocument {
  const pick = numbers(stepCount * 100 + threadCount);
  const path = (thread: number): string => thread === 0 ? 'main' : `main/${thread - 1}`;
  const steps: Step[] = [];
  const owners = new Map<string, number>();
  const started = new Set([0]);
  let last = 0;
  const add = (thread: number, action: Action, operation: string, scene: Scene, options: number, note = ''): void => {
    const line = 12 + (thread * 7 + steps.length * 3) % 60;
    const method = names[thread]!.replace('-', '');
    steps.push({
      thread: thread + 1, threadName: names[thread]!, threadPath: path(thread), operation, action, phrase: phraseOf(operation),
      location: place(line, method), options, note,
      preemption: options > 0 && thread !== last && steps.length > threadCount,
      scene: {
        stack: [place(line, method), place(8, 'run'), { class: 'java.lang.Thread', method: 'run', file: 'Thread.java', path: null, line: 840 }],
        variables: [{ name: 'this', value: 'Looms#1' }, { name: 'rows', value: String(steps.length) }, { name: 'this.pattern', value: '"twill"' }],
        ...scene,
      },
    });
    last = thread;
  };
  const table = (wanted: Map<string, number[]> = new Map()): LockRow[] => lockNames.filter(name => owners.has(name)).map(name => ({
    name, owner: path(owners.get(name)!), wanted: (wanted.get(name) ?? []).map(path),
  }));

  const blocked = Math.min(threadCount - 1 || 1, stepCount < 6 ? 1 : 2);
  const moves = stepCount - blocked;
  for (let thread = 1; thread < threadCount && steps.length < moves - (stepCount < 6 ? 0 : 2); thread++) {
    started.add(thread);
    add(0, 'start', `start ${names[thread]}`, { threads: [{ thread: path(thread), state: 'runnable' }] }, 0);
  }
  let rows = 0;
  while (steps.length < moves) {
    const thread = started.size === 1 ? 0 : pick(3) > 0 && last !== 0 ? last : 1 + pick(started.size - 1);
    const left = moves - steps.length;
    const free = lockNames.filter(name => !owners.has(name));
    const held = [...owners].find(([, owner]) => owner === thread)?.[0];
    if (left <= 2 && free.length > 0 && held === undefined) {
      owners.set(free[0]!, thread);
      add(thread, 'lock', `lock ${free[0]}`, { locks: table() }, 2);
    } else if (held !== undefined && left > 2 && pick(3) === 0) {
      owners.delete(held);
      add(thread, 'notify', `notify ${held}`, { locks: table() }, 2);
    } else if (held === undefined && free.length > 2 && pick(3) === 0) {
      const name = free[pick(free.length)]!;
      owners.set(name, thread);
      add(thread, 'lock', `lock ${name}`, { locks: table(), after: steps.length > 8 ? [steps.length - 3] : [] }, 2);
    } else if (pick(2) === 0) {
      add(thread, 'read', 'read Looms.rows', { values: [{ name: 'Looms.rows', value: String(rows) }] }, 2);
    } else {
      add(thread, 'write', 'write Looms.rows', { values: [{ name: 'Looms.rows', before: String(rows), value: String(++rows) }] }, 2);
    }
  }
  const stuck = [...started].filter(thread => thread !== 0 || started.size === 1).slice(0, blocked);
  const wishes = stuck.map((thread, index) => ({ thread, wanted: lockNames[index]!, owner: stuck[(index + 1) % stuck.length]! }));
  wishes.forEach(({ wanted, owner }) => owners.set(wanted, owner));
  const wanted = new Map(wishes.map(({ wanted, thread }) => [wanted, [thread]]));
  const states = wishes.map(({ thread }) => ({ thread: path(thread), state: 'blocked' satisfies Standing as Standing }));
  wishes.forEach(({ thread, wanted: name, owner }, index) =>
    add(thread, 'blocked', `waits to lock ${name}`, index === 0 ? { locks: table(wanted), threads: states } : {}, 0, `held by ${names[owner]}`));
  const holds = (thread: number): string => wishes.find(({ owner }) => owner === thread)?.wanted ?? '';
  return documentOf(steps, `${stepCount}x${threadCount}`,
    wishes.map(({ thread, wanted }) => `${names[thread]} holds ${holds(thread)} and waits to lock ${wanted}`).join('; '),
    wishes.map(({ thread, wanted, owner }) => `${names[thread]} waits to lock ${wanted}, held by ${names[owner]}`));
}

function documentOf(steps: Step[], id: string, detail: string, messages: string[]): TrailDocument {
  const ends = steps.slice(-messages.length);
  const lines = Object.fromEntries([...Array(90).keys()].map(index => [index + 1, `    // line ${index + 1} of the mill`]));
  lines[8] = '  void run() {';
  return {
    id,
    title: `Deadlock: ${detail}`,
    fix: 'always acquire the two locks in the same order',
    ending: 'all of these threads are blocked',
    sources: { [`src/mill/${file}`]: lines },
    finding: {
      kind: 'deadlock', confidence: 'confirmed', message: `Deadlock: ${detail}`, detail, needs: [],
      location: ends[0]?.location ?? null,
      related: messages.map((message, index) => ({ message, location: ends[index]?.location ?? null })),
      trail: { id, target: 'mill.Looms', args: ['3'], jdk: '17.0.15', kind: 'deadlock', steps },
    },
  };
}

/** The same with an explanation: its first preemption makes the difference, and the run that passes goes on without it. */
export function explainedTrail(): TrailDocument {
  const document = trailOf(40, 6);
  const { steps } = document.finding.trail;
  const at = steps.findIndex(({ preemption, options }) => preemption === true && options > 0);
  const before = steps[at - 1]!;
  const next = steps.findIndex((step, index) => index > at && step.thread === before.thread);
  document.finding.why = 'the failure depends on one context switch';
  document.finding.facts = { why: { why: 'switch', step: at + 1, without: 'passes', before: { step: at }, intruder: { step: at + 1 }, after: { step: next + 1 } } };
  const passing = [steps[next]!, ...steps.slice(at, at + 3)].map(step => ({ ...step, preemption: false }));
  document.finding.passing = { from: at + 1, steps: passing, omitted: 3, sentence: null };
  return document;
}

/** Of a method that was explored for all inputs: a cycle, an alias between parameters, an array, strings, an enum. */
export function symbolicTrail(): TrailDocument {
  const document = trailOf(3, 2);
  Object.assign(document.finding.trail, {
    target: 'mill.Looms#weave', args: ['this=#1=mill.Looms{…}', '#1', '5', 'null'],
    inputs: [
      { name: 'this', type: 'mill.Looms', value: '#1=mill.Looms{…}', object: 1 },
      { name: 'other', type: 'mill.Looms', value: '#1', object: 1 },
      { name: 'rows', type: 'int', value: '5' },
      { name: 'none', type: 'mill.Looms', value: 'null' },
    ],
    heap: [
      { id: 1, type: 'mill.Looms', kind: 'object', fields: [{ name: 'first', object: 2 }, { name: 'size', value: '3' }, { name: 'colour', value: 'RED', type: 'mill.Colour' }, { name: 'spools', object: 5 }] },
      { id: 2, type: 'mill.Looms$Thread', kind: 'object', fields: [{ name: 'next', object: 3 }, { name: 'label', object: 8 }] },
      { id: 3, type: 'mill.Looms$Thread', kind: 'object', fields: [{ name: 'next', object: 4 }, { name: 'previous', object: 2 }] },
      { id: 4, type: 'mill.Looms$Thread', kind: 'object', fields: [{ name: 'next', object: 4 }, { name: 'previous', object: 3 }, { name: 'owner', object: 1 }] },
      { id: 5, type: 'java.lang.Object[]', kind: 'array', elements: [{ object: 6 }, { value: 'null' }, { object: 7 }, { object: 7 }, { object: 3 }] },
      { id: 6, type: 'int[]', kind: 'array', elements: [{ value: '1' }, { value: '-2' }] },
      { id: 7, type: 'java.lang.String', kind: 'string', text: '"twice <b>"' },
      { id: 8, type: 'java.lang.String', kind: 'string', text: '"warp \\"one\\""' },
    ],
    condition: ['first != null', 'first.next.previous == first', 'size > 2 && size < spools.length'],
  });
  return document;
}

/** Its only input is a binary tree of so many objects, with two arrays, one of them long. */
export function treeTrail(objects: number): TrailDocument {
  const document = trailOf(3, 2);
  const child = (name: string, id: number) => id <= objects ? [{ name, object: id }] : [];
  Object.assign(document.finding.trail, {
    inputs: [{ name: 'tree', type: 'mill.Tree', value: 'mill.Tree{…}', object: 1 }],
    heap: [
      ...[...Array(objects).keys()].map(index => ({
        id: index + 1, type: 'mill.Tree', kind: 'object',
        fields: [{ name: 'key', value: String(index * 7) }, ...child('left', index * 2 + 2), ...child('right', index * 2 + 3), ...(index === 2 ? [{ name: 'weights', object: objects + 1 }] : [])],
      })),
      { id: objects + 1, type: 'long[]', kind: 'array', elements: [...Array(1000).keys()].map(value => ({ value: String(value) })) },
    ],
  });
  return document;
}

/** Of two classes in one file, both with code on line 3, and of one whose source is not there. */
export function coverageReport(): CoverageReport {
  const of = (covered: number, total: number) => ({ covered, total });
  return {
    classes: [
      {
        class: 'mill.Looms', file: 'Looms.java', path: 'src/mill/Looms.java',
        methods: [
          { title: 'weave(int)', line: 3, instructions: of(7, 8), branches: of(1, 2) },
          { title: 'idle()', line: 5, instructions: of(0, 2), branches: of(0, 0) },
        ],
        lines: [
          { line: 3, instructions: of(3, 3), branches: [] },
          { line: 4, instructions: of(4, 5), branches: [[true, false]] },
          { line: 5, instructions: of(0, 2), branches: [] },
        ],
      },
      {
        class: 'mill.Looms$Thread', file: 'Looms.java', path: 'src/mill/Looms.java',
        methods: [{ title: 'run()', line: 9, instructions: of(3, 4), branches: of(2, 2) }],
        lines: [{ line: 3, instructions: of(1, 2), branches: [] }, { line: 9, instructions: of(2, 2), branches: [[true, true]] }],
      },
      { class: 'mill.Gone', file: null, path: null, methods: [{ title: 'gone()', line: 1, instructions: of(1, 1), branches: of(0, 0) }], lines: [] },
    ],
    sources: { 'src/mill/Looms.java': [...Array(12).keys()].map(index => `    // line ${index + 1} of the mill <b>`) },
  };
}

export function pageOf(...findings: TrailDocument[]): PageData {
  return {
    version: '0.1.0', jdk: '17.0.15',
    targets: [{
      target: 'mill.Looms', args: [], verdict: 'violated', coverage: 'complete', reasons: [], assumptions: ['jdk-atomic'],
      statistics: { states: 4210, seconds: 0.8 }, findings,
    }],
  };
}
