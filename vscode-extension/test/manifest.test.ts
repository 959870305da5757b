// The manifest and the code name the same things, and the manifest keeps the product's promises.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const code = readdirSync('src').filter(name => name.endsWith('.ts')).map(name => readFileSync(`src/${name}`, 'utf8')).join('\n');
const settings: Record<string, { markdownDescription: string }> = manifest.contributes.configuration.properties;

test('every command of the manifest is registered', () => {
  for (const { command } of manifest.contributes.commands) {
    assert.ok(code.includes(`'${command}'`), command);
  }
});

test('settings are few, explained, and read somewhere', () => {
  assert.ok(Object.keys(settings).length <= 15);
  for (const [name, { markdownDescription }] of Object.entries(settings)) {
    assert.ok(markdownDescription.length > 20, name);
    const readByLanguageClient = name === 'dropwire.trace.server';
    assert.ok(readByLanguageClient || code.includes(`'${name.replace('dropwire.', '')}'`), name);
  }
});

test('a command that needs something is offered only where it is there', () => {
  const palette: { command: string; when: string }[] = manifest.contributes.menus.commandPalette;
  for (const name of ['nextStep', 'previousStep', 'showTrail', 'verifyAll', 'verifyTarget', 'restartServer']) {
    assert.ok(palette.some(({ command, when }) => command === `dropwire.${name}` && when !== ''), name);
  }
  for (const { when } of palette) {
    for (const [key] of when.matchAll(/dropwire\.\w+/g)) {
      assert.ok(code.includes(`'setContext', '${key}'`), key);
    }
  }
});

test('what the manifest names is in the folder', () => {
  const { icon, contributes } = manifest;
  const files: string[] = [icon, ...contributes.viewsContainers.activitybar.map(({ icon }: { icon: string }) => icon),
    ...contributes.walkthroughs.flatMap(({ steps }: { steps: { media: { markdown: string } }[] }) => steps.map(({ media }) => media.markdown))];
  files.forEach(file => assert.ok(existsSync(file), file));
});

test('no workspace that is not trusted names a program to run', () => {
  const trust = manifest.capabilities.untrustedWorkspaces;
  assert.equal(trust.supported, 'limited');
  assert.deepEqual(trust.restrictedConfigurations.sort(),
    Object.keys(settings).filter(name => /path|home/.test(name)).sort());
});

test('the lock file names no host', () => {
  const packages: Record<string, { resolved?: string }> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  assert.deepEqual(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined), []);
});
