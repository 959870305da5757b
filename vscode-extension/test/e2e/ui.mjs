// From squiggle to trail in one key, in a real workbench with the real server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { until } from './workbench.mjs';

/** Whether the source line shows a step; what an extension writes behind a line is a style's content. */
function marked(page, text, sentence) {
  const thread = /: ([^,]+),/.exec(sentence)[1];
  return page.evaluate(([text, thread]) => [...document.querySelectorAll('.view-lines .view-line')]
    .filter(row => row.textContent.replaceAll('\u00a0', ' ').includes(text))
    .some(row => [...row.querySelectorAll('span')].some(span => {
      const written = getComputedStyle(span, '::after').content.replaceAll('\u00a0', ' ');
      return written.includes('▶') && written.includes(thread);
    })), [text, thread]);
}

export async function squiggleToTrail(bench) {
  const { page, trail } = bench;
  await bench.open();
  bench.compile();
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
  assert.equal(await trail.locator('#root').count(), 0, 'no trail opens uninvited');
  await page.locator('.codelens-decoration a', { hasText: 'deadlock: open trail' }).waitFor({ timeout: 20_000 });

  // The light bulb, by its key, at the problem.
  await page.locator('.view-line').first().click();
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await until('the quick fix', async () => {
    await page.keyboard.press('Control+.');
    return page.locator('.action-widget .monaco-list-row.action', { hasText: 'open the trail' }).first()
      .waitFor({ timeout: 2000 }).then(() => true, () => false);
  });
  await page.locator('.action-widget .monaco-list-row.action', { hasText: 'open the trail' }).first().click();
  await trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 30_000 });

  // The editor has kept the focus, and its own keys lead the trail.
  const focused = await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null);
  assert.ok(focused, 'the editor keeps the focus');
  const position = () => trail.locator('.position').innerText();
  assert.match(await position(), /step end of \d+/);
  await page.keyboard.press('Alt+[');
  await until('the step before', async () => /step 4 of 4/.test(await position()));
  await page.locator('.ced-TextEditorDecorationType, [class*="ced-"]').first().waitFor({ timeout: 10_000 });
  await page.keyboard.press('Alt+]');
  await until('and back', async () => /step end/.test(await position()));
}

/** The first minute: a window without a folder, one command, and the deadlock is one key away. */
export async function opensTheSample(bench, { shot }) {
  const { page, trail } = bench;
  await page.goto(`http://${bench.authority}/?ew=true`);
  await page.locator('.activitybar [aria-label*="Dropwire"]').first().waitFor({ timeout: 60_000 });
  await bench.command('Dropwire: Open the Sample');
  // Another folder is another window in the same page: its source is shown, and it is verified.
  await page.locator('.tab', { hasText: 'Till.java' }).waitFor({ timeout: 60_000 });
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'dropwire.toml' }).waitFor({ timeout: 30_000 });
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
  await page.locator('.codelens-decoration a', { hasText: /✗ violated, \d+ states/ }).waitFor({ timeout: 30_000 });
  assert.equal(await page.locator('.notification-toast', { hasText: 'could not be compiled' }).count(), 0);
  // A palette command is one; the lens above `main` is the other.
  await page.locator('.codelens-decoration a', { hasText: 'deadlock: open trail' }).click();
  await trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 30_000 });
  assert.match(await trail.locator('h1').innerText(), /Deadlock/);
  await shot('sample');
}

/** Edits that help are looked for on demand, and are quick fixes once they are verified. */
export async function aVerifiedFixIsAQuickFix(bench) {
  const { page } = bench;
  const action = page.locator('.action-widget .monaco-list-row.action');
  const choose = async words => {
    await page.locator('.view-line').first().click();
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await until(words, async () => {
      await page.keyboard.press('Control+.');
      return action.filter({ hasText: words }).first().waitFor({ timeout: 2000 }).then(() => true, () => false);
    }, 90_000);
    await action.filter({ hasText: words }).first().click();
  };
  await choose('look for a verified fix');
  await page.locator('.notification-toast', { hasText: 'verified fix: acquire drawer before ledger' }).waitFor({ timeout: 90_000 });
  const before = readFileSync(bench.source, 'utf8');
  await choose('verified fix: acquire drawer before ledger');
  await until('the edit', async () => (await page.locator('.view-lines').innerText()).replaceAll('\u00a0', ' ').split('synchronized (drawer) {').length === 3);
  assert.equal(readFileSync(bench.source, 'utf8'), before, 'only the editor has it');
  await bench.command('File: Revert File');
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
}

