/** The sign of each operation, drawn: a font may lack the characters. In a box of 10 × 10. */
import { svg } from './dom';
import type { Action } from './document';

/** Lines, and areas. */
type Shape = { line: string } | { area: string };

const signs: Record<Action, Shape> = {
  'begin': { line: 'M3 2l5 3l-5 3z' },
  'start': { area: 'M3 1.500l5.500 3.500l-5.500 3.500z' },
  'lock': { line: 'M5 1v8M1 5h8' },
  'blocked': { line: 'M2 1h6M2 9h6M2.700 1c0 2.500 4.600 5 4.600 8M7.300 1c0 2.500-4.600 5-4.600 8' },
  'wait': { area: 'M.5 4h2v2h-2zM4 4h2v2h-2zM7.500 4h2v2h-2z' },
  'park': { line: 'M3.500 2v6M6.500 2v6' },
  'spurious-wakeup': { area: 'M4.200 1h1.600v5h-1.600zM4.200 7.300h1.600v1.700h-1.600z' },
  'timeout': { line: 'M5 1.500v3.800l2.500 1.700' },
  'notify': { line: 'M5 8.500a3.500 3.500 0 1 1 .01 0M5 5.600a.6.6 0 1 1 .01 0' },
  'unpark': { area: 'M3 2l5 3l-5 3z' },
  'join': { line: 'M7.500 1v8M1.500 5h6' },
  'interrupt': { line: 'M6 .8l-3 4.400h4l-3 4' },
  'sleep': { line: 'M2.500 2h5l-5 6h5' },
  'read': { line: 'M5 7.800a2.800 2.800 0 1 1 .01 0' },
  'write': { area: 'M5 8.200a3.200 3.200 0 1 1 .01 0' },
  'atomic': { area: 'M5 .8l4.200 4.200l-4.200 4.200l-4.200-4.200z' },
  'call': { line: 'M5 1.500l3.500 3.500l-3.500 3.500l-3.500-3.500z' },
  'class-init': { line: 'M2 2h6v6h-6z' },
  'choice': { line: 'M5 9v-4l-3-3.500M5 5l3-3.500' },
  'throw': { line: 'M2 2l6 6M8 2l-6 6' },
  'end': { area: 'M2.200 2.200h5.600v5.600h-5.600z' },
  'exit': { area: 'M2.200 2.200h5.600v5.600h-5.600z' },
};

export function sign(action: Action): SVGSVGElement {
  const shape = signs[action];
  const path = 'area' in shape
    ? svg('path', { d: shape.area, fill: 'currentColor' })
    : svg('path', { 'd': shape.line, 'fill': 'none', 'stroke': 'currentColor', 'stroke-width': 1.5, 'stroke-linecap': 'round' });
  return svg('svg', { viewBox: '0 0 10 10', width: 10, height: 10 }, path);
}
