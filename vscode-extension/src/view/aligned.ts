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
  const left = shownOf(steps.slice(from, from + longest));
  const right = shownOf(passing);
  const failing = left.map(index => steps[from + index]!);
  const other = right.map(index => passing[index]!);
  // common[i][j]: how many steps the runs have in common from i and j on.
  const common = Array.from({ length: failing.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0));
  for (let i = failing.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      common[i]![j] = isSame(failing[i]!, other[j]!) ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < failing.length || j < other.length) {
    if (i < failing.length && j < other.length && isSame(failing[i]!, other[j]!)) {
      pairs.push({ failing: from + left[i++]!, passing: right[j++] });
    } else if (j >= other.length || i < failing.length && common[i + 1]![j]! >= common[i]![j + 1]!) {
      pairs.push({ failing: from + left[i++]!, passing: undefined });
    } else {
      pairs.push({ failing: undefined, passing: right[j++] });
    }
  }
  return pairs;
}

/** Indices of the steps that are shown: of those inside one call of the library the first one, and none where no code called it. */
function shownOf(steps: Step[]): number[] {
  return [...steps.keys()].filter(index => {
    const step = steps[index]!;
    const library = step.scene?.library;
    if (library === undefined || step.action === 'start' || step.action === 'blocked' || step.action === 'throw') {
      return true;
    }
    const before = steps[index - 1];
    const inside = before !== undefined && before.thread === step.thread && before.location?.line === step.location?.line
      && before.location?.file === step.location?.file;
    return library.called !== null && !inside;
  });
}

function isSame(a: Step, b: Step): boolean {
  return a.threadPath === b.threadPath && a.operation === b.operation
    && a.location?.file === b.location?.file && a.location?.line === b.location?.line && a.action !== 'blocked';
}
