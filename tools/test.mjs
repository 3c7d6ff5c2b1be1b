import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { environmentFor, findNode } from './node-runtime.mjs';
import { installPackages } from './npm-packages.mjs';
import { inRepository, repository, runCommand, ToolError } from './repository.mjs';

/** @typedef {import('./test-steps.mjs').TestStep} TestStep */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ node: string, env: NodeJS.ProcessEnv, folder: string }} Bench */

/**
 * Runs a program with its output shown.
 * @param {Bench} bench
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {Promise<number>} its exit code
 */
function run(bench, words, extra = {}) {
  const env = { ...bench.env, ...extra };
  const child = spawn(bench.node, words, { cwd: repository, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {Bench} bench
 * @param {TestStep} step
 * @param {NodeJS.ProcessEnv} extra
 * @returns {Promise<Counts>}
 */
async function runTests(bench, step, extra) {
  const report = path.join(bench.folder, `${step.name}.json`);
  const code = await run(
    bench,
    [
      inRepository('tools', 'test-files.mjs'),
      `--at-once=${step.atOnce ?? 2}`,
      `--report=${report}`,
      ...(step.setup ? [`--setup=${inRepository(...step.setup)}`] : []),
      ...(step.first ?? []).map((file) => `--first=${file}`),
      ...(step.tests ?? []),
    ],
    extra,
  );
  /** @type {Counts} */
  const found = JSON.parse(readFileSync(report, 'utf8') || '{"passed":0,"failed":0,"skipped":0}');
  // A run without tests, or a failed exit code without a failed test, counts as a failure.
  const silent = found.failed === 0 && (code !== 0 || found.passed === 0);
  const unproved = step.judge ? await run(bench, [inRepository(...step.judge), report]) : 0;
  const { passed, skipped } = found;
  return { passed, skipped, failed: found.failed + (silent ? 1 : 0) + (unproved === 0 ? 0 : 1) };
}

/**
 * @param {Bench} bench
 * @param {TestStep} step
 * @returns {Promise<Counts>}
 */
async function runChecks(bench, step) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [script, ...words] of step.programs ?? []) {
    console.log(`  ${path.basename(String(script))} ${words.join(' ')}`);
    const code = await run(bench, [inRepository('node_modules', String(script)), ...words]);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return counts;
}

/**
 * Starts the PostgreSQL of this run. It ends with its standard input, so also when this process is
 * killed.
 * @param {Bench} bench
 */
async function openDatabase(bench) {
  const script = inRepository('tools', 'test-database.mjs');
  const { node, env } = bench;
  const child = spawn(node, [script], { cwd: repository, env, stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const address of createInterface({ input: child.stdout })) {
    return { address, close: () => child.stdin.end() };
  }
  throw new ToolError('The database of the tests could not be started; the reason is above.');
}

/**
 * Runs one step and counts its results. A step that cannot be run counts as one failure.
 * @param {Bench} bench
 * @param {TestStep} step
 * @param {NodeJS.ProcessEnv} extra
 * @returns {Promise<Counts>}
 */
async function doStep(bench, step, extra) {
  console.log(`\n── ${step.title} (${step.name}) ${'─'.repeat(60 - step.title.length)}`);
  try {
    if (step.programs) return await runChecks(bench, step);
    if (step.tests) return await runTests(bench, step, { ...extra, ...step.environment?.() });
    await step.work?.(bench.node);
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {TestStep[]} all */
function chosen(all) {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only === undefined) return all;
  const names = values.only.split(',');
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length === 0) return all.filter((step) => names.includes(step.name));
  const known = all.map((step) => step.name).join(', ');
  throw new ToolError(`There is no step ${unknown.join(' or ')}; the steps are ${known}.`);
}

/**
 * @param {Bench} bench
 * @param {TestStep[]} steps
 */
async function doSteps(bench, steps) {
  const given = bench.env['TEST_DATABASE_URL'];
  const database =
    !given && steps.some((step) => step.database) ? await openDatabase(bench) : undefined;
  const extra = database ? { TEST_DATABASE_URL: database.address } : {};
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failed = [];
  for (const step of steps) {
    const counts = await doStep(bench, step, extra);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    if (counts.failed > 0) failed.push(`${step.title} (${counts.failed})`);
  }
  database?.close();
  return { total, failed };
}

await runCommand(async () => {
  await installPackages();
  const node = findNode();
  // Imported only now: it needs the packages.
  const { testSteps } = await import('./test-steps.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'tegeka-run-'));
  try {
    const bench = {
      node,
      folder,
      env: {
        ...environmentFor(node),
        // Test processes and servers compile the same modules.
        NODE_COMPILE_CACHE: inRepository('node_modules', '.cache', 'node-compile'),
      },
    };
    const { total, failed } = await doSteps(bench, chosen(testSteps));
    console.log('');
    if (failed.length > 0) console.log(`Faults in: ${failed.join(', ')}`);
    if (total.skipped > 0) console.log(`${total.skipped} skipped`);
    console.log(`${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
