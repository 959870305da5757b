import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trailAddress, trailIdOf } from '../src/trailAddress';

const pathFor = (title: string) => trailAddress({ id: '3f2a90c1', title }).path;

test('the address gives the id back', () => {
  assert.equal(trailIdOf(trailAddress({ id: '3f2a90c1', title: 'Deadlock' })), '3f2a90c1');
});

test('a title is one name: slashes and line ends do not split it', () => {
  assert.equal(pathFor('Data race on Account.balance'), '/Data race on Account.balance.md');
  assert.equal(pathFor('a/b\\c\n\td'), '/a∕b∕c d.md');
});

test('without a title there is still a name', () => {
  assert.equal(pathFor(' \n'), '/Trail.md');
});

test('a long title is cut between characters', () => {
  const name = pathFor('🧵'.repeat(200));
  assert.equal([...name].length, '/'.length + 80 + '.md'.length);
  assert.match(name, /^\/(🧵)+…\.md$/u);
});
