import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initializationOptions, trailIdIn } from '../src/protocol';

test('a trail is named by its id, alone or in an object', () => {
  for (const argument of ['3f2a90c1', { trail: '3f2a90c1' }, { id: '3f2a90c1', title: 'Deadlock' }]) {
    assert.equal(trailIdIn(argument), '3f2a90c1');
  }
  for (const other of [undefined, null, '', [], {}, { id: 1 }, { trail: '' }]) {
    assert.equal(trailIdIn(other), undefined, JSON.stringify(other));
  }
});

test('an empty setting is left to the server', () => {
  assert.deepEqual(initializationOptions(' '), { trusted: true });
  assert.deepEqual(initializationOptions('/jdk'), { trusted: true, jdk: { home: '/jdk' } });
});
