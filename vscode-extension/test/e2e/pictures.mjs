// The trail view as a page of its own, in a real browser: speed, keys, accessibility, pictures.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { pagePath } from '../../scripts/view.mjs';
import { browserArguments, chromium, codeServer, javac, Missing, server } from './tools.mjs';

const themes = ['dark', 'light', 'hc-dark', 'hc-light'];
const sizes = [[3, 2], [40, 6], [200, 20]];
const otherSizes = [[3, 6], [3, 20], [40, 2], [40, 20], [200, 2], [200, 6]];
const references = resolve('test/view/pictures');

export async function run(test) {
  const folder = mkdtempSync(join(tmpdir(), 'dropwire-view-'));
  const browser = await playwright.launch({ executablePath: chromium(), headless: true, args: browserArguments });
  try {
    await runIn(test, folder, browser);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runIn(test, folder, browser) {
  const { trailOf, explainedTrail, symbolicTrail, treeTrail, coverageReport, pageOf } = await trails(folder);
  const template = readFileSync(pagePath, 'utf8');
  const write = (name, data) => {
    const path = join(folder, `${name}.html`);
    const text = JSON.stringify(data).replaceAll('<', '\\u003c');
    writeFileSync(path, template.replace('@@dropwire-title@@', () => name).replace('@@dropwire-data@@', () => text));
    return pathToFileURL(path).href;
  };
  const addressOf = ([steps, threads]) => write(`${steps}x${threads}`, pageOf(trailOf(steps, threads)));
  const view = async (address, { theme = 'dark', width = 1200, height = 800 } = {}) => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    page.troubles = [];
    page.on('pageerror', error => page.troubles.push(error.message));
    page.on('console', message => message.type() === 'error' && page.troubles.push(message.text()));
    await page.goto(`${address}#theme=${theme}`);
    await page.locator('[role="row"][aria-selected="true"]').waitFor({ timeout: 10_000 });
    return page;
  };

  await test('a step of 200 × 20 is drawn within 16 ms', async () => {
    const page = await view(addressOf([200, 20]));
    const measure = () => page.evaluate(() => {
      const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const laidOut = () => document.querySelector('.panel').scrollHeight + document.querySelector('.rows').scrollHeight;
      press('Home');
      return [...Array(150).keys()].map(() => {
        const began = performance.now();
        press('ArrowDown');
        laidOut();
        return performance.now() - began;
      }).sort((a, b) => a - b);
    });
    // The best of several rounds: what else the machine does is not the view's time.
    const rounds = [];
    for (let round = 0; round < 5; round++) {
      rounds.push(await measure());
    }
    const least = index => Math.round(Math.min(...rounds.map(times => times[index])) * 10) / 10;
    const [median, most] = [least(75), least(142)];
    console.log(`     ${median} ms in the middle, ${most} ms for 19 of 20`);
    assert.ok(most <= 16, `${most} ms for 19 of 20 steps`);
    assert.ok(median <= 16, `${median} ms`);
    await page.close();
  });

  await test('every size is drawn, with every step in reach of the keys', async () => {
    for (const size of [...sizes, ...otherSizes]) {
      const page = await view(addressOf(size));
      const seen = await page.evaluate(() => {
        const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const told = new Set();
        press('Home');
        for (let sentence = ''; !told.has(sentence = document.querySelector('[aria-live="polite"]').textContent);) {
          told.add(sentence);
          press('ArrowRight'); // opens a fold
          press('ArrowDown');
        }
        return [...told];
      });
      assert.ok(seen.length >= size[0], `${size}: ${seen.length} of ${size[0]} steps`);
      assert.deepEqual(page.troubles, []);
      await page.close();
    }
  });

  await test('switch, violation, filter, text and folds have keys', async () => {
    const page = await view(addressOf([40, 6]));
    const live = () => page.locator('[aria-live="polite"]').innerText();
    const rows = () => page.locator('.row.step').count();
    await page.keyboard.press('Home');
    await page.keyboard.press(']');
    assert.match(await live(), /is preempted/);
    await page.keyboard.press('v');
    assert.match(await live(), /^At the end: warp, waits to lock ledger; held by weft/);
    const all = await rows();
    await page.keyboard.press('s');
    assert.ok(await rows() > 0 && await rows() < 40);
    assert.equal(await page.locator('.row.of-read').count(), await page.locator('.row.switch + .row.of-read').count(), 'of reads, preemptions only');
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    assert.equal(await page.locator('.row.of-read').count(), 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('weft ledger');
    assert.ok(await rows() > 0 && await rows() < all);
    await page.keyboard.press('Escape');
    assert.equal(await rows(), all);
    await page.keyboard.press('t');
    assert.equal(await page.locator('.as-text').count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-selected')), 'true');
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(page.troubles, []);
    await page.close();
  });

  await test('what went wrong is shown, and the run that passes beside it, at 1280 and at 800', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const address = write('explained', pageOf(explainedTrail()));
    for (const theme of themes) {
      for (const width of [1280, 800, 620]) {
        const page = await view(address, { theme, width });
        const [mark, room] = await page.evaluate(() => ['.row b.decisive', '.scroller'].map(of => document.querySelector(of).getBoundingClientRect().right));
        assert.ok(mark <= room, `“this switch makes the difference” is clipped at ${width}: ${mark} of ${room}`);
        assert.match(await page.locator('.story').innerText(), /What went wrong: the failure depends on one context switch\./);
        assert.equal(await page.locator('.row b.decisive').count(), 1);
        const seen = await page.evaluate(() => {
          const { top, bottom } = document.querySelector('.scroller').getBoundingClientRect();
          const inside = row => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom;
          return [...document.querySelectorAll('.row')].filter(inside).length;
        });
        assert.ok(seen >= (width < 800 ? 8 : 12), `${seen} rows at ${width} × 800`);
        assert.ok(await page.locator('.beside').isHidden());
        await page.keyboard.press('b');
        assert.match(await page.locator('.beside caption').innerText(), /are the same in both runs\./);
        assert.match(await page.locator('.beside tr.decisive').innerText(), /this switch makes the difference/);
        assert.equal(await page.locator('.beside td', { hasText: '3 more steps' }).count(), 1);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], `${theme} ${width}`);
        await page.locator('.beside tr.decisive .link').first().click();
        assert.match(await page.locator('[aria-live="polite"]').innerText(), /is preempted/);
        await page.keyboard.press('f');
        assert.equal(await page.locator('.row.fold [aria-expanded="false"]').count(), 0, 'all folds are open');
        assert.deepEqual(page.troubles, []);
        await page.close();
      }
    }
  });

  await test('a narrow view has its words before the lanes, and nine threads can be told apart', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const [width, threads, first] of [[460, 9, true], [460, 20, true], [800, 9, false], [1280, 9, false]]) {
      const page = await view(addressOf([40, threads]), { width });
      const seen = await page.evaluate(() => {
        const rows = [...document.querySelectorAll('.row.step')];
        const { left, right, top, bottom } = document.querySelector('.scroller').getBoundingClientRect();
        return {
          left, right,
          cells: rows.map(row => row.querySelector('.cell').getBoundingClientRect()).map(({ left, right }) => [left, right]),
          words: rows.map(row => row.querySelector('.words')).map(words => [words.getBoundingClientRect().width, words.scrollWidth]),
          signs: rows.map(row => row.querySelector('.sign').getBoundingClientRect().left),
          names: new Set(rows.map(row => row.querySelector('.thread').innerText)).size,
          inside: [...document.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom).length,
          wide: document.documentElement.scrollWidth,
        };
      });
      const told = `${threads} threads at ${width}: ${JSON.stringify(seen)}`;
      assert.equal(seen.wide, width, 'nothing lies outside');
      assert.ok(seen.names >= 7, told);
      assert.ok(seen.inside >= 12, told);
      for (const [index, [from, to]] of seen.cells.entries()) {
        assert.ok(to <= seen.right && from >= seen.left, told);
        assert.equal(seen.signs[index] > to - 12, first, `the words stand ${first ? 'before' : 'behind'} the lanes: ${told}`);
      }
      assert.ok(seen.words.every(([room, whole]) => room >= Math.min(70, whole - 1)), told);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], told);
      await page.close();
    }
  });

  await test('the details are made larger and smaller, the header is one line, and what is typed stays', async () => {
    const address = write('explained', pageOf(explainedTrail()));
    const page = await view(address, { width: 1280 });
    const size = name => page.evaluate(name => document.querySelector('.panel').getBoundingClientRect()[name], name);
    const before = await size('width');
    const { x, y, width, height } = await page.locator('.splitter').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 100, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const dragged = await size('width');
    assert.ok(Math.abs(dragged - before - 103) < 8, `${before}, then ${dragged}`);
    await page.locator('.splitter').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await size('width'), dragged - 24);
    assert.equal(await page.locator('.splitter').getAttribute('aria-valuenow'), String(Math.round(dragged - 24)));
    await page.keyboard.press('End');
    assert.equal(await size('width'), 180);
    await page.keyboard.press('Enter');
    assert.equal(await size('width'), before, 'as it was');
    await page.setViewportSize({ width: 700, height: 800 });
    const low = await size('height');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('.splitter').getAttribute('aria-orientation'), 'horizontal');
    assert.equal(await size('height'), Math.round(low) + 24);

    await page.setViewportSize({ width: 1280, height: 800 });
    const header = () => page.evaluate(() => document.querySelector('.header').getBoundingClientRect().height);
    assert.ok(await header() > 60);
    await page.locator('[role="row"][aria-selected="true"]').click();
    await page.keyboard.press('h');
    assert.ok(await header() < 40, `${await header()}`);
    assert.equal(await page.locator('.summary').getAttribute('aria-expanded'), 'false');
    await page.locator('.summary').click();
    assert.ok(await header() > 60);
    const lowPage = await view(address, { width: 1280, height: 500 });
    assert.equal(await lowPage.locator('.summary').getAttribute('aria-expanded'), 'false', 'where there is little room');
    await lowPage.close();

    await page.keyboard.press('/');
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    const filtered = await page.locator('.row.step').count();
    await page.keyboard.press('v'); // another thread's
    assert.equal(await page.locator('.filter').inputValue(), 'main', 'what was typed stays');
    assert.equal(await page.locator('.row.step').count(), filtered + 1);
    assert.match(await page.locator('.row.selected').innerText(), /waits to lock/);
    // What is read aloud comes in the order of the run: header, steps, details; each step with its number, thread and words.
    const order = await page.evaluate(() => [...document.querySelectorAll('header, [role="toolbar"], [role="grid"], [role="separator"], aside')].map(part => part.getAttribute('role') ?? part.localName));
    assert.deepEqual(order, ['header', 'toolbar', 'grid', 'separator', 'aside']);
    const cells = await page.locator('.row.step').first().evaluate(row => [...row.querySelectorAll('[role="rowheader"], [role="gridcell"]')].filter(cell => getComputedStyle(cell).display !== 'none').map(cell => cell.className.split(' ')[0]));
    assert.deepEqual(cells.slice(0, 3), ['number', 'thread', 'words']);
    assert.deepEqual(page.troubles, []);
    await page.close();
  });

  await test('every theme that ships with the workbench can be read', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const shipped = shippedThemes();
    if (shipped === undefined) {
      return;
    }
    assert.ok(shipped.length >= 8, `${shipped.length} themes`);
    const page = await view(write('explained', pageOf(explainedTrail())));
    await page.evaluate(axe);
    const violations = async (theme, colours, spoil = {}) => {
      const found = await page.evaluate(async ([theme, colours, spoil]) => {
        const { style } = document.documentElement;
        style.cssText = '';
        location.hash = `theme=${theme}`;
        Object.entries(colours).forEach(([name, colour]) => style.setProperty(`--vscode-${name.replaceAll('.', '-')}`, colour));
        await new Promise(resolve => setTimeout(resolve, 50));
        if (document.documentElement.dataset.theme !== theme) {
          throw new Error(`the theme is not ${theme}`);
        }
        Object.entries(spoil).forEach(([name, colour]) => document.body.style.setProperty(name, colour));
        return (await globalThis.axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] })).violations;
      }, [theme, colours, spoil]);
      return found.map(({ nodes }) => `${nodes.length} × ${nodes[0].html} ${nodes[0].failureSummary}`);
    };
    const wrong = [];
    for (const { label, kind, colours } of shipped) {
      wrong.push(...(await violations(kind, colours)).map(what => `${label}: ${what}`));
    }
    assert.deepEqual(wrong, []);
    // The measure must be able to tell: without what makes colours readable Solarized Light is not.
    const solarized = shipped.find(({ label }) => label === 'Solarized Light');
    assert.equal((await violations(solarized.kind, solarized.colours, { '--fg': '#657b83', '--dim': '#93a1a1' })).length, 1);
    await page.close();
  });

  await test('coverage is a table and the sources with what no path has run, in four themes', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const data = pageOf(trailOf(3, 2));
    data.targets[0].covered = coverageReport();
    const address = write('coverage', data);
    for (const theme of themes) {
      for (const width of [1200, 620]) {
        const page = await view(address, { theme, width });
        await page.locator('button', { hasText: 'Coverage: 11 of 15 (73 %) of instructions' }).click();
        assert.match(await page.locator('.coverage tr.class').first().innerText(), /mill\.Looms\s+7 of 10 \(70 %\)\s+1 of 2 \(50 %\)\s+2 of 3 \(66 %\)/);
        assert.match(await page.locator('.line.partly').nth(1).innerText(), /4\s*◐.*line 4 of the mill <b>.*1 of 2 ways/s);
        assert.equal(await page.locator('.line.missed').count(), 1);
        assert.equal(await page.locator('.line').count(), 12);
        await page.locator('.link', { hasText: 'run()' }).click();
        assert.match(await page.evaluate(() => document.activeElement.textContent), /line 9 of the mill/);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), [], `${theme} ${width}`);
        await page.locator('button.finding', { hasText: 'Deadlock' }).click();
        await page.locator('[role="row"][aria-selected="true"]').waitFor();
        assert.deepEqual(page.troubles, []);
        await page.close();
      }
    }
  });

  await test('inputs are a graph of objects with the path condition, above the steps, and fold by keys', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const address = write('symbolic', pageOf(symbolicTrail()));
    for (const theme of themes) {
      for (const width of [1280, 620]) {
        const page = await view(address, { theme, width });
        assert.match(await page.locator('.heap-picture svg[role="img"]').getAttribute('aria-label'), /^Inputs: this refers to object 1, other refers to object 1, rows is 5/);
        assert.equal(await page.locator('.box').count(), 8);
        assert.equal(await page.locator('.arrow').count(), 14);
        assert.deepEqual(await page.locator('.condition li').allInnerTexts(), ['first != null', 'first.next.previous == first', 'size > 2 && size < spools.length']);
        assert.equal(await page.locator('.sub').textContent().then(text => text.includes('#1=')), false, 'the inputs are not in the title too');
        const outside = await page.evaluate(() => [...document.querySelectorAll('.box')].filter(box => {
          const frame = box.querySelector('.box-frame').getBoundingClientRect();
          return [...box.querySelectorAll('text')].some(text => text.getBoundingClientRect().right > frame.right || text.getBoundingClientRect().left < frame.left);
        }).map(box => box.textContent));
        assert.deepEqual(outside, [], 'every text is inside its box');
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), [], `${theme} ${width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, 'nothing lies outside');
        assert.deepEqual(page.troubles, []);
        await page.close();
      }
    }
    const page = await view(address, { width: 1280 });
    const picture = page.locator('.heap-picture');
    const room = () => page.evaluate(() => document.querySelector('.scroller').getBoundingClientRect().height);
    const before = await room();
    await page.keyboard.press('i');
    assert.ok(await picture.isHidden());
    assert.ok(await room() > before + 100, 'the steps have the room');
    await page.locator('.inputs summary').focus();
    await page.keyboard.press('Enter');
    assert.ok(await picture.isVisible());
    await page.keyboard.press(' ');
    assert.ok(await picture.isHidden());
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.waitForTimeout(100);
    assert.ok(await picture.isHidden(), 'what the reader has chosen stays');
    await page.close();
    const low = await view(address, { width: 1280, height: 600 });
    assert.ok(await low.locator('.heap-picture').isHidden(), 'where there is little room');
    await low.close();
    const large = await view(write('tree', pageOf(treeTrail(200))));
    assert.match(await large.locator('.heap').innerText(), /The picture shows 60 of 201 objects\. Fields that are not shown are 0, false or null\./);
    const step = await large.locator('.position').innerText();
    await large.locator('.heap-picture').focus();
    await large.keyboard.press('ArrowDown');
    await large.waitForFunction(() => document.querySelector('.heap-picture').scrollTop > 0);
    assert.equal(await large.locator('.position').innerText(), step, 'its keys scroll it');
    assert.deepEqual(large.troubles, []);
    await large.close();
  });

  await test('axe finds nothing wrong, in four themes', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const theme of themes) {
      for (const [size, width] of [[sizes[0], 1200], [sizes[1], 620], [sizes[2], 1200]]) {
        const page = await view(addressOf(size), { theme, width });
        await page.evaluate(axe);
        for (const state of size === sizes[1] ? ['', 't', '?'] : ['']) {
          if (state !== '') {
            await page.keyboard.press(state);
          }
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
          assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`), [],
            `${theme} ${size} ${state}`);
        }
        await page.close();
      }
    }
    const page = await view(write('several', pageOf(trailOf(3, 2), trailOf(40, 6))));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id }) => id), []);
    await page.close();
  });

  await test('pictures are as they were when they were looked at', async () => {
    mkdirSync(references, { recursive: true });
    const compare = await comparer(browser);
    const wrong = [];
    for (const theme of themes) {
      for (const size of sizes) {
        const name = `${size.join('x')}-${theme}.png`;
        const page = await view(addressOf(size), { theme });
        const picture = await page.screenshot();
        const path = join(references, name);
        if (process.env.DROPWIRE_PICTURES === 'update') {
          writeFileSync(path, picture);
        }
        assert.ok(existsSync(path), `${path} is missing; DROPWIRE_PICTURES=update makes it`);
        const difference = await compare(readFileSync(path), picture);
        if (difference > tolerance) {
          wrong.push(`${name}: ${difference.toFixed(1)}`);
          writeFileSync(join(folder, name), picture);
        }
        // The measure must be able to tell: one step further on is another picture.
        if (theme === 'dark' && size !== sizes[0]) {
          await page.keyboard.press('Home');
          const other = await compare(readFileSync(path), await page.screenshot());
          assert.ok(other > tolerance, `another step differs by ${other} only`);
        }
        await page.close();
      }
    }
    assert.deepEqual(wrong, [], 'look at the view, then DROPWIRE_PICTURES=update');
    await compare.close();
  });

  await test('the server’s own pages: check --format html, replay --html', async () => {
    let program;
    try {
      program = server();
      javac();
    } catch (error) {
      if (error instanceof Missing && process.env.DROPWIRE_REQUIRE_TOOLS !== '1') {
        console.log(`missing: ${error.message}: the server's pages were not looked at`);
        return;
      }
      throw error;
    }
    const dropwire = (...args) => spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
    const source = resolve('sample/src/main/java/Till.java');
    const checked = dropwire('check', '--format', 'html', '--trails', folder, source);
    assert.equal(checked.status, 1, checked.stderr);
    const id = /"id":"([0-9a-f]{8})"/.exec(checked.stdout)[1];
    const replayed = dropwire('replay', '--html', '--trails', folder, id);
    assert.equal(replayed.status, 0, replayed.stderr);
    for (const [name, html, told] of [['check', checked.stdout, 'Till violated'], ['replay', replayed.stdout, '✓ reproduced: deadlock']]) {
      writeFileSync(join(folder, `${name}.html`), html);
      const page = await view(pathToFileURL(join(folder, `${name}.html`)).href);
      assert.ok((await page.locator('.banner').innerText()).includes(told), told);
      assert.match(await page.locator('h1').innerText(), /Deadlock/);
      assert.match(await page.locator('.line.current').innerText(), /synchronized/);
      await page.keyboard.press('Home');
      assert.match(await page.locator('[aria-live="polite"]').innerText(), /^Step 1 of 4: main, start sell; Till\.java line \d+/);
      assert.deepEqual(page.troubles, []);
      await page.close();
    }
    writeFileSync(join(folder, 'Ring.java'), ring);
    const compiled = spawnSync(javac(), ['-g', '-d', folder, join(folder, 'Ring.java')], { encoding: 'utf8' });
    assert.equal(compiled.status, 0, compiled.stderr);
    const symbolic = dropwire('check', '--format', 'html', '--trails', folder, '--classpath', folder, '--symbolic', 'Ring#length');
    assert.equal(symbolic.status, 1, symbolic.stderr);
    writeFileSync(join(folder, 'symbolic.html'), symbolic.stdout);
    const page = await view(pathToFileURL(join(folder, 'symbolic.html')).href);
    assert.match(await page.locator('.heap-picture svg').getAttribute('aria-label'), /ring refers to object 1.*Object 1 is of type Ring: next refers to object 2.*Object 2 is of type Ring: next refers to object 1/);
    assert.ok((await page.locator('.condition li').allInnerTexts()).includes('ring.next.next == ring'));
    assert.deepEqual(page.troubles, []);
    await page.close();
  });
}

