// Writes dropwire-VERSION.vsix. With a server in server/, the VSIX is marked for this platform alone.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const vsce = ['node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--allow-missing-repository',
  '--out', `dropwire-${version}.vsix`];

if (existsSync('../LICENSE')) {
  copyFileSync('../LICENSE', 'LICENSE');
}
if (!existsSync('LICENSE')) {
  console.warn('no LICENSE at the top of the repository: the VSIX goes without');
  vsce.push('--skip-license');
}

const server = process.platform === 'win32' ? 'server/dropwire.exe' : 'server/dropwire';
if (existsSync(server)) {
  chmodSync(server, 0o755); // the VSIX keeps modes, and the editor runs the file as it finds it
  vsce.push('--target', `${process.platform}-${process.arch}`);
} else {
  console.log(`no ${server}: the VSIX goes without a server`);
}

process.exit(spawnSync(process.execPath, vsce, { stdio: 'inherit' }).status ?? 1);
