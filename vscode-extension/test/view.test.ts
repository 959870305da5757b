// The trail view without a page: the model, its rows and words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundleView, pageOf as htmlOf, pagePath } from '../scripts/view.mjs';
import { align } from '../src/view/aligned';
import { filesOf, linesOf, share, stateOf, waysOf } from '../src/view/covered';
import { violationOf, type Step, type TrailDocument } from '../src/view/document';
import { geometryOf, rowAt } from '../src/view/geometry';
import { heldBy, modelOf, sentence, shortNames, standingText } from '../src/view/model';
import { asText } from '../src/view/plainText';
import { rowsOf, type Choice, type Row } from '../src/view/rows';
import { methodName, plainNames, splitTarget, words } from '../src/view/words';
import { coverageReport, trailOf } from './view/trails';

const everything: Choice = { synchronisation: false, changes: false, filter: '', open: new Set() };
const sizes = [[3, 2], [3, 20], [40, 6], [200, 2], [200, 20]] as const;

test('the page that the server carries is what this build makes', async () => {
  assert.equal(readFileSync(pagePath, 'utf8'), htmlOf(await bundleView()), 'npm run view writes it; commit it');
});

test('every step is in exactly one row or fold, whatever the size', () => {
  for (const [steps, threads] of sizes) {
    const model = modelOf(trailOf(steps, threads));
    assert.equal(model.steps.length, steps);
    const covered = rowsOf(model, everything).flatMap(row => row.kind === 'step' ? [row.step.index]
      : row.kind === 'fold' ? [...Array(row.last - row.first + 1).keys()].map(offset => row.first + offset) : []);
    assert.deepEqual(covered, [...Array(steps).keys()], `${steps} x ${threads}`);
  }
});

test('a fold is of one thread, hides no preemption, and opens', () => {
  const model = modelOf(trailOf(200, 6));
  const folds = rowsOf(model, everything).filter(row => row.kind === 'fold');
  assert.ok(folds.length > 3);
  for (const { first, last } of folds) {
    const hidden = model.steps.slice(first, last + 1);
    assert.equal(new Set(hidden.map(({ lane }) => lane)).size, 1);
    assert.ok(hidden.slice(1).every(({ switches }) => switches === undefined));
  }
  const { first, last } = folds[0]!;
  const opened = rowsOf(model, { ...everything, open: new Set([first]) });
  assert.equal(opened.filter(row => row.kind === 'step' && row.inFold === first).length, last - first + 1);
});

test('what is wrong stays in every choice', () => {
  const model = modelOf(trailOf(40, 6));
  for (const choice of [{ ...everything, synchronisation: true }, { ...everything, changes: true }]) {
    const shown = rowsOf(model, choice).filter(row => row.kind === 'step' && row.step.bad);
    assert.equal(shown.length, 2);
  }
});

test('a filter wants all of its words, anywhere', () => {
  const model = modelOf(trailOf(40, 6));
  const shown = rowsOf(model, { ...everything, filter: 'LEDGER  waits' }).filter(row => row.kind === 'step');
  assert.equal(shown.length, 1);
  assert.equal(rowsOf(model, { ...everything, filter: 'no such thing' }).filter(row => row.kind === 'step').length, 0);
});

/** A run whose trail says that it goes round. */
function looped(from: number, steps: number, rounds: number): TrailDocument {
  const document = trailOf(40, 6);
  document.finding.trail.loop = { from, steps, rounds };
  return document;
}

test('of a run that goes round, the later rounds are one row each, and open', () => {
  const model = modelOf(looped(20, 5, 3));
  const rows = rowsOf(model, everything);
  const rounds = rows.filter(row => row.kind === 'round');
  assert.deepEqual(rounds.map(({ first, last, open }) => [first, last, open]), [[19, 23, true], [24, 28, false], [29, 33, false]]);
  assert.equal(model.violation, 19, 'what is wrong is that it goes round');
  const covered = (all: Row[]): number[] => all.flatMap(row => row.kind === 'step' ? [row.step.index]
    : row.kind === 'fold' || row.kind === 'round' && !row.open ? [...Array(row.last - row.first + 1).keys()].map(offset => row.first + offset) : []);
  assert.deepEqual(covered(rows), [...Array(40).keys()]);
  const opened = rowsOf(model, { ...everything, open: new Set([24]) });
  assert.equal(opened.filter(row => row.kind === 'step' && row.inFold === 24).length, 5);
  assert.match(sentence(model, model.steps[19]!), /from here these 5 steps repeat forever\.$/);
  assert.match(asText(model), / {5}⟲ round 3 of the loop: the same 5 steps\n {2}30/);
});

