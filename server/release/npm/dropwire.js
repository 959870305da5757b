#!/usr/bin/env node
'use strict';
// Starts the program of this platform, which comes in a package of its own.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const platform = `${process.platform}-${process.arch}`;
const name = `dropwire-${platform}`;
let program;
try {
  program = require.resolve(`${name}/${process.platform === 'win32' ? 'dropwire.exe' : 'dropwire'}`);
} catch {
  console.error(`dropwire: the package ${name} is not installed. Either there is none for ${platform}, or optional dependencies are left out ` +
    '(--omit=optional). Build the program from its sources instead, and put it on the path.');
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
// A terminal interrupts the program too, which asks before it ends; other signals come here alone.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', error => {
  console.error(`dropwire: ${program} cannot be started: ${error.message}`);
  process.exit(2);
});
child.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
