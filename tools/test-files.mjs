import { createWriteStream, globSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { inRepository, repository, runCommand, ToolError } from './repository.mjs';
import testReport from './test-report.mjs';

// Runs the files of tests that patterns name, in some processes at once: each takes the next file when it
// is through with one (tools/test-process.mjs). `node --test` has a process for each file: eight files with
// a server took 53 seconds of processor time so, and 33 in two processes. The files named by --first begin
// first.

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
 * A folder with a note for each file, from which the processes take them.
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
  // There is a report even where nothing can be set up and this process ends at once.
  const report = openSync(values.report, 'w');
  const files = filesOf(positionals, values.first);
  const queue = queueOf(files);
  const atOnce = Number(values['at-once']);
  // Ctrl-C takes the setup down as well, as it does with `node --test`.
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
      // A process that ends too early takes with it what it had found.
      for (const name of left) console.error(`${name} did not run to its end.`);
      resolve(success && left.size === 0 ? 0 : 1);
    });
  });
});
