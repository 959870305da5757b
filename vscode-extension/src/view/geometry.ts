/** Where things are: heights of rows, places of lanes. Knows no page. */
import type { Model } from './model';
import type { Row } from './rows';

export type Layout = 'lanes' | 'text';

/** More threads than this, or less room, and lanes become strips with the words to their right. */
const widestSet = 6;
const narrowestLane = 148;

/** Less room than this for the words, and they stand before the strips. */
const leastWords = 240;
/** The strips' share of the width then. */
const stripsShare = 0.3;

export interface Geometry {
  strips: boolean;
  /** The words stand before the lanes. */
  wordsFirst: boolean;
  /** Where the lanes begin. */
  lanesX: number;
  /** Left of the first lane. */
  gutter: number;
  laneWidth: number;
  /** Tops of the rows, and one more: the whole height. */
  tops: number[];
}

export const rowHeight = (row: Row): number => {
  switch (row.kind) {
    case 'step': return 24;
    case 'fold': return 24;
    case 'round': return 24;
    case 'switch': return 22;
    case 'end': return 30;
  }
};

export function geometryOf(model: Model, rows: Row[], width: number): Geometry {
  const lanes = Math.max(1, model.lanes.length);
  const gutter = 58;
  const laneWidth = Math.floor((width - gutter) / lanes);
  const strips = lanes > widestSet || laneWidth < narrowestLane;
  const tops = [0];
  for (const row of rows) {
    tops.push(tops[tops.length - 1]! + rowHeight(row));
  }
  const strip = lanes > 12 ? 20 : 24;
  const wordsFirst = strips && width - gutter - lanes * strip - 8 < leastWords;
  if (wordsFirst) {
    const narrow = Math.max(6, Math.min(18, Math.floor(width * stripsShare / lanes)));
    return { strips, wordsFirst, gutter, lanesX: width - lanes * narrow - 6, laneWidth: narrow, tops };
  }
  return { strips, wordsFirst, gutter, lanesX: gutter, laneWidth: strips ? strip : Math.min(laneWidth, 420), tops };
}

export const laneX = ({ lanesX, laneWidth, strips }: Geometry, lane: number): number =>
  lanesX + lane * laneWidth + (strips ? laneWidth / 2 : 13);

/** Where a step's words begin. */
export const wordsX = (geometry: Geometry, lane: number, lanes: number): number =>
  geometry.wordsFirst ? geometry.gutter - 8 : geometry.strips ? geometry.gutter + lanes * geometry.laneWidth + 8 : laneX(geometry, lane) + 15;

/** Where they end at the latest. */
export const wordsEnd = (geometry: Geometry, width: number): number => geometry.wordsFirst ? geometry.lanesX - 8 : width - 6;

/** The row at a height, by bisection. */
export function rowAt(tops: number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= y) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