export async function keysGoThroughAllSteps(bench) {
  const { page, trail } = bench;
  await trail.locator('[role="row"][aria-selected="true"]').click();
  await page.keyboard.press('Home');
  const seen = [];
  const lines = readFileSync(bench.source, 'utf8').split('\n');
  const live = trail.locator('[aria-live="polite"]');
  for (let step = 0; step < 6; step++) {
    seen.push(await live.innerText());
    // The line of the step is marked in the source.
    const line = /line (\d+)/.exec(seen.at(-1))?.[1];
    await until(`line ${line} marked in the editor`, () => marked(page, lines[line - 1].trim(), seen.at(-1)), 10_000);
    await page.keyboard.press('ArrowDown');
  }
  assert.equal(new Set(seen).size, 6, seen.join('\n'));
  assert.match(seen[0], /^Step 1 of 4: main, start sell; Till\.java line \d+\.$/);
  assert.match(seen[3], /switch: sell is preempted/);
  assert.match(seen[5], /^At the end: audit, waits to lock drawer; held by sell;/);
  // Enter goes to the source, with the focus.
  await page.keyboard.press('Enter');
  await until('the editor has the focus', () => page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null));
}

export async function survivesAReload(bench) {
  const { page, trail } = bench;
  await trail.locator('[role="row"].of-lock', { hasText: 'lock ledger' }).click();
  await until('the step', async () => /step 4/.test(await trail.locator('.position').innerText()));
  await page.evaluate(() => { globalThis.before = true; });
  await bench.command('Developer: Reload Window');
  await until('a new window', () => page.evaluate(() => globalThis.before === undefined).catch(() => false));
  await trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 60_000 });
  assert.match(await trail.locator('.position').innerText(), /step 4 of 4/);
  assert.match(await trail.locator('h1').innerText(), /Deadlock/);
}

export async function serverComesBack(bench) {
  const { page } = bench;
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
  const pid = await theOnlyServer(bench, 0);
  process.kill(pid, 'SIGKILL');
  await theOnlyServer(bench, pid);
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
}

/** One server, and the same one a while later: that of a window that is gone may live on for a moment. */
async function theOnlyServer(bench, killed) {
  const [pid] = await until('one server', async () => {
    const before = bench.servers();
    await new Promise(resolve => setTimeout(resolve, 1_500));
    const after = bench.servers();
    return before.length === 1 && after.length === 1 && before[0] === after[0] && after[0] !== killed && after;
  }, 60_000);
  return pid;
}

export async function repairMakesBothGo(bench) {
  const { page } = bench;
  await page.locator('.view-line').first().click(); // the panel must not have the focus
  bench.mend();
  bench.compile();
  await page.locator('.squiggly-error').first().waitFor({ state: 'detached', timeout: 60_000 });
  await page.locator('iframe.webview').waitFor({ state: 'detached', timeout: 30_000 });
  await page.locator('.codelens-decoration a', { hasText: '✓ verified' }).waitFor({ timeout: 30_000 });
}

export async function listsShowTargets(bench, { shot }) {
  const { page } = bench;
  await bench.command('Dropwire: Focus on Findings View');
  const tree = page.locator('.pane-body .monaco-list-row');
  await tree.filter({ hasText: 'Deadlock: sell holds' }).first().waitFor({ timeout: 20_000 });
  assert.match(await tree.filter({ hasText: 'Till' }).first().getAttribute('aria-label'), /Till.*violated/);
  await bench.command('Testing: Focus on Test Explorer View');
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'Till' }).waitFor({ timeout: 20_000 });
  await until('the result of the target', () => page.locator('.test-explorer [class*="testing-error-icon"], .test-explorer [class*="codicon-testing-failed"]').count());
  await shot('tests');
  await page.locator('[id="dropwire.dropwire.dropwire.status"] a, [id*="dropwire.status"] a').first().click();
  const menu = page.locator('.quick-input-list .monaco-list-row');
  await menu.filter({ hasText: 'Till' }).first().waitFor({ timeout: 10_000 });
  await menu.filter({ hasText: 'Restart Server' }).waitFor();
  await shot('menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+E');
}

