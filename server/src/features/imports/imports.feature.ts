import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { task } from '#platform/tasks/task.ts';
import { importRoutes } from './imports-routes.ts';
import { clearImport, sweepImports } from './imports-clear.ts';
import { applyImport, checkImport, failImport } from './imports-steps.ts';
import { IMPORT_TASK } from './imports-store.ts';

/** The work on an import: check the file, make customers of its rows, remove what is left. */
async function importJobs(ctx: AppContext): Promise<void> {
  const importTask = task({
    kind: IMPORT_TASK,
    concurrency: 2,
    steps: {
      check: (run) => checkImport(ctx, run),
      apply: (run) => applyImport(ctx, run),
      clear: (run) => clearImport(ctx, run),
    },
    givenUp: (tx, run) => failImport(ctx, tx, run, { code: 'UNEXPECTED', row: null }),
  });
  await ctx.tasks.register(importTask);
  await ctx.jobs.every('imports-sweep', '*/10 * * * *', () => sweepImports(ctx));
}

/** Customers that come in files. */
export const importsFeature = feature({
  name: 'imports',
  routes: importRoutes,
  jobs: importJobs,
});
