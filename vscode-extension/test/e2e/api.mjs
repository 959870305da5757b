// The extension's part of the `vscode` API, tested inside a real extension host.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { Workbench } from './workbench.mjs';

/** What the tests use of the Java extension, in its place: it cannot be had from npm. */
const javaExtension = `exports.activate = () => ({
  serverReady: async () => true,
  getClasspaths: async uri => {
    const root = require('vscode').Uri.parse(uri).fsPath;
    return { projectRoot: root, classpaths: [root + '/target/classes', root + '/elsewhere/out'], modulepaths: [] };
  },
});`;

export async function run(test, vsix) {
  await test('the extension host', async () => {
    const bench = await Workbench.start({ vsix });
    try {
      await inHost(bench);
    } finally {
      await bench.close();
    }
  });
}

async function inHost(bench) {
  const java = join(bench.folder, 'java');
  mkdirSync(java);
  writeFileSync(join(java, 'package.json'), JSON.stringify({
    name: 'java', publisher: 'redhat', version: '0.0.1', engines: { vscode: '^1.91.0' }, main: './main.js', activationEvents: ['*'],
  }));
  writeFileSync(join(java, 'main.js'), javaExtension);
  const tests = join(bench.folder, 'host-tests.js');
  await build({ entryPoints: [resolve('test/e2e/hostTests.ts')], outfile: tests, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'], tsconfigRaw: '{}' });
  cpSync(bench.source, join(bench.folder, 'Till.java'));

  const { page } = bench;
  const remote = path => ({ scheme: 'vscode-remote', authority: bench.authority, path });
  // A built workbench takes no such option from its address; its own page carries them.
  await page.addInitScript(options => {
    if (window !== window.top) {
      return;
    }
    new MutationObserver((_, observer) => {
      const element = document.getElementById('vscode-workbench-web-configuration');
      if (element !== null) {
        observer.disconnect();
        const configuration = JSON.parse(element.getAttribute('data-settings'));
        configuration.developmentOptions = { ...configuration.developmentOptions, ...options };
        element.setAttribute('data-settings', JSON.stringify(configuration));
      }
    }).observe(document, { childList: true, subtree: true });
  }, { extensions: [remote(java)], extensionTestsPath: remote(tests) });
  const lines = [];
  const ended = new Promise(done => page.exposeFunction('codeAutomationExit', done));
  await page.exposeFunction('codeAutomationLog', () => {});
  page.on('console', message => {
    const line = /((?:ok {3}|FAIL ).*)/s.exec(message.text())?.[1];
    if (line !== undefined) {
      lines.push(line);
      console.log(`     ${line.slice(0, 1200)}`);
    }
  });
  bench.compile();
  await page.goto(`http://${bench.authority}/?folder=${bench.project}`);
  const code = await Promise.race([ended, new Promise(done => setTimeout(() => done('timeout'), 150_000))]);
  if (code !== 0 || !lines.some(line => line.startsWith('ok'))) {
    throw new Error(`the extension host ended with ${code}`);
  }
}
