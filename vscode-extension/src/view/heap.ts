/**
 * The objects among the inputs as a layered drawing: what each box says, where it is, and how arrows run. Knows no page.
 *
 * A layer has the objects that are equally many references away from the parameters, so an arrow to a later layer
 * crosses only the gap between two layers. All others run in the gaps and above the boxes, and cross no box.
 */
import type { HeapObject, Held, TrailData } from './document';
import { count, plainNames } from './words';

/** More objects are cut off. */
const mostObjects = 60;
/** More fields or elements of one object are cut off. */
const mostLines = 24;
const longestName = 28;
const longestText = 36;

/** Of a letter in the editor's font: browsers and fonts differ, so a little more than most have. */
const letter = 7.4;
export const headHeight = 22;
export const lineHeight = 19;
export const padding = 8;
const boxGap = 16;
const layerGap = 46;
const trackGap = 8;
const margin = 2;
const corner = 5;

/** A field, an element or a parameter. */
export interface Line {
  name: string;
  /** The value; empty where there is an arrow instead. */
  text: string;
  /** The whole of it. */
  title: string;
  /** The index of the box that its arrow leads to. */
  target?: number;
  /** It refers to an object that was cut off. */
  isCutOff?: true;
}

export interface Box {
  kind: 'inputs' | HeapObject['kind'];
  title: string;
  /** The binary name of the class. */
  type: string;
  /** Beside the title: the length of an array. */
  note: string;
  lines: Line[];
  /** How many more there are. */
  omitted: number;
  layer: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Arrow {
  from: number;
  line: number;
  to: number;
  path: string;
  /** Where it begins. */
  start: { x: number; y: number };
  /** Where it ends, and whether it comes from the right. */
  end: { x: number; y: number; fromRight: boolean };
}

export interface HeapPicture {
  /** The first one is that of the parameters. */
  boxes: Box[];
  arrows: Arrow[];
  width: number;
  height: number;
  /** Objects that are drawn, and those that there are; strings in the line of their field count as neither. */
  shown: number;
  all: number;
  /** Some fields may have been left out, as those that are `null`. */
  hasDefaults: boolean;
}

/** `Node` of `shop.List$Node`. */
export const simpleName = (type: string): string => plainNames(type.replace(/^.*\./, ''));

const cut = (text: string, most: number): string => text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** The drawing; `undefined` where no input is an object. */
export function heapPicture({ inputs = [], heap = [] }: Pick<TrailData, 'inputs' | 'heap'>): HeapPicture | undefined {
  if (!inputs.some(({ object }) => object !== undefined)) {
    return undefined;
  }
  const { boxes, all } = boxesOf(inputs.map(({ name, type, value, object }) => ({ name, declared: type, ...(object === undefined ? { value } : { object }) })), heap);
  const arrows = place(boxes);
  const right = Math.max(...boxes.map(({ x, width }) => x + width), ...arrows.flatMap(({ reach }) => reach));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return {
    boxes, arrows, width: right + margin, height: bottom + margin, shown: boxes.length - 1, all,
    hasDefaults: boxes.some(({ kind }) => kind === 'object'),
  };
}

type Named = Held & { name: string; declared?: string };

/** The boxes without their places, nearest objects first. */
function boxesOf(inputs: Named[], heap: HeapObject[]): { boxes: Box[]; all: number } {
  const objects = new Map(heap.map(object => [object.id, object]));
  const references = new Map<number, number>();
  for (const { object } of [...inputs, ...heap.flatMap(heldBy)]) {
    if (object !== undefined) {
      references.set(object, (references.get(object) ?? 0) + 1);
    }
  }
  /** A string to which nothing else refers is shown in the line of its field. */
  const literal = (id: number): string | undefined => {
    const object = objects.get(id);
    return object?.kind === 'string' && references.get(id) === 1 ? object.text : undefined;
  };
  const boxes: Box[] = [];
  const indices = new Map<number, number>();
  const waiting: { of: HeapObject; index: number }[] = [];
  const reach = (id: number, layer: number): number | undefined => {
    const known = indices.get(id);
    const object = objects.get(id);
    if (known !== undefined || object === undefined || boxes.length > mostObjects) {
      return known;
    }
    const index = boxes.push(boxOf(object, layer)) - 1;
    indices.set(id, index);
    waiting.push({ of: object, index });
    return index;
  };
  const lineOf = (held: Named, layer: number): Line => {
    const { name, declared, object } = held;
    const start = `${declared === undefined ? '' : `${declared} `}${name}`;
    const value = object === undefined ? valueOf(held) : literal(object);
    const target = value === undefined && object !== undefined ? reach(object, layer + 1) : undefined;
    const shown = cut(name, longestName);
    if (target !== undefined) {
      return { name: shown, text: '', title: `${start}: ${boxes[target]!.type}`, target };
    }
    if (value === undefined) {
      return { name: shown, text: '', title: start, isCutOff: true };
    }
    return { name: shown, text: cut(value, longestText), title: `${start} = ${value}` };
  };
  const fill = (box: Box, all: Named[]): void => {
    box.lines = all.slice(0, mostLines).map(held => lineOf(held, box.layer));
    box.omitted = all.length - box.lines.length;
  };
  const root: Box = { ...emptyBox, kind: 'inputs', title: 'Inputs', type: 'The inputs' };
  boxes.push(root);
  fill(root, inputs);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    fill(boxes[next.index]!, heldBy(next.of));
  }
  return { boxes, all: heap.filter(({ id }) => literal(id) === undefined).length };
}

