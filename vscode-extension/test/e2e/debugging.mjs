// The debugger of a trail in a real workbench: forwards and backwards, the trail panel beside it.
import assert from 'node:assert/strict';
import { until } from './workbench.mjs';

const frames = page => page.locator('.debug-call-stack .monaco-list-row');
const variables = page => page.locator('.debug-variables .monaco-list-row');
const button = (page, name) => page.locator(`.debug-toolbar .action-label[aria-label^="${name}"]`);
const position = bench => bench.trail.locator('.position').innerText();
const texts = rows => rows.evaluateAll(found => found.map(row => row.getAttribute('aria-label') ?? row.innerText));

/** What the editor shows of the place where the run stands. */
async function seen(bench) {
  const { page } = bench;
  const rows = await texts(variables(page));
  // The editor keeps other scopes open, or not, as it likes.
  const locals = rows.slice(0, rows.findIndex(row => row.startsWith('Scope Statics')));
  return { position: await position(bench), stack: await texts(frames(page)), variables: locals };
}

/** The same once it no longer changes: the editor asks for threads, stacks and variables one after the other. */
async function rested(bench, milliseconds = 600) {
  let last;
  let since = 0;
  return until('the debugger’s views to rest', async () => {
    const now = await seen(bench);
    const text = JSON.stringify(now);
    if (text !== last) {
      [last, since] = [text, Date.now()];
    }
    return now.stack.length > 0 && now.variables.length > 0 && Date.now() - since > milliseconds && now;
  });
}

/** Presses a button of the debugger, and says where the run stands then. */
async function press(bench, name, milliseconds) {
  const before = JSON.stringify(await seen(bench));
  await button(bench.page, name).click();
  return until(`${name} to go somewhere`, async () => {
    const now = await rested(bench, milliseconds);
    return JSON.stringify(now) !== before && now;
  });
}

export async function startsFromTheTrail(bench, { shot }) {
  const { page, trail } = bench;
  await bench.open();
  bench.compile();
  await page.locator('.codelens-decoration a', { hasText: 'deadlock: open trail' }).click({ timeout: 60_000 });
  await trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 30_000 });
  await bench.command('Dropwire: Debug This Trail');
  await page.locator('.debug-toolbar').waitFor({ timeout: 60_000 });
  await bench.command('View: Show Run and Debug');
  await frames(page).filter({ hasText: 'Till.main' }).first().waitFor({ timeout: 30_000 });
  await until('the first step in the panel', async () => /step 1 of 4/.test(await position(bench)));
  assert.equal(await page.locator('.repl').count(), 0, 'no console covers the trail');
  await shot('debug-start');
}

/** Step by step to the deadlock and back to where the run begins: the same stacks and variables both ways. */
export async function bothWays(bench, { shot }) {
  const { page } = bench;
  const forwards = [await rested(bench)];
  while (!/step end/.test(forwards.at(-1).position)) {
    forwards.push(await press(bench, 'Step Into', 1_200));
    assert.ok(forwards.length < 60, 'the run ends');
  }
  const end = forwards.at(-1);
  await page.locator('.exception-widget', { hasText: 'Deadlock' }).waitFor({ timeout: 30_000 });
  assert.match(end.position, /step end of 4/);
  await until('the locks', async () => {
    await variables(page).filter({ hasText: /^Locks$/ }).click();
    return variables(page).filter({ hasText: 'wanted, held by sell' }).first().waitFor({ timeout: 2000 }).then(() => true, () => false);
  });
  await shot('debug-end');
  const place = ({ stack, variables }) => JSON.stringify({ stack, variables }, undefined, 1);
  for (const wanted of forwards.slice(0, -1).toReversed()) {
    await button(page, 'Step Back').click();
    let now;
    await until('the same place backwards', async () => place(now = await seen(bench)) === place(wanted)).catch(() => assert.equal(place(now), place(wanted)));
  }
}

export async function breakpointsStopItBothWays(bench) {
  const { page } = bench;
  // In the margin of the line where `audit` takes its first lock.
  const line = page.locator('.view-line', { hasText: 'synchronized (ledger)' }).last();
  await line.click();
  await page.keyboard.press('F9');
  await page.locator('.codicon-debug-breakpoint').first().waitFor({ timeout: 30_000 });
  const taken = await press(bench, 'Continue');
  assert.ok(taken.stack.some(row => /Till\.audit, line 21/.test(row)), taken.stack.join('\n'));
  const end = await press(bench, 'Continue');
  assert.match(end.position, /step end of 4/);
  await button(page, 'Reverse').click();
  await until('the breakpoint backwards', async () => JSON.stringify((await seen(bench)).stack) === JSON.stringify(taken.stack));
  const start = await press(bench, 'Reverse');
  assert.ok(start.stack.some(row => /Till\.main/.test(row)), start.stack.join('\n'));
}

/** Whoever chooses a step in the panel takes the run there. */
export async function followsThePanel(bench) {
  const { page, trail } = bench;
  await trail.locator('[role="row"].of-lock', { hasText: 'lock ledger' }).click();
  await frames(page).filter({ hasText: 'Till.audit' }).first().waitFor({ timeout: 30_000 });
  await until('the step', async () => /step 4 of 4/.test(await position(bench)));
  await trail.locator('[role="row"].of-lock', { hasText: 'lock drawer' }).click();
  await frames(page).filter({ hasText: 'Till.sell' }).first().waitFor({ timeout: 30_000 });
  await until('the step before', async () => /step 3 of 4/.test(await position(bench)));
  await button(page, 'Stop').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden', timeout: 20_000 });
}

/** The findings view has the debugger at each finding. */
export async function startsFromAFinding(bench) {
  const { page } = bench;
  await bench.command('Dropwire: Focus on Findings View');
  const finding = page.locator('.pane-body .monaco-list-row', { hasText: 'Deadlock: sell holds' }).first();
  await finding.hover();
  await finding.locator('.action-label[aria-label="Debug This Trail"]').click();
  await page.locator('.debug-toolbar').waitFor({ timeout: 60_000 });
  await bench.command('View: Show Run and Debug');
  await frames(page).filter({ hasText: 'Till.main' }).first().waitFor({ timeout: 30_000 });
  await button(page, 'Stop').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden', timeout: 20_000 });
}
