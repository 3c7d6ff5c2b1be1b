import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { judge, type BudgetResult } from './budget.ts';
import { markdownTable, median } from './markdown-table.ts';

const SCRIPT = path.resolve(
  import.meta.dirname,
  '../server/src/testing/measures/iso-messages-main.ts',
);
/**
 * Limit of the growth of the live heap from the first 5,000 items to the last, in megabytes: memory
 * must not grow with the file.
 */
const GROWTH_MAX = 8;

/** The result of one round, as the script sends it. */
interface Round {
  write: { seconds: number; heap: [number, number] };
  writeBare: number;
  read: { seconds: number; heap: [number, number] };
  readBare: number;
}

/** How fast 100,000 debits are written and read, beside a bare writer and the bare parser. */
export async function benchMessages(): Promise<{ text: string; budgetResults: BudgetResult[] }> {
  const child = fork(SCRIPT, { execArgv: ['--expose-gc'] });
  const [rounds]: Round[][] = await once(child, 'message');
  const of = (value: (round: Round) => number) => median((rounds ?? []).map(value));
  const ways = [
    {
      title: 'written, 5,000 a file',
      seconds: of(({ write }) => write.seconds),
      bare: of(({ writeBare }) => writeBare),
      early: of(({ write }) => write.heap[0]),
      late: of(({ write }) => write.heap[1]),
    },
    {
      title: 'read, as one file',
      seconds: of(({ read }) => read.seconds),
      bare: of(({ readBare }) => readBare),
      early: of(({ read }) => read.heap[0]),
      late: of(({ read }) => read.heap[1]),
    },
  ];
  const head = ['debits', 'seconds', 'bare s', 'speed ÷ bare', 'heap early MB', 'heap late MB'];
  const rows = ways.map(({ title, seconds, bare, early, late }) => [
    title,
    seconds.toFixed(2),
    bare.toFixed(2),
    (bare / seconds).toFixed(2),
    early.toFixed(0),
    late.toFixed(0),
  ]);
  const budgetResults = ways.flatMap(({ title, seconds, bare, early, late }) => [
    judge({ what: `${title}: bare is faster by`, limit: 2, unit: '×' }, seconds / bare),
    judge({ what: `${title}: growth of the heap`, limit: GROWTH_MAX, unit: 'MB' }, late - early),
  ]);
  const how = `100,000 debits (pacs.003), median of ${rounds?.length ?? 0} rounds.`;
  return { text: `${how}\n\n${markdownTable(head, rows)}`, budgetResults };
}