/** A method with a failure that needs a cycle of two objects. */
const ring = `final class Ring {
  Ring next;

  static int length(Ring ring) {
    if (ring != null && ring.next != null && ring.next != ring && ring.next.next == ring) {
      throw new IllegalStateException("a ring");
    }
    return 0;
  }
}
`;

/** The themes of the workbench with their colours, as its extensions declare them; `undefined` where there is no workbench. */
function shippedThemes() {
  let folder;
  try {
    folder = join(codeServer().entry, '../../../lib/vscode/extensions');
  } catch (error) {
    if (error instanceof Missing && process.env.DROPWIRE_REQUIRE_TOOLS !== '1') {
      console.log(`missing: ${error.message}: the workbench's themes were not looked at`);
      return undefined;
    }
    throw error;
  }
  // JSON with comments and trailing commas is JavaScript.
  const read = path => new Function(`return ${readFileSync(path, 'utf8')}`)();
  const coloursOf = path => {
    const { include, colors = {} } = read(path);
    return { ...include === undefined ? {} : coloursOf(join(dirname(path), include)), ...colors };
  };
  const kinds = { 'vs': 'light', 'vs-dark': 'dark', 'hc-black': 'hc-dark', 'hc-light': 'hc-light' };
  return readdirSync(folder).filter(name => name.startsWith('theme-')).flatMap(name => {
    const { contributes: { themes = [] } } = read(join(folder, name, 'package.json'));
    return themes.map(({ id, label, uiTheme, path }) => ({ label: id ?? label, kind: kinds[uiTheme], colours: coloursOf(join(folder, name, path)) }));
  });
}

