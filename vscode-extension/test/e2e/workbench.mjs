// A real workbench: code-server with the packaged extension, a project of its own, and a browser that shows it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import * as tools from './tools.mjs';

/** Everything that one test run owns; `close` leaves nothing behind. */
export class Workbench {
  static async start({ settings = {}, trust = true, vsix, extension = true }) {
    const bench = new Workbench();
    bench.folder = mkdtempSync(join(tmpdir(), 'dropwire-e2e-'));
    bench.project = join(bench.folder, 'project');
    bench.source = join(bench.project, 'src/main/java/Till.java');
    bench.javac = tools.javac();
    cpSync('sample', bench.project, { recursive: true });
    mkdirSync(join(bench.project, 'target/classes'), { recursive: true });
    bench.user = join(bench.folder, 'data/User');
    mkdirSync(bench.user, { recursive: true });
    bench.settings = {
      'workbench.startupEditor': 'none', 'window.commandCenter': false, 'extensions.ignoreRecommendations': true,
      'security.workspace.trust.enabled': !trust, 'security.workspace.trust.startupPrompt': 'never', 'chat.disableAIFeatures': true,
      'workbench.secondarySideBar.defaultVisibility': 'hidden', 'workbench.tips.enabled': false, 'telemetry.telemetryLevel': 'off',
      'editor.minimap.enabled': false, 'files.autoSave': 'off', 'git.enabled': false, ...settings,
    };
    bench.set({});
    const { node, entry } = tools.codeServer();
    bench.port = await freePort();
    bench.environment = {
      ...process.env, HOME: join(bench.folder, 'home'), XDG_CACHE_HOME: join(bench.folder, 'cache'), XDG_CONFIG_HOME: join(bench.folder, 'config'),
      XDG_DATA_HOME: join(bench.folder, 'share'),
    };
    mkdirSync(bench.environment.HOME);
    const common = [entry, '--extensions-dir', join(bench.folder, 'extensions'), '--user-data-dir', join(bench.folder, 'data')];
    if (extension) {
      const done = spawnSync(node, [...common, '--install-extension', vsix], { env: bench.environment, encoding: 'utf8' });
      if (done.status !== 0) {
        throw new Error(`the VSIX cannot be installed: ${done.stdout}${done.stderr}`);
      }
    }
    bench.process = spawn(node, [...common, '--auth', 'none', '--bind-addr', `127.0.0.1:${bench.port}`, '--disable-telemetry',
      '--disable-update-check', '--reconnection-grace-time', '2'], { env: bench.environment, detached: true, stdio: 'ignore' });
    bench.browser = await playwright.launch({ executablePath: tools.chromium(), headless: true, args: tools.browserArguments });
    bench.context = await bench.browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
    await bench.context.route(url => url.hostname !== '127.0.0.1', route => route.abort());
    bench.page = await bench.context.newPage();
    await bench.answering();
    return bench;
  }

  /** The settings of the test, and these: the user's, and those of the machine that code-server runs on. */
  set(changes) {
    for (const folder of [this.user, join(this.folder, 'data/Machine')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...this.settings, ...changes }));
    }
  }

  /** A program that does this. */
  program(script) {
    const path = join(this.folder, 'program');
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  }

  get authority() {
    return `127.0.0.1:${this.port}`;
  }

  async answering() {
    for (let attempt = 0; attempt < 150; attempt++) {
      try {
        await fetch(`http://${this.authority}/healthz`);
        return;
      } catch {
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    }
    throw new Error('code-server does not answer');
  }

  /** Opens the project, and a file of it. */
  async open(name = 'Till.java') {
    const { page } = this;
    await page.goto(`http://${this.authority}/?folder=${this.project}`);
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
    await this.show(name);
  }

  /** Shows a file of the open project. */
  async show(name) {
    const { page } = this;
    const input = page.locator('.quick-input-widget:visible input').first();
    await until('quick open', async () => {
      await page.keyboard.press('Control+P');
      return input.waitFor({ timeout: 2000 }).then(() => true, () => false);
    });
    await input.fill(name);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await page.locator('.tab.active', { hasText: name }).waitFor({ timeout: 20_000 });
    await page.locator('.view-line').first().waitFor({ timeout: 60_000 });
  }

  /** Compiles a source of the project. */
  compile(source = this.source) {
    const done = spawnSync(this.javac, ['-g', '-proc:none', '-cp', '../server/verify-api/classes', '-d', join(this.project, 'target/classes'), source], { encoding: 'utf8' });
    if (done.status !== 0) {
      throw new Error(done.stderr);
    }
  }

  /** Both threads take the drawer first. */
  mend() {
    const text = readFileSync(this.source, 'utf8');
    const audit = text.indexOf('void audit');
    writeFileSync(this.source, text.slice(0, audit) + text.slice(audit).replace('(ledger)', '(#)').replace('(drawer)', '(ledger)').replace('(#)', '(drawer)'));
  }

  /** Ids of the processes that this workbench's extension has started. */
  servers() {
    const listed = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).stdout;
    return listed.split('\n').filter(line => line.includes(`${this.folder}/`) && line.includes('dropwire lsp')).map(line => Number(line.trim().split(' ')[0]));
  }

  /** The page inside the panel. */
  get trail() {
    return this.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  }

  /** By the command palette. One that has just come up may miss a key or lose the focus: it is asked again. */
  async command(title) {
    const input = this.page.locator('.quick-input-widget:visible input').first();
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await until('the command palette', async () => {
      try {
        await this.page.keyboard.press('F1');
        await input.waitFor({ timeout: 2000 });
        await input.fill(`>${title}`, { timeout: 2000 });
        await row.click({ timeout: 5000 });
        return true;
      } catch {
        // A list that was open before the extension came does not know its commands.
        await this.page.keyboard.press('Escape');
        return false;
      }
    });
  }

  async close() {
    await this.browser?.close();
    if (this.process !== undefined) {
      try {
        process.kill(-this.process.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    for (const pid of this.servers()) {
      process.kill(pid, 'SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export async function until(what, look, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) {
      return seen;
    }
    if (Date.now() > end) {
      throw new Error(`timeout: ${what}`);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** The text of a line of the editor, as the page shows it. */
export const spaces = text => text.replaceAll('\u00a0', ' ');

/** The lines of the editor that are underlined like this, as texts. */
export function squiggles(page, selector) {
  return page.evaluate(selector => {
    const middle = element => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    };
    const lines = [...document.querySelectorAll('.view-lines .view-line')].map(line => [middle(line), line.textContent]);
    const marked = [...document.querySelectorAll(selector)].map(middle);
    const nearest = at => lines.reduce((best, line) => Math.abs(line[0] - at) < Math.abs(best[0] - at) ? line : best);
    return [...new Set(marked.map(at => nearest(at)[1]))];
  }, selector).then(lines => lines.map(line => spaces(line).trim()));
}

/** Until exactly these lines are underlined. */
export async function marks(page, lines, selector = '.squiggly-error') {
  let seen = [];
  await until('squiggles', async () => {
    seen = await squiggles(page, selector);
    return seen.length === lines.length && lines.every(line => seen.some(one => one.includes(line)));
  }, 60_000).catch(() => assert.deepEqual(seen, lines));
}
