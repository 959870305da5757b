// Properties of the user's own in a real workbench with the real server: in `dropwire.toml`, and in annotations.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marks, spaces, until } from './workbench.mjs';

const stock = `import dropwire.Always;

public class Stock {
    @Always("left <= 3")
    static volatile int left = 3;

    @Always("sold >= 0")
    static volatile int sold;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> left = 5);
        other.start();
        other.join();
        sold = 1;
    }
}
`;

const entries = `[[property]]
name = "low"
always = "Stock.left <= 4"

[[property]]
name = "served"
ltl = "[] (Stock.left == 5 -> <> Stock.sold == 1)"
`;

const configuration = bench => join(bench.project, 'dropwire.toml');

/** The titles of all lenses, from the top to the bottom. */
async function lenses(page) {
  const found = await page.locator('.codelens-decoration a').evaluateAll(all => all
    .map(lens => [lens.getBoundingClientRect().top, lens.textContent])
    .sort(([a], [b]) => a - b)
    .map(([, title]) => title));
  return found.map(spaces);
}

/** Until these are the lenses about properties. */
async function shows(page, titles) {
  let seen = [];
  await until('lenses', async () => {
    seen = (await lenses(page)).filter(title => /holds in|violated: open|not decided|not verified yet/.test(title));
    return JSON.stringify(seen) === JSON.stringify(titles);
  }, 60_000).catch(() => assert.deepEqual(seen, titles));
}

/** The lens opens the trail of its property. */
async function opens(bench, lens, title) {
  await lens.click();
  await bench.trail.locator('[role="grid"] [role="row"][aria-selected="true"]').waitFor({ timeout: 30_000 });
  await until('the trail of the property', async () => title.test(await bench.trail.locator('h1').innerText()));
}

export async function entriesShowTheirState(bench, { shot }) {
  const { page } = bench;
  rmSync(bench.source);
  bench.source = join(bench.project, 'src/main/java/Stock.java');
  writeFileSync(bench.source, stock);
  writeFileSync(configuration(bench), entries);
  await bench.open('dropwire.toml');
  bench.compile();
  await marks(page, ['name = "low"']);
  await shows(page, ['✗ violated: open the trail', '✓ holds in 1 target']);
  await shot('properties-toml');
  await opens(bench, page.locator('.codelens-decoration a', { hasText: 'violated: open the trail' }), /low/);
}

export async function annotationsShowTheirState(bench, { shot }) {
  const { page } = bench;
  await bench.show('Stock.java');
  await marks(page, ['@Always("left <= 3")', 'Thread other = new Thread(() -> left = 5);']);
  await shows(page, ['✗ violated: open the trail', '✓ holds in 1 target']);
  await shot('properties-java');
  await opens(bench, page.locator('.codelens-decoration a', { hasText: 'violated: open the trail' }), /left <= 3/);
}

export async function formulasAreChecked(bench, { shot }) {
  const { page } = bench;
  await bench.show('dropwire.toml');
  await page.locator('.view-line', { hasText: 'name = "served"' }).click();
  await page.keyboard.press('Control+End');
  // At once: a suggestion that comes between two keys takes Enter for itself.
  await page.keyboard.insertText('\n[[property]]\nname = "one"\nnever = "Stock.');
  const offered = page.locator('.suggest-widget .monaco-list-row');
  await until('completion', async () => {
    await page.keyboard.press('Control+Space');
    return offered.filter({ hasText: 'Stock.sold' }).first().waitFor({ timeout: 2000 }).then(() => true, () => false);
  });
  assert.match(await offered.allInnerTexts().then(all => all.join(' ')), /Stock\.left/);
  await shot('properties-completion');
  await offered.filter({ hasText: 'Stock.sold' }).first().click();
  await page.keyboard.type(' = 7"');
  await page.keyboard.press('Control+S');
  await marks(page, ['never = "Stock.sold = 7"'], '.squiggly-warning');
  // At its word alone.
  const mark = page.locator('.squiggly-warning').first();
  const text = 'never = "Stock.sold = 7"';
  const [at, line] = [await mark.boundingBox(), await page.locator('.view-line', { hasText: text }).locator('span').first().boundingBox()];
  const [from, to] = [at.x - line.x, at.x + at.width - line.x].map(x => Math.round(x / line.width * text.length));
  assert.equal(text.slice(from, to), '=');
  await mark.hover({ force: true });
  await page.locator('.monaco-hover', { hasText: '`=` has no meaning in a formula; expected `==`' }).first().waitFor({ timeout: 20_000 });
  await page.keyboard.press('Escape');
}

export async function whatHoldsIsMarkedNoLonger(bench) {
  const { page } = bench;
  await bench.command('File: Revert File');
  writeFileSync(configuration(bench), entries.replace('<= 4', '<= 5'));
  await marks(page, []);
  await shows(page, ['✓ holds in 1 target', '✓ holds in 1 target']);
  await bench.show('Stock.java');
  writeFileSync(bench.source, stock.replace('left = 5', 'left = 2'));
  bench.compile();
  await marks(page, []);
  await shows(page, ['✓ holds in 1 target', '✓ holds in 1 target']);
}