/** Until the message with these words, whose button is then pressed. */
async function message(page, words) {
  const toast = page.locator('.notification-toast', { hasText: words });
  await toast.first().waitFor({ timeout: 40_000 });
  assert.equal(await toast.count(), 1, 'one message');
  return toast.first();
}

export async function troubleIsOneMessage(bench) {
  const { page } = bench;
  bench.set({ 'dropwire.server.path': '/nowhere/dropwire' });
  const missing = await message(page, 'was not found');
  assert.match(await missing.innerText(), /\/nowhere\/dropwire/);
  await until('no server', () => bench.servers().length === 0);
  assert.equal(await page.locator('[id*="dropwire.status"]').first().getAttribute('aria-label').then(label => /no server/.test(label)), true);
  await missing.hover();
  await missing.locator('.codicon-notifications-clear').click();

  bench.set({ 'dropwire.server.path': bench.program('exit 3') });
  const stopped = await message(page, 'Dropwire is stopped');
  bench.set({});
  await stopped.getByText('Restart Server').click();
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
}

export async function restrictedModeRunsNothing(bench) {
  const { page, trail } = bench;
  await page.waitForTimeout(1500); // results are stored when they have rested
  bench.set({ 'security.workspace.trust.enabled': true });
  await page.goto(`http://${bench.authority}/?folder=${bench.project}`);
  const status = page.locator('[id*="dropwire.status"]').first();
  await until('the state', async () => /not trusted/.test(await status.getAttribute('aria-label').catch(() => '')), 60_000);
  await until('no server', () => bench.servers().length === 0);
  await bench.command('Dropwire: Focus on Findings View');
  const stored = page.locator('.pane-body .monaco-list-row', { hasText: 'Deadlock: sell holds' }).first();
  await stored.waitFor({ timeout: 20_000 });
  await stored.click();
  await trail.locator('.stale', { hasText: 'stored' }).waitFor({ timeout: 30_000 });
  assert.equal(bench.servers().length, 0, 'nothing runs');
  bench.set({});
  await page.goto(`http://${bench.authority}/?folder=${bench.project}`);
  await page.locator('.squiggly-error').first().waitFor({ timeout: 60_000 });
}

/** What kind the editor says each is; one after the other differs in it. All others are looked at without the editor, in `pictures.mjs`. */
const themes = [
  ['dark', 'Default Dark Modern', 'dark'], ['light', 'Default Light Modern', 'light'],
  ['hc-dark', 'Default High Contrast', 'hc-dark'], ['hc-light', 'Default High Contrast Light', 'hc-light'],
  ['light', 'Solarized Light', 'solarized-light'], ['dark', 'Solarized Dark', 'solarized-dark'],
  ['light', 'Quiet Light', 'quiet-light'], ['dark', 'Monokai', 'monokai'],
];

export async function followsTheEditorsTheme(bench, { shot }) {
  const { page, trail } = bench;
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await trail.locator('[role="row"].of-lock', { hasText: 'lock ledger' }).click(); // a step with much to see
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Home');
  for (const [kind, theme, name] of themes) {
    bench.set({ 'workbench.colorTheme': theme });
    const html = trail.locator(`html[data-theme="${kind}"]`);
    await html.waitFor({ state: 'attached', timeout: 20_000 });
    await page.waitForTimeout(300); // the colours come a moment after the name
    await shot(`workbench-${name}`);
    const violations = await html.evaluate(async (_, source) => {
      if (globalThis.axe === undefined) {
        // eslint-disable-next-line no-implied-eval
        globalThis.axe = new Function(`${source}; return axe;`)();
      }
      const found = await globalThis.axe.run(document, { resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`);
    }, axe).catch(error => [`axe did not run: ${error.message}`]);
    assert.deepEqual(violations, [], name);
  }
  bench.set({});
}
