import { createWriteStream, globSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { inRepository, repository, runCommand, ToolError } from './repository.mjs';
import testReport from './test-report.mjs';

// Runs the test files that patterns name in a few processes: each takes the next file when it has
// finished one (tools/test-process.mjs). `node --test` starts a process for each file: eight files with
// a server took 53 seconds of processor time that way, and 33 in two processes. The files named by
// --first are started first.

/**
 * @param {string[]} patterns
 * @param {string[]} first
 */
function filesOf(patterns, first) {
  const found = globSync(patterns, { cwd: repository }).toSorted();
  const unknown = first.filter((file) => !found.includes(file));
  if (unknown.length > 0) throw new ToolError(`There is no file of tests ${unknown.join(', ')}.`);
  return [...new Set([...first, ...found])];
}

/**
 * Makes a queue folder with one entry for each file, from which the processes take them.
 * @param {string[]} files
 */
function queueOf(files) {
  const queue = mkdtempSync(path.join(tmpdir(), 'tegeka-tests-'));
  for (const [at, file] of files.entries())
    writeFileSync(path.join(queue, String(at).padStart(4, '0')), file);
  return queue;
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'at-once': { type: 'string', default: '2' },
      first: { type: 'string', multiple: true, default: [] },
      report: { type: 'string', default: '' },
      setup: { type: 'string' },
    },
  });
  // The report file must exist even if the setup fails and this process ends at once.
  const report = openSync(values.report, 'w');
  const files = filesOf(positionals, values.first);
  const queue = queueOf(files);
  const atOnce = Number(values['at-once']);
  // Ctrl-C also runs the teardown of the setup, as with `node --test`.
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  const events = run({
    signal: interrupted.signal,
    files: Array.from({ length: atOnce }, () => inRepository('tools', 'test-process.mjs')),
    argv: [queue],
    concurrency: atOnce,
    cwd: repository,
    ...(values.setup && { globalSetupPath: values.setup }),
  });
  events.compose(new spec()).pipe(process.stdout);
  events.compose(testReport).pipe(createWriteStream('', { fd: report }));
  const left = new Set(files);
  events.on('test:complete', ({ name, nesting }) => {
    if (nesting === 0) left.delete(name);
  });
  return new Promise((resolve) => {
    // One summary comes for each process, and one without a file for the whole run.
    events.on('test:summary', ({ file, success }) => {
      if (file !== undefined) return;
      rmSync(queue, { recursive: true });
      // If a process ends too early, the results of its files are lost.
      for (const name of left) console.error(`${name} did not run to its end.`);
      resolve(success && left.size === 0 ? 0 : 1);
    });
  });
});
