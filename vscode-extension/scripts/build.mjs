// Bundles the extension into dist/extension.js; with --tests, the unit tests into dist/test/ instead.
import { build, context } from 'esbuild';
import { writeView } from './view.mjs';
import { readdirSync, rmSync } from 'node:fs';

const flags = new Set(process.argv.slice(2));

const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
};

const extension = {
  ...shared,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'], // the editor provides it
  minify: flags.has('--production'),
  sourcemap: !flags.has('--production'),
};

// Only modules that do without `vscode` can be tested here: an import of it would fail to load.
const tests = {
  ...shared,
  entryPoints: readdirSync('test').filter(name => name.endsWith('.test.ts')).map(name => `test/${name}`),
  outdir: 'dist/test',
  external: ['vscode', 'esbuild'],
  sourcemap: 'inline',
};

if (flags.has('--tests')) {
  rmSync('dist/test', { recursive: true, force: true }); // a deleted test must not run on
  await build(tests);
} else if (flags.has('--watch')) {
  await (await context(extension)).watch();
} else {
  await writeView();
  await build(extension);
}
