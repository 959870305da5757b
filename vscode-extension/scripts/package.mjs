// Writes dropwire-PLATFORM-VERSION.vsix with the server inside; for another platform, given its server:
//   npm run package -- --target win32-x64 --server dropwire.exe
// Without a server at hand, dropwire-VERSION.vsix goes without: it takes the one on the PATH.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';

const platforms = ['linux-x64', 'linux-arm64', 'linux-armhf', 'alpine-x64', 'alpine-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];
const { values } = parseArgs({ options: { target: { type: 'string' }, server: { type: 'string' } } });
const here = `${process.platform}-${process.arch}`;
const target = values.target ?? here;
if (!platforms.includes(target)) {
  console.error(`no such platform: ${target}; there are ${platforms.join(', ')}`);
  process.exit(2);
}
const suffix = target.startsWith('win32') ? '.exe' : '';
const server = values.server ?? (target === here ? process.env.DROPWIRE_BIN ?? `../target/release/dropwire${suffix}` : undefined);
if (values.server !== undefined && !existsSync(values.server) || server === undefined) {
  console.error(`no server for ${target}: name one with --server`);
  process.exit(2);
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const vsce = ['node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
if (existsSync('../LICENSE')) {
  copyFileSync('../LICENSE', 'LICENSE');
} else {
  console.warn('no LICENSE at the top of the repository: the VSIX goes without');
  vsce.push('--skip-license');
}

copyFileSync('../server/dropwire/schema/dropwire.toml.schema.json', 'dropwire.toml.schema.json');
rmSync('server', { recursive: true, force: true });
if (existsSync(server)) {
  mkdirSync('server');
  const inside = `server/dropwire${suffix}`;
  copyFileSync(server, inside);
  // Names of functions and lines of a release are of no use to its users, and most of its size.
  spawnSync('strip', [inside], { stdio: 'ignore' });
  chmodSync(inside, 0o755); // the VSIX keeps modes, and the editor runs the file as it finds it
  vsce.push('--target', target, '--out', `dropwire-${target}-${version}.vsix`);
} else {
  console.log(`no ${server}: the VSIX goes without a server`);
  vsce.push('--out', `dropwire-${version}.vsix`);
}

process.exit(spawnSync(process.execPath, vsce, { stdio: 'inherit' }).status ?? 1);
