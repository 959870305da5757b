// What a finding says in a real workbench: the step that is to blame, the library folded, small windows, lines that follow.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marks, spaces, squiggles, until } from './workbench.mjs';

const stock = `import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Stock {
    private final ConcurrentHashMap<String, Integer> orders = new ConcurrentHashMap<>();

    void order(String item) {
        if (orders.containsKey(item)) {
            orders.merge(item, 1, Integer::sum);
        } else {
            orders.put(item, 1);
        }
    }

    public static void main(String[] args) throws Exception {
        Stock stock = new Stock();
        ExecutorService desk = Executors.newFixedThreadPool(2);
        Future<?> first = desk.submit(() -> stock.order("tea"));
        Future<?> second = desk.submit(() -> stock.order("tea"));
        first.get();
        second.get();
        desk.shutdown();
        assert stock.orders.get("tea") == 2 : "ordered: " + stock.orders.get("tea");
    }
}
`;

const sourceOf = (bench, name) => join(bench.project, 'src/main/java', name);
const rows = trail => trail.locator('[role="grid"] [role="row"]');

export async function whatWentWrong(bench, { shot }) {
  const { page, trail } = bench;
  writeFileSync(sourceOf(bench, 'Stock.java'), stock);
  await bench.open('Stock.java');
  bench.compile(sourceOf(bench, 'Stock.java'));
  await page.locator('.codelens-decoration a', { hasText: 'open trail' }).first().click({ timeout: 60_000 });
  await trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 30_000 });
  const why = spaces(await trail.locator('.story .why').innerText());
  assert.match(why, /^What went wrong: .*orders\.put\(\).* comes between .*orders\.containsKey\(\).* and its .*orders\.put\(\)/);
  assert.match(spaces(await trail.locator('body').innerText()), /this switch makes the difference/);
  await shot('explained');
  await trail.getByRole('button', { name: 'Show passing run' }).click();
  await shot('explained-passing');
  const beside = spaces(await trail.locator('.beside').innerText());
  assert.match(beside, /This run fails[^]*This run passes[^]*this switch makes the difference/);
  await trail.getByRole('button', { name: 'Show passing run' }).click();
  const heads = await trail.locator('.head b').allInnerTexts();
  assert.equal(new Set(heads).size, 3, heads.join(', '));
  // What is cut off by the page is wider than what is shown.
  const cut = await trail.locator('.head b').evaluateAll(all => all.filter(head => head.scrollHeight > head.clientHeight + 1).map(head => head.textContent));
  assert.deepEqual(cut, []);
}

export async function stepsOfTheLibrary(bench) {
  const { trail } = bench;
  const { page } = bench;
  await rows(trail).filter({ hasText: /shutdown ▸/ }).first().waitFor();
  const before = await rows(trail).count();
  await trail.locator('[role="row"][aria-selected="true"]').click();
  await page.keyboard.press('Home');
  const selected = () => trail.locator('[role="row"][aria-selected="true"]').innerText();
  while (!(await selected()).includes('shutdown')) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('ArrowRight');
  await until('the unfolded steps', async () => await rows(trail).count() > before);
  await page.keyboard.press('ArrowLeft');
  await until('the folded steps', async () => await rows(trail).count() === before);
}

