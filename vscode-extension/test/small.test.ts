// The small decisions: when to start again, whether versions fit, how a target stands, what is written behind a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOff } from '../src/backOff';
import { configurationOf, stepOf, trailOf as trailIn } from '../src/debugSession';
import type { Target } from '../src/protocol';
import { notesOf } from '../src/stepNotes';
import { answerWords, iconOf } from '../src/targetWords';
import { versionTrouble } from '../src/version';
import { trailOf } from './view/trails';

test('a server that dies is started later each time, and in the end not by itself', () => {
  const deaths = backOff();
  const delays = [1, 2, 3, 4, 5].map(now => deaths.nextDelay(now * 100));
  assert.ok(delays.slice(0, 4).every((delay, index) => delay !== undefined && delay > (delays[index - 1] ?? 0)));
  assert.equal(delays[4], undefined);
  deaths.reset();
  assert.equal(deaths.nextDelay(600), delays[0]);
});

test('one that has lived for long is started soon', () => {
  const deaths = backOff();
  const first = deaths.nextDelay(0);
  deaths.nextDelay(10);
  assert.equal(deaths.nextDelay(1_000_000), first);
});

test('versions fit by their major number, before 1.0 by their minor', () => {
  assert.equal(versionTrouble('0.1.7', '0.1.0'), undefined);
  assert.equal(versionTrouble('1.9.0', '1.2.0'), undefined);
  assert.match(versionTrouble('0.2.0', '0.1.0') ?? '', /0\.2\.0.*0\.1\.0/);
  assert.match(versionTrouble(undefined, '0.1.0') ?? '', /does not say/);
});

const target = (changes: Partial<Target>): Target => ({
  key: 'k', title: 'Till', class: 'Till', state: 'answered', stale: false, trouble: null, findings: [], suppressed: 0, uri: null, line: 0, classPath: [],
  answer: { verdict: 'verified', coverage: 'complete', reasons: [], assumptions: [], states: 1204, seconds: 0.8 }, ...changes,
});

test('a tick only for a whole space that holds now', () => {
  assert.equal(iconOf(target({})).icon, 'pass');
  const answer = target({}).answer!;
  for (const other of [target({ stale: true }), target({ state: 'running' }), target({ answer: null }),
    target({ answer: { ...answer, verdict: 'incomplete' } }), target({ answer: { ...answer, verdict: 'failed' } })]) {
    assert.notEqual(iconOf(other).icon, 'pass');
  }
});

test('what is suppressed is quiet', () => {
  const violated = { answer: { ...target({}).answer!, verdict: 'violated' as const }, suppressed: 1 };
  assert.equal(iconOf(target(violated)).icon, 'circle-outline');
  assert.match(answerWords(target(violated)), /^violated, all suppressed/);
  assert.equal(iconOf(target({ ...violated, suppressed: 0 })).icon, 'error');
});

test('a target’s words say verdict, cost, reason', () => {
  assert.equal(answerWords(target({})), 'verified, 1,204 states, 800 ms');
  assert.equal(answerWords(target({ stale: true })), 'stale: verified, 1,204 states, 800 ms');
  const answer = { ...target({}).answer!, verdict: 'incomplete' as const, reasons: ['the time limit was reached'] };
  assert.equal(answerWords(target({ answer })), 'incomplete: the time limit was reached');
  assert.equal(answerWords(target({ answer: null, trouble: 'no main' })), 'no main');
});

test('behind each line stand its steps, and what the shown one does', () => {
  const document = trailOf(40, 6);
  const write = document.finding.trail.steps.findIndex(({ action }) => action === 'write');
  const [notes] = [...notesOf(document, write).values()];
  const current = notes!.filter(note => note.current !== undefined);
  assert.equal(current.length, 1);
  assert.match(current[0]!.current!, new RegExp(`^${write + 1} \\w+: write rows \\d+ → \\d+$`));
  assert.equal(current[0]!.line, document.finding.trail.steps[write]!.location!.line! - 1);
  assert.ok(notes!.every(({ text, all }) => text.length < 60 && all.length > 0));
});

test('a debug session names its trail, and says at which step it is', () => {
  const configuration = configurationOf('3f2a90c1');
  assert.equal(configuration.type, 'dropwire');
  assert.equal(trailIn(configuration), '3f2a90c1');
  assert.equal(trailIn({ trail: '/tmp/3f2a90c1.json' }), undefined);
  assert.equal(trailIn({ target: 'Till' }), undefined);
  assert.equal(stepOf({ type: 'event', event: 'stopped', body: { step: 4 } }), 3);
  assert.equal(stepOf({ type: 'event', event: 'stopped', body: { step: 0 } }), 0);
  assert.equal(stepOf({ type: 'event', event: 'output', body: { step: 4 } }), undefined);
  assert.equal(stepOf({ type: 'event', event: 'stopped' }), undefined);
  assert.equal(stepOf(undefined), undefined);
});