test('a loop that the trail has not whole is drawn as far as it goes', () => {
  assert.deepEqual(modelOf(looped(38, 2, 3)).rounds.map(({ first, last }) => [first, last]), [[37, 38]]);
  for (const [from, steps] of [[0, 3], [3, 0], [99, 1]] as const) {
    assert.deepEqual(modelOf(looped(from, steps, 3)).rounds, []);
  }
});

test('a lane begins where its thread is started, and stands as the scenes say', () => {
  const model = modelOf(trailOf(40, 6));
  const warp = model.lanes[1]!;
  assert.equal(warp.born, 0);
  assert.equal(model.steps[0]!.states[2], 'absent', 'weft is not started by the first step');
  const end = model.steps.at(-1)!;
  assert.equal(end.states[warp.index], 'blocked');
  assert.match(standingText(model, end, warp), /^blocked on ledger · holds .*drawer/);
  assert.deepEqual(heldBy(end, model.lanes[2]!).map(({ name }) => name), ['ledger']);
});

test('a trail without scenes, as older servers wrote it, is drawn too', () => {
  const document = trailOf(40, 6);
  document.finding.trail.steps.forEach(step => delete step.scene);
  const model = modelOf(document);
  const end = model.steps.at(-1)!;
  assert.equal(end.states[end.lane.index], 'blocked');
  assert.equal(end.locks.length, 0);
  assert.ok(rowsOf(model, everything).length > 5);
});

test('threads are those of the trail, also one that never moves', () => {
  const document = trailOf(40, 6);
  document.finding.trail.steps = document.finding.trail.steps.filter(({ threadPath }) => threadPath !== 'main/4');
  const model = modelOf(document);
  assert.deepEqual(model.lanes.map(({ name }) => name).sort(), ['heddle', 'main', 'reed', 'shuttle', 'warp', 'weft']);
});

test('one sentence says all of a step', () => {
  const model = modelOf(trailOf(3, 2));
  assert.equal(sentence(model, model.steps[0]!), 'Step 1 of 2: main, start warp; Looms.java line 12.');
  assert.match(sentence(model, model.steps[2]!), /^At the end: warp, waits to lock ledger; held by warp; Looms\.java line \d+\.$/);
});

test('words are those of the server, whole where a trail has none', () => {
  const step: Step = { thread: 1, threadName: 'main', threadPath: 'main', operation: 'lock this Drawer again after wait', action: 'lock',
    options: 1, location: null };
  assert.deepEqual(words(step), { verb: 'lock this Drawer again after wait', object: '', note: '' });
  const phrase = { verb: 'lock', object: 'this', rest: 'again after wait' };
  assert.deepEqual(words({ ...step, phrase }), { verb: 'lock', object: 'this', note: 'again after wait' });
  assert.deepEqual(words({ ...step, phrase: { ...phrase, rest: '' }, note: 'held by sell' }), { verb: 'lock', object: 'this', note: 'held by sell' });
});

test('names as a reader wants them', () => {
  assert.equal(plainNames('Data race on Bank$Account.balance'), 'Data race on Account.balance');
  assert.equal(methodName('lambda$main$0'), 'main, a lambda');
});

test('many threads, or little room, become strips', () => {
  const geometry = (threads: number, width: number) => {
    const model = modelOf(trailOf(40, threads));
    return geometryOf(model, rowsOf(model, everything), width);
  };
  assert.ok(!geometry(2, 800).strips && !geometry(6, 1200).strips);
  assert.ok(geometry(20, 1200).strips && geometry(6, 600).strips);
  const { tops } = geometry(6, 1200);
  assert.equal(rowAt(tops, -5), 0);
  assert.equal(rowAt(tops, tops[3]! + 1), 3);
  assert.equal(rowAt(tops, 1e9), tops.length - 2);
});

test('a trail as text has a line a step and how to run it again', () => {
  const text = asText(modelOf(trailOf(40, 6)));
  assert.ok(text.startsWith('Deadlock: warp holds drawer and waits to lock ledger'));
  assert.equal(text.split('\n').filter(line => /^ *\d+ {2}/.test(line)).length, 38);
  assert.ok(text.includes('⇄') && text.trimEnd().endsWith('dropwire replay 40x6'));
});

test('names are as short as they differ', () => {
  assert.deepEqual(shortNames(['main', 'inventory-coordinator-worker-0', 'inventory-coordinator-worker-1']), ['main', '…worker-0', '…worker-1']);
  assert.deepEqual(shortNames(['reconciliation-0', 'reconciliation-1']), ['recon…-0', 'recon…-1']);
  assert.deepEqual(shortNames(['main', 'pool-1-thread-1', 'pool-1-thread-2'], 11), ['main', '…thread-1', '…thread-2'], 'the heads of lanes');
  assert.deepEqual(shortNames(['main', 'sell', 'audit']), ['main', 'sell', 'audit']);
  assert.deepEqual(shortNames(['pool-1-thread-1', 'pool-1-thread-1']), ['pool-1-thread-1', 'pool-1-thread-1'], 'the same name twice');
});

