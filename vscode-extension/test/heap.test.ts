// The inputs of a trail as a drawing, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HeapObject } from '../src/view/document';
import { heapPicture, heapWords, lineText, simpleName, type HeapPicture } from '../src/view/heap';
import { modelOf } from '../src/view/model';
import { asText } from '../src/view/plainText';
import { callWords } from '../src/view/words';
import { symbolicTrail, treeTrail, trailOf } from './view/trails';

const pictureOf = (document: ReturnType<typeof trailOf>): HeapPicture => heapPicture(document.finding.trail)!;

/** `0 this > 1`: the box and line that an arrow begins at, and the box that it leads to. */
const arrowsOf = ({ boxes, arrows }: HeapPicture): string[] =>
  arrows.map(({ from, line, to }) => `${from} ${boxes[from]!.lines[line]!.name} > ${to}`);

test('every object is one box, with an arrow for each reference', () => {
  const picture = pictureOf(symbolicTrail());
  assert.deepEqual(picture.boxes.map(({ title, note, layer }) => `${layer} ${title} ${note}`.trim()), [
    '0 Inputs', '1 Looms', '2 Thread', '2 Object[] length 5', '3 Thread', '3 int[] length 2', '3 String', '4 Thread',
  ]);
  assert.deepEqual(arrowsOf(picture), [
    '0 this > 1', '0 other > 1', '1 first > 2', '1 spools > 3', '2 next > 4', '3 0 > 5', '3 2 > 6', '3 3 > 6', '3 4 > 4',
    '4 next > 7', '4 previous > 2', '7 next > 7', '7 previous > 4', '7 owner > 1',
  ]);
  assert.deepEqual([picture.shown, picture.all], [7, 7], 'a string to which nothing else refers is in the line of its field');
});

test('a line says its name and value', () => {
  const { boxes } = pictureOf(symbolicTrail());
  const linesOf = (index: number): string[] => boxes[index]!.lines.map(line => `${line.name}|${lineText(boxes[index]!, line)}`);
  assert.deepEqual(linesOf(0), ['this|', 'other|', 'rows|= 5', 'none|= null']);
  assert.deepEqual(linesOf(1), ['first|', 'size|= 3', 'colour|= Colour.RED', 'spools|']);
  assert.deepEqual(linesOf(2), ['next|', 'label|= "warp \\"one\\""']);
  assert.deepEqual(linesOf(5), ['0|1', '1|-2']);
  assert.deepEqual(linesOf(6), ['|"twice <b>"']);
  assert.equal(boxes[2]!.type, 'mill.Looms$Thread');
  assert.equal(boxes[0]!.lines[2]!.title, 'int rows = 5');
});

