// What the extension says, word for word: a change of a text is seen in review.
// `UPDATE_TEXTS=1 npm test` accepts what is said now.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Target } from '../src/protocol';
import { statusText, type ServerState } from '../src/status';
import { notesOf } from '../src/stepNotes';
import { answerWords } from '../src/targetWords';
import { versionTrouble } from '../src/version';
import { modelOf, sentence, standingText } from '../src/view/model';
import { asText } from '../src/view/plainText';
import { loopWords, needWords, roundWords } from '../src/view/words';
import { sentencesOf } from './literals';
import { trailOf } from './view/trails';

const path = 'test/texts.txt';

const states: ServerState[] = [
  { kind: 'restricted' }, { kind: 'missing', message: 'MESSAGE' }, { kind: 'starting' }, { kind: 'mismatch', message: 'MESSAGE' },
  { kind: 'stopped', message: 'MESSAGE' }, { kind: 'running', status: undefined },
  ...(['ok', 'warning', 'error'] as const).flatMap(health => [true, false].map((quiescent): ServerState =>
    ({ kind: 'running', status: { health, quiescent, message: 'MESSAGE' } }))),
];

function targets(): Target[] {
  const answer = { verdict: 'verified' as const, coverage: 'complete' as const, reasons: [], assumptions: [], states: 1204, seconds: 0.8 };
  const target: Target = {
    key: 'k', title: 'Till', class: 'Till', state: 'answered', stale: false, trouble: null, findings: [], suppressed: 0, uri: null,
    line: 0, classPath: [], answer,
  };
  const incomplete = { ...answer, verdict: 'incomplete' as const };
  return [
    target, { ...target, stale: true }, { ...target, state: 'running' }, { ...target, answer: null }, { ...target, answer: null, trouble: 'TROUBLE' },
    { ...target, answer: incomplete }, { ...target, answer: { ...incomplete, reasons: ['REASON'] } },
    { ...target, answer: { ...answer, verdict: 'failed', reasons: ['REASON'] } },
    { ...target, answer: { ...answer, verdict: 'violated', seconds: 61.5 } },
    { ...target, answer: { ...answer, verdict: 'violated' }, suppressed: 1 },
  ];
}

/** Everything of the manifest that a reader sees, each text after where it is. */
function manifestTexts(value: unknown, where: string): string[] {
  if (typeof value === 'string') {
    return /(title|name|displayName|[dD]escription|contents|label)$/.test(where) ? [`${where}: ${value}`] : [];
  }
  return typeof value !== 'object' || value === null ? []
    : Object.entries(value).flatMap(([key, inner]) => manifestTexts(inner, where === '' ? key : `${where}.${key}`));
}

function trailTexts(): string[] {
  const model = modelOf(trailOf(20, 4));
  const notes = [...notesOf(model.document, 3)].flatMap(([file, lines]) =>
    lines.map(({ line, text, all, current }) => `${file}:${line + 1}: ${text} | ${all.join(' / ')} | ${current ?? ''}`));
  return [
    asText(model), ...model.steps.map(step => sentence(model, step)),
    ...new Set(model.steps.flatMap(step => model.lanes.map(lane => `${lane.name}: ${standingText(model, step, lane)}`))),
    ...notes,
    ...(['short-sleep', 'spurious-wakeup', 'time-out'] as const).map(event => needWords({ event, file: 'Relay.java', line: 8 })),
    ...[0, 2].flatMap(last => [loopWords({ number: 1, first: 0, last }), roundWords({ number: 2, first: 0, last })]),
  ];
}

function everything(): string {
  const parts: [string, string[]][] = [
    ['the manifest', manifestTexts(JSON.parse(readFileSync('package.json', 'utf8')), '')],
    ['the status item', states.map(state => {
      const { text, tooltip, click } = statusText(state);
      return `${text} | ${tooltip.replaceAll('\n', ' / ')} | ${click}`;
    })],
    ['targets', targets().map(answerWords)],
    ['versions', [versionTrouble('0.2.0', '0.1.0') ?? '', versionTrouble(undefined, '0.1.0') ?? '']],
    ['a trail', trailTexts()],
  ];
  for (const folder of ['src', 'src/view']) {
    for (const name of readdirSync(folder).filter(name => name.endsWith('.ts')).toSorted()) {
      parts.push([`sentences of ${folder}/${name}`, sentencesOf(readFileSync(`${folder}/${name}`, 'utf8'))]);
    }
  }
  return parts.filter(([, texts]) => texts.length > 0).map(([title, texts]) => `== ${title}\n${texts.join('\n')}\n`).join('\n');
}

test('what is said is what was reviewed', () => {
  const said = everything();
  if (process.env['UPDATE_TEXTS'] === '1') {
    writeFileSync(path, said);
  }
  assert.equal(said, readFileSync(path, 'utf8'), 'UPDATE_TEXTS=1 npm test accepts it');
});

test('sentences are found in quotes and templates, not in comments or expressions', () => {
  const source = 'const a = \'one two\'; // \'not this\'\n/* "nor this" */ f(/\'no text\'/, `see ${b ? `the inner one` : "x"} here`, \'single\');';
  assert.deepEqual(sentencesOf(source), ['one two', 'see ${} here', 'the inner one']);
});
