/** The run that fails and the nearest one that passes, step beside step. Knows no page. */
import type { Step } from './document';

/** One line: a step of either run, or of both where they do the same. */
export interface Pair {
  /** Index in the run that fails. */
  failing: number | undefined;
  /** Index among the steps of the run that passes. */
  passing: number | undefined;
}

/** Steps of the run that fails, from where they differ, at most. */
const longest = 60;

/** The steps from index `from` on, and those of the other run, as a longest common subsequence aligns them. */
export function align(steps: Step[], from: number, passing: Step[]): Pair[] {
  const failing = steps.slice(from, from + longest);
  // common[i][j]: how many steps the runs have in common from i and j on.
  const common = Array.from({ length: failing.length + 1 }, () => Array.from({ length: passing.length + 1 }, () => 0));
  for (let i = failing.length - 1; i >= 0; i--) {
    for (let j = passing.length - 1; j >= 0; j--) {
      common[i]![j] = isSame(failing[i]!, passing[j]!) ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < failing.length || j < passing.length) {
    if (i < failing.length && j < passing.length && isSame(failing[i]!, passing[j]!)) {
      pairs.push({ failing: from + i++, passing: j++ });
    } else if (j >= passing.length || i < failing.length && common[i + 1]![j]! >= common[i]![j + 1]!) {
      pairs.push({ failing: from + i++, passing: undefined });
    } else {
      pairs.push({ failing: undefined, passing: j++ });
    }
  }
  return pairs;
}

function isSame(a: Step, b: Step): boolean {
  return a.threadPath === b.threadPath && a.operation === b.operation
    && a.location?.file === b.location?.file && a.location?.line === b.location?.line && a.action !== 'blocked';
}
