import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initializationOptions, isTrailReference } from '../src/protocol';

test('a trail reference has an id and a title', () => {
  assert.ok(isTrailReference({ id: '3f2a90c1', title: 'Deadlock', more: 1 }));
  for (const other of [undefined, null, 'id', [], {}, { id: 1, title: '' }, { id: '', title: 't' }, { id: 'a' }]) {
    assert.ok(!isTrailReference(other), JSON.stringify(other));
  }
});

test('an empty setting is left to the server', () => {
  assert.deepEqual(initializationOptions(' '), {});
  assert.deepEqual(initializationOptions('/jdk'), { jdk: { home: '/jdk' } });
});
