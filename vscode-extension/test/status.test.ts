import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerStatus } from '../src/protocol';
import { statusText, type ServerState } from '../src/status';

const running = (status: ServerStatus): ServerState => ({ kind: 'running', status });

test('a server that has said nothing yet counts as healthy and at rest', () => {
  assert.deepEqual(statusText({ kind: 'running', status: undefined }),
    statusText(running({ health: 'ok', quiescent: true })));
});

test('work shows as a turning sign', () => {
  assert.equal(statusText(running({ health: 'ok', quiescent: true })).text, '$(eye) Dropwire');
  assert.equal(statusText(running({ health: 'ok', quiescent: false })).text, '$(sync~spin) Dropwire');
});

test('trouble differs by icon, colour and word, and is not hidden by work', () => {
  for (const health of ['warning', 'error'] as const) {
    const { text, tooltip, severity } = statusText(running({ health, quiescent: false, message: 'no JDK' }));
    assert.equal(text, `$(${health}) Dropwire`);
    assert.equal(tooltip, `Dropwire: ${health}, verifying\nno JDK`);
    assert.equal(severity, health);
  }
});

test('an empty message adds no line', () => {
  assert.equal(statusText(running({ health: 'ok', quiescent: true, message: '' })).tooltip, 'Dropwire: watching');
});

test('no state claims a tick', () => {
  const states: ServerState[] = [
    { kind: 'restricted' }, { kind: 'missing', message: 'm' }, { kind: 'starting' }, { kind: 'stopped', message: 'm' },
    running({ health: 'ok', quiescent: true }),
  ];
  for (const state of states) {
    assert.doesNotMatch(statusText(state).text, /check|pass|✓/);
  }
});

test('a click leads to what helps', () => {
  assert.equal(statusText({ kind: 'restricted' }).click, 'manage trust');
  assert.equal(statusText({ kind: 'missing', message: 'm' }).click, 'open settings');
  assert.equal(statusText({ kind: 'stopped', message: 'm' }).click, 'restart server');
  assert.equal(statusText(running({ health: 'error', quiescent: true })).click, 'show menu');
});
