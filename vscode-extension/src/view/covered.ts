/** What the coverage of an exploration says of classes, files and lines, without a page. */
import type { ClassCoverage, Counted, CoverageReport, LineCoverage, MethodCoverage } from './document';

export type LineState = 'covered' | 'partly' | 'missed';

/** Partly: not all of its instructions have run, or a branch has gone one way only. */
export function stateOf({ instructions, branches }: LineCoverage): LineState {
  if (instructions.covered === 0) {
    return 'missed';
  }
  const whole = instructions.covered === instructions.total && branches.every(([jumped, passed]) => jumped && passed);
  return whole ? 'covered' : 'partly';
}

/** `1 of 2 ways`, of all branches of the line; empty where it has none. */
export function waysOf({ branches }: LineCoverage): string {
  const taken = branches.flat().filter(Boolean).length;
  return branches.length === 0 ? '' : `${taken} of ${2 * branches.length} ways`;
}

export const sum = (parts: Counted[]): Counted => parts.reduce(
  (all, { covered, total }) => ({ covered: all.covered + covered, total: all.total + total }), { covered: 0, total: 0 });

export const instructionsOf = ({ methods }: { methods: MethodCoverage[] }): Counted => sum(methods.map(({ instructions }) => instructions));
export const branchesOf = ({ methods }: { methods: MethodCoverage[] }): Counted => sum(methods.map(({ branches }) => branches));

export function linesOf({ lines }: ClassCoverage): Counted {
  return { covered: lines.filter(({ instructions }) => instructions.covered > 0).length, total: lines.length };
}

/** `7 of 9 (78 %)`. Only what is whole is 100 %. */
export function share({ covered, total }: Counted): string {
  return total === 0 ? '' : `${covered} of ${total} (${Math.floor((100 * covered) / total)} %)`;
}

/** The source files in order, each with what is known of its lines: several classes may be in one. */
export function filesOf({ classes, sources }: CoverageReport): { path: string; text: string[]; lines: Map<number, LineCoverage> }[] {
  return Object.entries(sources).map(([path, text]) => {
    const lines = new Map<number, LineCoverage>();
    for (const line of classes.filter(of => of.path === path).flatMap(of => of.lines)) {
      const known = lines.get(line.line);
      lines.set(line.line, known === undefined ? line : {
        line: line.line,
        instructions: sum([known.instructions, line.instructions]),
        branches: [...known.branches, ...line.branches],
      });
    }
    return { path, text, lines };
  });
}
