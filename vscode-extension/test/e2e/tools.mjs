// The tools that the tests with a browser need. One that is missing costs one line and its tests; with
// DROPWIRE_REQUIRE_TOOLS=1 it is a failure.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export class Missing extends Error {}

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(':');
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync);
}

export function chromium() {
  const found = process.env.CHROMIUM ?? onPath('chromium', 'chromium-browser', 'google-chrome');
  if (found === undefined) {
    throw new Missing('chromium (Debian package chromium, or name it in CHROMIUM)');
  }
  return found;
}

export function server() {
  const found = resolve(process.env.DROPWIRE_BIN ?? '../target/release/dropwire');
  if (!existsSync(found)) {
    throw new Missing(`dropwire (cargo build --release -p dropwire, or name it in DROPWIRE_BIN)`);
  }
  return found;
}

export function javac() {
  const found = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'javac') : onPath('javac');
  if (found === undefined || spawnSync(found, ['-version']).status !== 0) {
    throw new Missing('javac (a JDK)');
  }
  return found;
}

/** `{ node, entry }` of a code-server that `scripts/code-server.sh` has installed. */
export function codeServer() {
  const folder = process.env.CODE_SERVER ?? join(homedir(), '.cache/dropwire-tools/code-server');
  const node = join(folder, 'node_modules/node/bin/node');
  const entry = join(folder, 'node_modules/code-server/out/node/entry.js');
  if (!existsSync(node) || !existsSync(entry)) {
    throw new Missing(`code-server (scripts/code-server.sh ${folder})`);
  }
  return { node, entry };
}

export const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb',
  '--font-render-hinting=none'];
