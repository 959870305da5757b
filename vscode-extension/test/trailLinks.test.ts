import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewLinks } from '../src/trailLinks';

test('a file in the folder', () => {
  assert.equal(previewLinks('1 [Till.java:5](file:///w/p/src/Till.java#L5), 2 [x](<file:///w/p/X.java>)', '/w/p'),
    '1 [Till.java:5](/src/Till.java#L5), 2 [x](/X.java)');
});

test('a file elsewhere', () => {
  assert.equal(previewLinks('[B](file:///w/q/B.java#L1)', '/w/p'), '[B](/../q/B.java#L1)');
});

test('signs that a link may not hold as they are', () => {
  assert.equal(previewLinks('[A](file:///w/my%20p/a%20%28b%29/%C3%84.java#L1)', '/w/my p'),
    '[A](/a%20%28b%29/%C3%84.java#L1)');
  assert.equal(previewLinks('[A](file:///C%3A/p/A.java#L1)', '/C:/p'), '[A](/A.java#L1)');
});

test('whatever is not a file link stays', () => {
  for (const other of ['[a](https://a.example/b)', 'file:///w/p/A.java', '[A](file:///w/%zz)', '[s](#steps)']) {
    assert.equal(previewLinks(other, '/w/p'), other);
  }
  assert.equal(previewLinks('[A](file:///w/A.java)', undefined), '[A](file:///w/A.java)');
});
