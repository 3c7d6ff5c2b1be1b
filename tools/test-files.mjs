import { createWriteStream, globSync, openSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { repository, runCommand, ToolError } from './repository.mjs';
import testReport from './test-report.mjs';

// Runs the files of tests that patterns name, each in a process of its own and some at once, as
// `node --test` does, but in an order: those named by --first begin first. `node --test` sorts by name.

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
  // Ctrl-C takes the setup down as well, as it does with `node --test`.
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  const events = run({
    signal: interrupted.signal,
    files: filesOf(positionals, values.first),
    concurrency: Number(values['at-once']),
    cwd: repository,
    ...(values.setup && { globalSetupPath: values.setup }),
  });
  events.compose(new spec()).pipe(process.stdout);
  events.compose(testReport).pipe(createWriteStream('', { fd: report }));
  return new Promise((resolve) => {
    // One summary comes for each file, and one without a file for the whole run.
    events.on('test:summary', ({ file, success }) => {
      if (file === undefined) resolve(success ? 0 : 1);
    });
  });
});