const emptyBox = { note: '', lines: [], omitted: 0, layer: 0, x: 0, y: 0, width: 0, height: 0 };

function boxOf({ kind, type, elements }: HeapObject, layer: number): Box {
  return { ...emptyBox, kind, title: cut(simpleName(type), longestName), type, layer, note: kind === 'array' ? `length ${elements?.length ?? 0}` : '' };
}

function heldBy({ fields, elements, text }: HeapObject): Named[] {
  return fields ?? elements?.map((held, index) => ({ ...held, name: String(index) })) ?? (text === undefined ? [] : [{ name: '', value: text }]);
}

/** `Color.RED`. */
const valueOf = ({ value = '', type }: Held): string => type === undefined ? value : `${simpleName(type)}.${value}`;

/** What a line says, but for its arrow. */
export function lineText({ kind }: Box, { name, text, isCutOff }: Line): string {
  return isCutOff ? '→ not shown' : kind === 'array' || name === '' || text === '' ? text : `= ${text}`;
}

/** The width of the cells with the indices of an array. */
export const indexWidth = ({ lines }: Box): number => Math.max(...lines.map(({ name }) => name.length), 1) * letter + padding * 2;

/** Where the text behind a line's name begins. */
export const textX = (box: Box, { name }: Line): number =>
  box.kind === 'array' ? indexWidth(box) + padding : padding + (name === '' ? 0 : (name.length + 1) * letter);

export const moreText = ({ omitted }: Box): string => `… ${omitted.toLocaleString('en')} more`;

const rowsOf = ({ lines, omitted }: Box): number => lines.length + (omitted > 0 ? 1 : 0);

export const lineTop = (line: number): number => headHeight + line * lineHeight;

function sizeOf(box: Box): { width: number; height: number } {
  const title = (box.title.length + (box.note === '' ? 0 : box.note.length + 2)) * letter + padding * 2;
  const widths = box.lines.map(line => textX(box, line) + Math.max(1, lineText(box, line).length) * letter + padding);
  const more = box.omitted > 0 ? moreText(box).length * letter + padding * 2 : 0;
  return { width: Math.ceil(Math.max(64, title, more, ...widths)), height: headHeight + rowsOf(box) * lineHeight + (rowsOf(box) > 0 ? 4 : 0) };
}

/** A reference, and how far to the right its arrow reaches. */
type Routed = Arrow & { reach: number };