export async function smallWindows(bench, { shot }) {
  const { page, trail } = bench;
  const before = page.viewportSize();
  for (const [width, height, least] of [[1280, 800, 12], [800, 800, 8]]) {
    await page.setViewportSize({ width, height });
    if (width < 1000) {
      await bench.command('View: Close Primary Side Bar'); // as whoever has so little room does
    }
    await page.waitForTimeout(500);
    const seen = await trail.locator('.scroller').evaluate(scroller => {
      const box = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll('[role="row"]')].filter(row => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom;
      }).length;
    });
    assert.ok(seen >= least, `${seen} rows at ${width} × ${height}`);
    for (const [theme, kind] of [['Default Dark Modern', 'dark'], ['Default Light Modern', 'light']]) {
      bench.set({ 'workbench.colorTheme': theme });
      await trail.locator(`html[data-theme="${kind}"]`).waitFor({ state: 'attached', timeout: 20_000 });
      await page.waitForTimeout(300); // the colours come a moment after the name
      await shot(`small-${width}-${kind}`);
    }
  }
  bench.set({});
  await page.setViewportSize(before);
  await page.keyboard.press('Control+Shift+E');
}
/** Squiggle, lens and trail stand at their lines when others write the file, when it is compiled again, and when an edit is undone. */
export async function linesFollow(bench) {
  const { page, trail } = bench;
  const source = sourceOf(bench, 'Stock.java');
  const failure = 'assert stock.orders.get("tea") == 2';
  await page.keyboard.press('Control+1');
  await marks(page, [failure]);
  writeFileSync(source, stock.replace('public class', '/**\n * Orders of a shop.\n */\npublic class'));
  await page.locator('.view-line', { hasText: 'Orders of a shop' }).waitFor({ timeout: 20_000 });
  await marks(page, [failure]);
  await trail.locator('.stale', { hasText: /edited|changed/ }).waitFor({ timeout: 20_000 });
  bench.compile(source);
  await trail.locator('.stale').waitFor({ state: 'hidden', timeout: 60_000 });
  await until('the new line in the trail', async () => /Stock\.java:28/.test(await trail.locator('.story').innerText()));
  await marks(page, [failure]);
  // An edit, and back.
  await page.locator('.view-line', { hasText: 'public class Stock' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('\n\n');
  await marks(page, [failure]);
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await marks(page, [failure]);
  await bench.command('File: Revert File');
}

/** A build that is cut off takes no finding away. */
export async function tornClasses(bench) {
  const { page } = bench;
  const torn = join(bench.project, 'target/classes/Stock.class');
  const whole = readFileSync(torn);
  for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
    writeFileSync(torn, bytes);
    await page.locator('.codelens-decoration a', { hasText: /stale|out of date|changed|cannot be read/ }).first().waitFor({ timeout: 30_000 });
    await until('the finding, stale', async () => (await squiggles(page, '.squiggly-error')).length === 1);
  }
  writeFileSync(torn, whole);
  await page.locator('.codelens-decoration a', { hasText: /✗ violated/ }).first().waitFor({ timeout: 60_000 });
}
/** What was cut off, and what the user has suppressed, is red nowhere. */
export async function noFalseFailures(bench, { shot }) {
  const { page } = bench;
  const configuration = join(bench.project, 'dropwire.toml');
  const failed = page.locator('.test-explorer [class*="testing-error-icon"], .test-explorer [class*="codicon-testing-failed"]');
  const badge = () => page.locator('.activitybar .action-item', { has: page.locator('[aria-label*="Dropwire"]') }).first().innerText();
  const lens = words => page.locator('.codelens-decoration a', { hasText: words }).first().waitFor({ timeout: 60_000 });
  await bench.command('Testing: Focus on Test Explorer View');
  await page.locator('.test-explorer .monaco-list-row', { hasText: 'Stock' }).waitFor({ timeout: 20_000 });
  await until('the failure', async () => await failed.count() > 0 && (await badge()).trim() === '1');

  writeFileSync(configuration, '[[ignore]]\nkind = "assertion-failure"\nwhere = "Stock"\nreason = "one order at a time"\n');
  await until('the suppressed finding to be quiet', async () => await page.locator('.squiggly-error').count() === 0
    && await failed.count() === 0 && (await badge()).trim() === '', 60_000);
  await shot('suppressed');

  writeFileSync(configuration, '[limits]\ntransitions = 40\n');
  await lens(/incomplete/);
  await until('no failure where the search was cut off', async () => await page.locator('.squiggly-error').count() === 0 && await failed.count() === 0);
  await shot('incomplete');

  writeFileSync(configuration, '');
  await lens(/✗ violated/);
  await until('the failure again', async () => await failed.count() > 0);
}