test('boxes do not overlap, and no arrow crosses a box', () => {
  for (const document of [symbolicTrail(), treeTrail(7), treeTrail(60), treeTrail(200)]) {
    const { boxes, arrows, width, height } = pictureOf(document);
    for (const [index, one] of boxes.entries()) {
      assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height, one.title);
      for (const other of boxes.slice(index + 1)) {
        assert.ok(one.x + one.width < other.x || other.x + other.width < one.x || one.y + one.height < other.y || other.y + other.height < one.y, `${one.title} on ${other.title}`);
      }
    }
    for (const { from, to, path } of arrows) {
      const numbers = path.match(/-?[\d.]+/g)!.map(Number);
      const points = numbers.flatMap((x, at) => at % 2 === 0 ? [{ x, y: numbers[at + 1]! }] : []);
      for (const [index, box] of boxes.entries()) {
        const inside = points.filter(({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
        assert.ok(inside.length === 0 || index === from && inside.length === 1, `an arrow from ${from} to ${to} in box ${index}: ${path}`);
      }
      assert.ok(points.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height), path);
    }
  }
});

test('a picture of too many objects is cut off and says so, as an array of too many elements does', () => {
  const picture = pictureOf(treeTrail(200));
  assert.deepEqual([picture.shown, picture.all, picture.boxes.length], [60, 201, 61]);
  assert.match(heapWords(picture), /left refers to an object that is not shown.* The picture shows 60 of 201 objects\.$/);
  const weights = picture.boxes.find(({ kind }) => kind === 'array')!;
  assert.deepEqual([weights.lines.length, weights.omitted], [24, 976]);
  assert.doesNotMatch(heapWords(pictureOf(treeTrail(20))), /not shown|The picture/);
});

test('the words say the same', () => {
  const words = heapWords(pictureOf(symbolicTrail()));
  assert.match(words, /^Inputs: this refers to object 1, other refers to object 1, rows is 5, none is null\. Object 1 is of type Looms: first refers to object 2, size is 3, /);
  assert.match(words, /Object 3 is of type Object\[\] with length 5: element 0 refers to object 5, element 1 is null, /);
  assert.match(words, /Object 6 is of type String: is "twice <b>"\./);
});

test('an object without fields, an empty array and a list of sixty are drawn', () => {
  const trail = trailOf(3, 2).finding.trail;
  const inputs = [{ name: 'a', type: 'A', value: 'A{}', object: 1 }, { name: 'b', type: 'int[]', value: 'int[]{}', object: 2 }, { name: 's', type: 'java.lang.String', value: '""', object: 3 }];
  const picture = heapPicture({ ...trail, inputs, heap: [{ id: 1, type: 'A', kind: 'object', fields: [] }, { id: 2, type: 'int[]', kind: 'array', elements: [] }, { id: 3, type: 'java.lang.String', kind: 'string', text: '""' }] })!;
  assert.deepEqual(picture.boxes.map(({ title, lines }) => [title, lines.length]), [['Inputs', 3], ['A', 0], ['int[]', 0]]);
  assert.equal(heapWords(picture), 'Inputs: a refers to object 1, b refers to object 2, s is "". Object 1 is of type A. Object 2 is of type int[] with length 0.');
  const list: HeapObject[] = [...Array(60).keys()].map(index => ({ id: index + 1, type: 'Node', kind: 'object', fields: index === 59 ? [{ name: 'next', object: 1 }] : [{ name: 'next', object: index + 2 }] }));
  const ring = heapPicture({ ...trail, inputs: [inputs[0]!], heap: list })!;
  assert.equal(ring.arrows.length, 61);
  assert.equal(new Set(ring.boxes.map(({ y }) => y)).size, 1, 'a list is one row');
});

test('a trail without a heap has no picture, and its inputs as text', () => {
  const document = symbolicTrail();
  delete document.finding.trail.heap;
  document.finding.trail.inputs!.forEach(input => delete input.object);
  assert.equal(heapPicture(document.finding.trail), undefined);
  assert.equal(heapPicture(trailOf(3, 2).finding.trail), undefined);
  assert.match(asText(modelOf(document)), /\n\nInputs:\n {6}this = #1=mill\.Looms\{…\}\n {6}other = #1\n.*\n\nPath condition:\n {6}first != null\n/s);
  assert.doesNotMatch(asText(modelOf(trailOf(3, 2))), /Inputs|Path condition/);
});

test('the name of a class without what is around it', () => {
  assert.deepEqual(['int', 'shop.Node', 'shop.List$Node[]', 'Map$Entry'].map(simpleName), ['int', 'Node', 'Node[]', 'Entry']);
});

test('a sequence of calls says which inputs each call takes', () => {
  const input = (name: string): { name: string; type: string; value: string } => ({ name, type: 'int', value: '1' });
  const calls = [{ method: 'new shop.Till', parameters: 1 }, { method: 'take', parameters: 0 }, { method: 'add', parameters: 2 }];
  assert.deepEqual(callWords({ inputs: ['this', 'a', 'b', 'b3'].map(input), calls }), ['new shop.Till(a)', 'take()', 'add(b, b3)']);
  assert.deepEqual(callWords({ inputs: [input('a')] }), []);
  const document = symbolicTrail();
  document.finding.trail.calls = [{ method: 'spin', parameters: 1 }];
  assert.match(asText(modelOf(document)), /\nCalls:\n {6}spin\(\w+\)\n/);
});
