/** Above the steps: the inputs of a method that was explored for all of them, as a graph of objects, and the path condition. */
import { el, svg } from './dom';
import type { TrailData } from './document';
import { cutWords, headHeight, heapPicture, heapWords, indexWidth, lineHeight, lineText, lineTop, moreText, padding, textX, type Arrow, type Box, type HeapPicture, type Line } from './heap';
import { callWords, count } from './words';

/** The section, folded or not; `undefined` where the run has no inputs. `changed`: the reader has folded or opened it. */
export function drawInputs(trail: TrailData, changed: (open: boolean) => void): HTMLDetailsElement | undefined {
  const { inputs = [], condition = [] } = trail;
  const calls = callWords(trail);
  if (inputs.length === 0 && condition.length === 0 && calls.length === 0) {
    return undefined;
  }
  const picture = heapPicture(trail);
  const parts = [
    calls.length === 0 ? undefined : count(calls.length, 'call'),
    inputs.length === 0 ? undefined : count(inputs.length, 'input'),
    picture === undefined ? undefined : count(picture.all, 'object'),
    condition.length === 0 ? undefined : count(condition.length, 'condition'),
  ].filter(Boolean);
  const summary = el('summary', { title: 'Show or hide the inputs and the path condition  i' },
    condition.length === 0 ? 'Inputs' : 'Inputs and path condition', el('span', { class: 'dim' }, ` ${parts.join(', ')}`));
  const section = el('details', { class: 'inputs' }, summary, el('div', { class: 'inputs-body' },
    calls.length === 0 ? undefined : el('section', { 'class': 'condition', 'aria-label': 'Calls' },
      el('h2', {}, 'Calls', el('span', { class: 'hint' }, ' in this order, on one object')),
      el('ul', { tabindex: 0 }, ...calls.map(text => el('li', {}, el('code', {}, text))))),
    inputs.length === 0 ? undefined : el('section', { 'class': 'heap', 'aria-label': 'Inputs' }, condition.length === 0 ? undefined : el('h2', {}, 'Inputs'), ...(picture === undefined ? [listOf(trail)] : drawn(picture))),
    condition.length === 0 ? undefined : el('section', { 'class': 'condition', 'aria-label': 'Path condition' },
      el('h2', {}, 'Path condition', el('span', { class: 'hint' }, ' holds for all inputs that take this path')),
      el('ul', { tabindex: 0 }, ...condition.map(text => el('li', {}, el('code', {}, text)))))));
  summary.addEventListener('click', () => changed(!section.open));
  return section;
}

/** Inputs of which none is an object; or the server is an older one. */
function listOf({ inputs = [] }: TrailData): HTMLElement {
  return el('ul', { tabindex: 0 }, ...inputs.map(({ name, type, value }) => el('li', { title: `${type} ${name}` }, el('code', {}, `${name} = ${value}`))));
}

function drawn(picture: HeapPicture): HTMLElement[] {
  const { width, height, boxes, arrows, shown, all, hasDefaults } = picture;
  const scene = svg('svg', { 'role': 'img', 'aria-label': heapWords(picture), width, height, 'viewBox': `0 0 ${width} ${height}` },
    ...boxes.map(drawBox), ...arrows.map(drawArrow));
  const notes = [shown < all ? cutWords(picture) : '', hasDefaults ? 'Fields that are not shown are 0, false or null.' : ''].filter(Boolean);
  return [
    el('div', { 'class': 'heap-picture', 'tabindex': 0, 'role': 'group', 'aria-label': 'Objects of the inputs' }, scene),
    ...(notes.length === 0 ? [] : [el('p', { class: 'dim' }, notes.join(' '))]),
  ];
}

function drawBox(box: Box): SVGElement {
  const { x, y, width, height, lines, kind } = box;
  const title = svg('text', { class: 'box-title', x: padding, y: headHeight - 7 }, box.title);
  if (box.note !== '') {
    title.append(svg('tspan', { class: 'box-note', dx: 8 }, box.note));
  }
  return svg('g', { class: `box of-${kind}`, transform: `translate(${x} ${y})` },
    svg('rect', { class: 'box-frame', width, height, rx: 4 }),
    svg('g', {}, svg('title', {}, box.type), svg('rect', { class: 'box-hover', width, height: headHeight }), title),
    lines.length === 0 ? undefined : svg('path', { class: 'box-rule', d: `M0 ${headHeight}H${width}` }),
    ...(kind === 'array' && lines.length > 0 ? [drawCells(box)] : []),
    ...lines.map((line, index) => drawLine(box, line, index)),
    box.omitted > 0 ? svg('text', { class: 'box-note', x: padding, y: lineTop(lines.length) + lineHeight - 5 }, moreText(box)) : undefined);
}

/** The lines between an array's cells, and between its indices and elements. */
function drawCells(box: Box): SVGElement {
  const { lines, width } = box;
  const bottom = lineTop(lines.length);
  const between = lines.slice(1).map((_, index) => `M0 ${lineTop(index + 1)}H${width}`).join('');
  return svg('path', { class: 'box-cells', d: `M${indexWidth(box)} ${headHeight}V${bottom}${between}` });
}

function drawLine(box: Box, line: Line, index: number): SVGElement {
  const baseline = lineTop(index) + lineHeight - 5;
  const text = lineText(box, line);
  return svg('g', {}, svg('title', {}, line.title),
    svg('rect', { class: 'box-hover', y: lineTop(index), width: box.width, height: lineHeight }),
    line.name === '' ? undefined : svg('text', { class: box.kind === 'array' ? 'box-note' : 'box-name', x: padding, y: baseline }, line.name),
    text === '' ? undefined : svg('text', { class: 'box-value', x: textX(box, line), y: baseline }, text));
}

function drawArrow({ path, start, end }: Arrow): SVGElement {
  const back = end.fromRight ? 7 : -7;
  return svg('g', { class: 'arrow' },
    svg('path', { class: 'arrow-line', d: path }),
    svg('circle', { class: 'arrow-tip', cx: start.x, cy: start.y, r: 3 }),
    svg('path', { class: 'arrow-tip', d: `M${end.x} ${end.y}l${back} -4v8z` }));
}