test('a class comes before its package', () => {
  assert.deepEqual(splitTarget('com.example.bank.Account'), { simple: 'Account', packageName: 'com.example.bank' });
  assert.deepEqual(splitTarget('shop.TillTest#adds(int)[2]'), { simple: 'TillTest#adds(int)[2]', packageName: 'shop' });
  assert.deepEqual(splitTarget('Till 3 a.b'), { simple: 'Till 3 a.b', packageName: '' });
});

test('steps inside one call of the library are one fold, but for those that the explanation names', () => {
  const document = trailOf(40, 6);
  const steps = document.finding.trail.steps;
  const first = steps.findIndex((step, index) => index > 8 && step.options > 0 && steps[index + 1]?.thread === step.thread
    && steps[index + 1]!.options > 0 && steps[index + 1]!.preemption !== true);
  assert.ok(first > 0);
  for (const step of [steps[first]!, steps[first + 1]!]) {
    step.scene = { ...step.scene, library: { called: { class: 'java.util.concurrent.ThreadPoolExecutor', method: 'submit' } } };
    step.location = steps[first]!.location;
  }
  const folds = (): unknown[] => rowsOf(modelOf(document), everything).filter(row => row.kind === 'fold' && row.call === 'submit');
  assert.equal(folds().length, 1);
  document.finding.facts = { why: { why: 'switch', step: first + 1, intruder: { step: first + 1 } } };
  assert.equal(folds().length, 0);
  assert.equal(modelOf(document).decisive, first);
});

test('a deadlock opens on its cycle, not on who waits for the end of a thread in it', () => {
  const document = trailOf(40, 6);
  const steps = document.finding.trail.steps;
  const end = steps.length - 2;
  assert.equal(violationOf(document), end);
  document.finding.facts = { what: { cycle: [{ thread: steps[end + 1]!.threadName }] } };
  assert.equal(violationOf(document), end + 1);
});

test('a run that passes is aligned with the one that fails', () => {
  const steps = trailOf(40, 6).finding.trail.steps;
  const [a, b, c] = [steps[10]!, steps[11]!, steps[12]!];
  assert.deepEqual(align([steps[0]!, a, b, c], 1, [b, c, a]), [
    { failing: 1, passing: undefined }, { failing: 2, passing: 0 }, { failing: 3, passing: 1 }, { failing: undefined, passing: 2 },
  ]);
});

test('what a step accesses on its way is shown by name, changes first', () => {
  const document = trailOf(40, 6);
  const step = document.finding.trail.steps.find(({ action }) => action === 'lock')!;
  step.scene = { ...step.scene, values: [
    { name: 'Night.seen', value: '3', access: 'read' }, { name: 'Night.counted', before: '3', value: '4', access: 'write' },
  ] };
  const shown = modelOf(document).steps.find(model => model.step === step)!;
  assert.equal(shown.valueText, 'counted 3 → 4, seen = 3');
  assert.equal(shown.changes.length, 1);
});

test('a line is covered when all of it has run and its branches have gone both ways', () => {
  const instructions = { covered: 3, total: 3 };
  const line = (covered: number, ...branches: [boolean, boolean][]) => ({ line: 1, instructions: { covered, total: 3 }, branches });
  assert.equal(stateOf(line(0)), 'missed');
  assert.equal(stateOf(line(2)), 'partly');
  assert.equal(stateOf({ line: 1, instructions, branches: [] }), 'covered');
  assert.equal(stateOf(line(3, [true, true], [true, false])), 'partly');
  assert.equal(waysOf(line(3, [true, true], [true, false])), '3 of 4 ways');
  assert.equal(waysOf(line(3)), '');
});

test('only what is whole is covered by a hundred per cent', () => {
  assert.equal(share({ covered: 999, total: 1000 }), '999 of 1000 (99 %)');
  assert.equal(share({ covered: 7, total: 7 }), '7 of 7 (100 %)');
  assert.equal(share({ covered: 0, total: 0 }), '');
});

test('the classes of one file are shown in one source', () => {
  const report = coverageReport();
  const [file, ...others] = filesOf(report);
  assert.equal(others.length, 0);
  assert.deepEqual([...file!.lines.keys()].toSorted((a, b) => a - b), [3, 4, 5, 9]);
  assert.deepEqual(file!.lines.get(3)?.instructions, { covered: 4, total: 5 });
  assert.deepEqual(linesOf(report.classes[0]!), { covered: 2, total: 3 });
});
