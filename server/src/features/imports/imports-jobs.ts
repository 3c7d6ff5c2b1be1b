import type { AppContext } from '#platform/app-context.ts';
import { task } from '#platform/tasks/task.ts';
import { applyImport } from './imports-apply.ts';
import { checkImport } from './imports-check.ts';
import { clearImport, sweepImports } from './imports-clear.ts';
import { failImport } from './imports-run.ts';
import { IMPORT_TASK } from './imports-store.ts';

/** The work on an import: check the file, make customers of its rows, remove what is left. */
function importTask(ctx: AppContext) {
  return task({
    kind: IMPORT_TASK,
    concurrency: 2,
    steps: {
      check: (run) => checkImport(ctx, run),
      apply: (run) => applyImport(ctx, run),
      clear: (run) => clearImport(ctx, run),
    },
    givenUp: (tx, run) => failImport(ctx, tx, run, { code: 'UNEXPECTED', row: null }),
  });
}

/** Starts the work on imports. */
export async function importJobs(ctx: AppContext): Promise<void> {
  await ctx.tasks.register(importTask(ctx));
  await ctx.jobs.every('imports-sweep', '*/10 * * * *', () => sweepImports(ctx));
}
