// `npm run e2e`: the trail view in a browser, then the extension in a real workbench with the real server.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as apiTests from './api.mjs';
import * as debugging from './debugging.mjs';
import * as explained from './explained.mjs';
import * as pictures from './pictures.mjs';
import * as properties from './properties.mjs';
import { chromium, codeServer, javac, Missing, server } from './tools.mjs';
import * as ui from './ui.mjs';
import { Workbench } from './workbench.mjs';

const required = process.env.DROPWIRE_REQUIRE_TOOLS === '1';
const shots = resolve('dist/shots');
mkdirSync(shots, { recursive: true });
let failed = 0;

async function group(name, tools, run) {
  try {
    tools.forEach(tool => tool());
  } catch (error) {
    if (!(error instanceof Missing)) {
      throw error;
    }
    console.log(`missing: ${error.message}: ${name} did not run`);
    failed += required ? 1 : 0;
    return;
  }
  await run();
}

async function test(name, run, onFailure = async () => {}) {
  const began = Date.now();
  try {
    await run();
    console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}: ${error.stack}`);
    await onFailure().catch(() => {});
    failed++;
    return false;
  }
}

const wanted = process.argv.slice(2);
const chosen = name => wanted.length === 0 || wanted.includes(name);

if (chosen('view')) {
  await group('the trail view in a browser', [chromium], () => pictures.run(test));
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const vsix = () => {
  const path = resolve(`dropwire-${process.platform}-${process.arch}-${version}.vsix`);
  if (!existsSync(path)) {
    throw new Missing(`${path} (npm run package)`);
  }
  return path;
};
const workbenchTools = [chromium, server, javac, codeServer, vsix];

/** Steps in one workbench; each goes on where the one before ended. */
async function inWorkbench(name, stepsOf) {
  await group(name, workbenchTools, async () => {
    const bench = await Workbench.start({ vsix: vsix() });
    // What is interrupted leaves no workbench behind.
    ['SIGTERM', 'SIGINT'].forEach(signal => process.once(signal, () => void bench.close().finally(() => process.exit(1))));
    const shot = title => bench.page.screenshot({ path: join(shots, `${title}.png`) });
    for (const [title, run] of stepsOf(bench, shot)) {
      if (!await test(title, run, () => shot('failed'))) {
        break;
      }
    }
    await bench.close();
  });
}

if (chosen('ui')) {
  await inWorkbench('the workbench', (bench, shot) => [
    ['from squiggle to trail', () => ui.squiggleToTrail(bench)],
    ['the keyboard through all steps, and the source follows', () => ui.keysGoThroughAllSteps(bench)],
    ['the panel follows the editor’s theme, and axe finds nothing wrong', () => ui.followsTheEditorsTheme(bench, { shot })],
    ['a verified fix is a quick fix', () => ui.aVerifiedFixIsAQuickFix(bench)],
    ['a reload keeps trail and step', () => ui.survivesAReload(bench)],
    ['a killed server comes back', () => ui.serverComesBack(bench)],
    ['findings, tests and status list the target', () => ui.listsShowTargets(bench, { shot })],
    ['a missing and a crashing server are one message each', () => ui.troubleIsOneMessage(bench)],
    ['in Restricted Mode nothing runs, and what was stored is shown', () => ui.restrictedModeRunsNothing(bench)],
    ['a repair makes squiggle and trail go', () => ui.repairMakesBothGo(bench)],
  ]);
}

if (chosen('sample')) {
  await inWorkbench('the first minute', (bench, shot) => [
    ['“Open the Sample” opens a folder with its source, verified, the trail one key away', () => ui.opensTheSample(bench, { shot })],
  ]);
}

if (chosen('properties')) {
  await inWorkbench('properties in the workbench', (bench, shot) => [
    ['an entry of dropwire.toml has its squiggle, its lens and its trail', () => properties.entriesShowTheirState(bench, { shot })],
    ['so has an annotation, and the line that violates it', () => properties.annotationsShowTheirState(bench, { shot })],
    ['formulas are completed, and what is wrong is marked at its word', () => properties.formulasAreChecked(bench, { shot })],
    ['what is mended is marked no longer', () => properties.whatHoldsIsMarkedNoLonger(bench)],
  ]);
}

if (chosen('explained')) {
  await inWorkbench('explanations in the workbench', (bench, shot) => [
    ['why, way out and the run that passes', () => explained.whatWentWrong(bench, { shot })],
    ['steps of the library are folded under the user’s call', () => explained.stepsOfTheLibrary(bench)],
    ['small windows', () => explained.smallWindows(bench, { shot })],
    ['lines follow changes from outside and what is undone', () => explained.linesFollow(bench)],
    ['a torn class file keeps its finding as stale', () => explained.tornClasses(bench, { shot })],
    ['what is incomplete or suppressed is no failure', () => explained.noFalseFailures(bench, { shot })],
  ]);
}

if (chosen('debugging')) {
  await inWorkbench('debugging in the workbench', (bench, shot) => [
    ['a trail is debugged from its panel', () => debugging.startsFromTheTrail(bench, { shot })],
    ['step by step to the deadlock and back, the same both ways', () => debugging.bothWays(bench, { shot })],
    ['breakpoints stop it both ways', () => debugging.breakpointsStopItBothWays(bench)],
    ['the run follows the panel', () => debugging.followsThePanel(bench)],
    ['and from the list of findings', () => debugging.startsFromAFinding(bench)],
  ]);
}

if (chosen('api')) {
  await group('the extension host', workbenchTools, () => apiTests.run(test, vsix()));
}

// The pictures of the README.
if (failed === 0 && process.env.DROPWIRE_README === '1') {
  mkdirSync('images/shots', { recursive: true });
  copyFileSync(join(shots, 'workbench-dark.png'), 'images/shots/workbench.png');
  copyFileSync(resolve('test/view/pictures/40x6-light.png'), 'images/shots/strips.png');
}

process.exit(failed === 0 ? 0 : 1);
