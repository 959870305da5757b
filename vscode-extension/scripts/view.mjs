// Builds the trail view: dist/view.js and dist/view.css for the editor's panel, and the page that the server carries,
// ../server/dropwire/src/page/page.html. That one is committed, so that the server builds without npm; a test compares.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

export const pagePath = '../server/dropwire/src/page/page.html';

/** The bundle as text: `{ script, style }`. */
export async function bundleView() {
  const { outputFiles } = await build({
    entryPoints: { 'view': 'src/view/main.ts', 'view-style': 'src/view/style.css' },
    outdir: 'dist',
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: ['es2023', 'chrome114', 'firefox121', 'safari17'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    tsconfigRaw: '{}',
    write: false,
    logLevel: 'warning',
  });
  const text = suffix => outputFiles.find(({ path }) => path.endsWith(suffix)).text.trim();
  return { script: text('.js'), style: text('.css') };
}

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page without its data. Nothing but its own script and style may run, and nothing may be loaded. */
export function pageOf({ script, style }) {
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="dropwire">
<title>@@dropwire-title@@</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page draws a run of a program with a script of its own; the browser has scripts switched off.</noscript>
<script type="application/json" id="trail-data">@@dropwire-data@@</script>
<script>${script}</script>
</body>
</html>
`;
}

export async function writeView() {
  const view = await bundleView();
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/view.js', view.script);
  writeFileSync('dist/view.css', view.style);
  return view;
}
