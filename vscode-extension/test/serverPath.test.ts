import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findServer, type Surroundings } from '../src/serverPath';

function around(programs: string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: '',
    extensionFolder: '/ext',
    workspaceFolder: '/project',
    home: '/home/ada',
    searchPath: '/usr/local/bin:/usr/bin',
    platform: 'linux',
    isExecutable: path => programs.includes(path),
    ...changes,
  };
}

test('the setting comes before the bundled server, and that before the search path', () => {
  const programs = ['/opt/dropwire', '/ext/server/dropwire', '/usr/bin/dropwire'];
  assert.deepEqual(findServer(around(programs, { setting: '/opt/dropwire' })),
    { kind: 'found', path: '/opt/dropwire', source: 'setting' });
  assert.deepEqual(findServer(around(programs)), { kind: 'found', path: '/ext/server/dropwire', source: 'bundled' });
  assert.deepEqual(findServer(around(['/usr/bin/dropwire'])),
    { kind: 'found', path: '/usr/bin/dropwire', source: 'search path' });
});

test('the first folder of the search path wins', () => {
  const found = findServer(around(['/usr/bin/dropwire', '/usr/local/bin/dropwire']));
  assert.equal(found.kind === 'found' && found.path, '/usr/local/bin/dropwire');
});

test('a setting that names no program is reported, not passed over', () => {
  const found = findServer(around(['/ext/server/dropwire'], { setting: '/opt/gone' }));
  assert.equal(found.kind, 'missing');
  assert.match(found.kind === 'missing' ? found.message : '', /dropwire\.server\.path.*\/opt\/gone/);
});

test('a setting may start at the home folder or at the workspace', () => {
  const programs = ['/home/ada/bin/dropwire', '/project/target/release/dropwire'];
  for (const [setting, path] of [
    ['~/bin/dropwire', programs[0]],
    ['target/release/dropwire', programs[1]],
    ['  /project/target/release/dropwire ', programs[1]],
  ] as const) {
    assert.deepEqual(findServer(around(programs, { setting })), { kind: 'found', path, source: 'setting' });
  }
});

test('a relative setting without a folder has no meaning, and says so', () => {
  const found = findServer(around([], { setting: 'dropwire', workspaceFolder: undefined }));
  assert.match(found.kind === 'missing' ? found.message : '', /no folder is open/);
});

test('relative and empty entries of the search path are skipped', () => {
  assert.equal(findServer(around(['dropwire', 'bin/dropwire'], { searchPath: ':bin:.' })).kind, 'missing');
});

test('Windows has its own separators and suffix', () => {
  const windows = { platform: 'win32', extensionFolder: 'C:\\ext', searchPath: 'C:\\Windows;D:\\tools' } as const;
  assert.deepEqual(findServer(around(['D:\\tools\\dropwire.exe'], windows)),
    { kind: 'found', path: 'D:\\tools\\dropwire.exe', source: 'search path' });
  assert.deepEqual(findServer(around(['C:\\ext\\server\\dropwire.exe'], windows)),
    { kind: 'found', path: 'C:\\ext\\server\\dropwire.exe', source: 'bundled' });
  assert.match(JSON.stringify(findServer(around([], windows))), /dropwire\.exe/);
});
