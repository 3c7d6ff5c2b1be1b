import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { task } from '#platform/tasks/task.ts';
import { importRoutes } from './imports-routes.ts';
import { clearImport, sweepImports } from './imports-clear.ts';
import type { FileImport } from './imports-kind.ts';
import { reencryptCells } from './imports-rows-store.ts';
import { applyImport, checkImport, failImport, type KindOf } from './imports-steps.ts';
import { IMPORT_TASK } from './imports-store.ts';

/** The task of an import: check the file, create entities from its rows, delete what is not needed any more. */
const importTask = (ctx: AppContext, kindOf: KindOf) =>
  task({
    kind: IMPORT_TASK,
    concurrency: 2,
    steps: {
      check: (run) => checkImport(ctx, kindOf, run),
      apply: (run) => applyImport(ctx, kindOf, run),
      clear: (run) => clearImport(ctx, run),
    },
    givenUp: (tx, run) => failImport(ctx, tx, run, { code: 'UNEXPECTED', row: null }),
  });

export function importsFeature(kinds: () => readonly FileImport[]) {
  const kindOf: KindOf = (name) => {
    const found = kinds().find(({ kind }) => kind.name === name);
    if (!found) throw new Error(`${name} are not imported`);
    return found;
  };
  return feature({
    name: 'imports',
    routes: (ctx) => kinds().flatMap((kind) => importRoutes(ctx, kind)),
    jobs: async (ctx) => {
      await ctx.tasks.register(importTask(ctx, kindOf));
      await ctx.jobs.every('imports-sweep', '*/10 * * * *', () => sweepImports(ctx));
    },
    reencrypt: [reencryptCells(kindOf)],
  });
}