/** Gives the boxes their places, and draws the arrows between them. */
function place(boxes: Box[]): Routed[] {
  const layers: Box[][] = [];
  const parents = new Map<Box, Box>();
  for (const box of boxes) {
    Object.assign(box, sizeOf(box));
    (layers[box.layer] ??= []).push(box);
    for (const { target } of box.lines) {
      if (target !== undefined && !parents.has(boxes[target]!)) {
        parents.set(boxes[target]!, box);
      }
    }
  }
  for (const layer of layers) {
    const width = Math.max(...layer.map(box => box.width));
    let y = 0;
    for (const box of layer) {
      box.width = width;
      box.y = Math.max(y, parents.get(box)?.y ?? 0);
      y = box.y + box.height + boxGap;
    }
  }
  const references = boxes.flatMap((box, from) => box.lines.flatMap(({ target }, line) =>
    target === undefined ? [] : [{ from, line, to: target, box, other: boxes[target]!, forward: boxes[target]!.layer - box.layer }]));
  // A vertical line in the gap behind a layer has a track of its own there; so has a horizontal one above the boxes.
  const tracks = layers.map(() => 0);
  const far = references.filter(({ forward }) => forward < -1);
  const sameLayer = references.filter(({ forward }) => forward === 0)
    .sort((one, another) => Math.abs(one.box.y - one.other.y) - Math.abs(another.box.y - another.other.y));
  const track = (layer: number): number => tracks[layer]!++;
  const tracksOf = new Map<object, number[]>();
  sameLayer.forEach(reference => tracksOf.set(reference, [track(reference.box.layer)]));
  far.forEach(reference => tracksOf.set(reference, [track(reference.box.layer - 1), track(reference.other.layer)]));
  const top = margin + far.length * trackGap + (far.length > 0 ? corner : 0);
  const rights: number[] = [];
  let x = margin;
  layers.forEach((layer, index) => {
    layer.forEach(box => {
      box.x = x;
      box.y += top;
    });
    x += layer[0]!.width;
    rights.push(x);
    x += layerGap + tracks[index]! * trackGap;
  });
  const trackX = (layer: number, number: number): number => rights[layer]! + 14 + number * trackGap;
  return references.map(reference => {
    const { from, line, to, box, other, forward } = reference;
    const fromRight = forward < 1;
    const edge = { x: forward < 0 ? box.x : box.x + box.width, y: box.y + lineTop(line) + lineHeight / 2 };
    // Beside the name: in a wide box its edge is far away.
    const start = { x: forward < 0 ? box.x : box.x + textX(box, box.lines[line]!) + 2, y: edge.y };
    const end = { x: fromRight ? other.x + other.width : other.x, y: other.y + headHeight / 2, fromRight };
    const [first = 0, second = 0] = tracksOf.get(reference) ?? [];
    const common = { from, line, to, start, end };
    if (forward === 0) {
      const at = trackX(box.layer, first);
      return { ...common, path: corners([start, { x: at, y: start.y }, { x: at, y: end.y }, end]), reach: at };
    }
    if (forward < -1) {
      const [out, back] = [trackX(box.layer - 1, first), trackX(other.layer, second)];
      const lane = margin + far.indexOf(reference) * trackGap;
      return {
        ...common, reach: out,
        path: corners([start, { x: out, y: start.y }, { x: out, y: lane }, { x: back, y: lane }, { x: back, y: end.y }, end]),
      };
    }
    const bend = (end.x - edge.x) / 2;
    return { ...common, path: `M${start.x} ${start.y}L${edge.x} ${edge.y}C${edge.x + bend} ${edge.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`, reach: 0 };
  });
}

/** A line through these points, with round corners. */
function corners(points: { x: number; y: number }[]): string {
  const last = points.length - 1;
  return points.map(({ x, y }, index) => {
    if (index === 0 || index === last) {
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    }
    const near = (other: { x: number; y: number }): string => {
      const [dx, dy] = [other.x - x, other.y - y];
      const share = Math.min(corner, (Math.abs(dx) + Math.abs(dy)) / 2) / (Math.abs(dx) + Math.abs(dy) || 1);
      return `${x + dx * share} ${y + dy * share}`;
    };
    return `L${near(points[index - 1]!)}Q${x} ${y} ${near(points[index + 1]!)}`;
  }).join('');
}

/** The same in words: `list refers to object 1. Object 1 is a Node: value is 2, next refers to object 1.` */
export function heapWords({ boxes, shown, all }: HeapPicture): string {
  const says = (box: Box, { name, text, target, isCutOff }: Line): string => {
    const what = box.kind === 'array' ? `element ${name}` : name;
    const is = isCutOff ? 'refers to an object that is not shown' : target === undefined ? `is ${text}` : `refers to object ${target}`;
    return what === '' ? is : `${what} ${is}`;
  };
  const sentences = boxes.map((box, index) => {
    const parts = [...box.lines.map(line => says(box, line)), ...(box.omitted > 0 ? [`${box.omitted} more`] : [])].join(', ');
    return box.kind === 'inputs' ? `Inputs: ${parts}.`
      : `Object ${index} is of type ${box.title}${box.note === '' ? '' : ` with ${box.note}`}${parts === '' ? '' : `: ${parts}`}.`;
  });
  return [...sentences, ...(shown < all ? [cutWords({ shown, all })] : [])].join(' ');
}

export const cutWords = ({ shown, all }: Pick<HeapPicture, 'shown' | 'all'>): string =>
  `The picture shows ${shown} of ${count(all, 'object')}.`;
