/** What the editor writes behind the lines of a trail: `4 audit lock ledger`. Knows no editor. */
import type { TrailDocument } from './view/document';
import { modelOf, type ModelStep } from './view/model';

export interface LineNotes {
  /** From 0. */
  line: number;
  /** Behind the line, where the step is not the shown one. */
  text: string;
  /** All steps of the line, for the hover: one line each. */
  all: string[];
  /** The shown step is here; what it does, with values. */
  current: string | undefined;
}

/** At most so many steps are named behind one line. */
const named = 3;

/** By path of the source file. */
export function notesOf(document: TrailDocument, shown: number): Map<string, LineNotes[]> {
  const byPlace = new Map<string, Map<number, ModelStep[]>>();
  for (const step of modelOf(document).steps) {
    const { path, line } = step.step.location ?? {};
    if (path == null || line == null) {
      continue;
    }
    const lines = byPlace.get(path) ?? new Map<number, ModelStep[]>();
    lines.set(line - 1, [...lines.get(line - 1) ?? [], step]);
    byPlace.set(path, lines);
  }
  return new Map([...byPlace].map(([path, lines]) =>
    [path, [...lines].map(([line, steps]) => noteOf(line, steps, shown))]));
}

function noteOf(line: number, steps: ModelStep[], shown: number): LineNotes {
  const current = steps.find(({ index }) => index === shown);
  const short = steps.slice(0, named).map(step => `${step.number ?? '✗'} ${step.lane.name}`);
  const more = steps.length > named ? ` +${steps.length - named}` : '';
  return {
    line,
    text: short.join(' · ') + more,
    all: steps.map(sentenceOf),
    current: current === undefined ? undefined : sentenceOf(current),
  };
}

/** `4 audit: lock ledger`, `9 north: write count 0 → 1`. */
function sentenceOf({ number, lane, words: { verb, object, note }, valueText }: ModelStep): string {
  return `${number ?? '✗'} ${lane.name}: ${[verb, object, valueText, note].filter(Boolean).join(' ')}`;
}
