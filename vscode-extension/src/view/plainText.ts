/** A trail as text, for a message to somebody: one line a step, a mark at each preemption. Knows no page. */
import type { Model } from './model';
import { callWords, loopWords, roundWords } from './words';

export function asText(model: Model): string {
  const { document, steps, lanes } = model;
  const width = Math.max(...lanes.map(({ name }) => name.length), 6);
  const { inputs = [], condition = [] } = document.finding.trail;
  const lines = [document.title, ''];
  const calls = callWords(document.finding.trail);
  for (const [title, texts] of [['Calls', calls], ['Inputs', inputs.map(({ name, value }) => `${name} = ${value}`)], ['Path condition', condition]] as const) {
    if (texts.length > 0) {
      lines.push(`${title}:`, ...texts.map(text => `      ${text}`), '');
    }
  }
  for (const step of steps) {
    const round = model.rounds.find(({ first }) => first === step.index);
    if (round !== undefined) {
      lines.push(`     ⟲ ${round.number === 1 ? loopWords(round) : roundWords(round)}`);
    }
    if (step.switches?.preemption === true) {
      lines.push(`     ⇄ preemption: ${step.switches.from.name} → ${step.lane.name}`);
    }
    const { verb, object, note } = step.words;
    const what = [step.glyph, verb, object, step.valueText, note].filter(Boolean).join(' ');
    lines.push(`${String(step.number ?? '').padStart(4)}  ${step.lane.name.padEnd(width)}  ${what}  ${step.place}`.trimEnd());
  }
  if (document.ending) {
    lines.push(`      ✗ ${document.ending}`);
  }
  if (document.finding.why) {
    lines.push('', `Why: ${document.finding.why}.`);
  }
  if (document.fix) {
    lines.push('', `Fix: ${document.fix}.`);
  }
  lines.push('', `dropwire replay ${document.id}`, '');
  return lines.join('\n');
}
