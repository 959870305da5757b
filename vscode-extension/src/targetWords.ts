/** The state of a target, in words and icons. A tick only for a space explored to its end. Knows no editor. */
import type { Target } from './protocol';

/** It is violated by findings only that the user has suppressed: it counts as well as a passed test. */
export function onlySuppressed({ answer, findings, suppressed }: Target): boolean {
  return answer?.verdict === 'violated' && findings.length === 0 && suppressed > 0;
}

export function answerWords(target: Target): string {
  const { state, stale, answer, trouble } = target;
  if (state === 'running') {
    return 'verifying';
  }
  if (answer === null) {
    return trouble ?? 'will be verified';
  }
  const cost = `${answer.states.toLocaleString('en')} states, ${duration(answer.seconds)}`;
  const words = answer.verdict === 'incomplete' ? `incomplete: ${answer.reasons[0] ?? cost}`
    : onlySuppressed(target) ? `violated, all suppressed, ${cost}`
    : answer.verdict === 'failed' ? `not verified: ${answer.reasons[0] ?? ''}` : `${answer.verdict}, ${cost}`;
  return stale ? `stale: ${words}` : words;
}

export function iconOf(target: Target): { icon: string; colour?: string } {
  const { state, stale, answer } = target;
  if (state === 'running') {
    return { icon: 'sync~spin' };
  }
  if (answer === null || stale) {
    return { icon: 'circle-outline' };
  }
  if (onlySuppressed(target)) {
    return { icon: 'circle-outline' };
  }
  switch (answer.verdict) {
    case 'verified': return { icon: 'pass', colour: 'testing.iconPassed' };
    case 'violated': return { icon: 'error', colour: 'testing.iconFailed' };
    case 'incomplete': return { icon: 'circle-slash', colour: 'list.warningForeground' };
    case 'failed': return { icon: 'warning', colour: 'list.warningForeground' };
  }
}

export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