/** Of 255, over the worst twentieth of the blocks of 20 × 20 points: letters of another font even out, a moved line does not. */
const tolerance = 14;

async function comparer(browser) {
  const page = await browser.newPage();
  const compare = (one, other) => page.evaluate(async pictures => {
    const side = 20;
    const blocks = async data => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const [width, height] = [Math.floor(image.width / side), Math.floor(image.height / side)];
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data: points } = context.getImageData(0, 0, image.width, image.height);
      const sums = new Float64Array(width * height * 3);
      for (let y = 0; y < height * side; y++) {
        for (let x = 0; x < width * side; x++) {
          const block = (Math.floor(y / side) * width + Math.floor(x / side)) * 3;
          for (let channel = 0; channel < 3; channel++) {
            sums[block + channel] += points[(y * image.width + x) * 4 + channel];
          }
        }
      }
      return { size: `${image.width}x${image.height}`, means: sums.map(sum => sum / side ** 2) };
    };
    const [a, b] = [await blocks(pictures[0]), await blocks(pictures[1])];
    if (a.size !== b.size) {
      return 255;
    }
    const differences = [...a.means].map((mean, index) => Math.abs(mean - b.means[index])).sort((x, y) => y - x);
    const worst = differences.slice(0, Math.ceil(differences.length / 20));
    return worst.reduce((sum, difference) => sum + difference, 0) / worst.length;
  }, [one.toString('base64'), other.toString('base64')]);
  return Object.assign(compare, { close: () => page.close() });
}

async function trails(folder) {
  const outfile = join(folder, 'trails.mjs');
  await build({ entryPoints: ['test/view/trails.ts'], bundle: true, format: 'esm', outfile, logLevel: 'warning', tsconfigRaw: '{}' });
  return import(pathToFileURL(outfile).href);
}
