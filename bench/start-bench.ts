import path from 'node:path';
import { type Budget, judge, type BudgetResult } from './budget.ts';
import { findPort, inClone, startDemo } from './demo-process.ts';
import { markdownTable, median } from './markdown-table.ts';

const SECOND_START: Budget = { what: 'second start', limit: 3, unit: 's' };

/** The result: a text, and the result for the budget. */
export interface StartReport {
  text: string;
  budgetResults: BudgetResult[];
}

async function secondsToReady(repository: string): Promise<number> {
  const demo = await startDemo({
    port: await findPort(),
    repository,
    dataDir: path.join(repository, 'data'),
  });
  await demo.close();
  return demo.readyAfter / 1000;
}

/** Times `npm start` on a fresh clone of the last commit, then on the same folder again. */
export function benchStart(rounds: number): Promise<StartReport> {
  return inClone(async (folder) => {
    const first = await secondsToReady(folder);
    const again: number[] = [];
    for (let round = 0; round < rounds; round += 1) again.push(await secondsToReady(folder));
    const second = median(again);
    const rows = [
      ['first, on a fresh clone: packages, web app, database, demo', first.toFixed(1)],
      [`again, median of ${rounds}`, second.toFixed(1)],
    ];
    return {
      text: markdownTable(['npm start', 'seconds to ready'], rows),
      budgetResults: [judge(SECOND_START, second)],
    };
  });
}
