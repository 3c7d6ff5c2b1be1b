import { parseArgs } from 'node:util';
import { describeBudgetResults, type BudgetResult } from './budget.ts';
import { benchCustomers } from './customers/customers-bench.ts';
import { benchImports } from './imports/imports-bench.ts';
import { describeMachine } from './machine-facts.ts';
import { benchMessages } from './messages-bench.ts';
import { benchHistory } from './money/history-bench.ts';
import { benchMoney } from './money/money-bench.ts';
import { benchServer } from './server-bench.ts';
import { benchStart } from './start-bench.ts';
import { benchWeb } from './web/web-bench.ts';

const PARTS = [
  'server',
  'customers',
  'imports',
  'messages',
  'money',
  'history',
  'web',
  'start',
] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    files: { type: 'boolean', default: false },
    rows: { type: 'string' },
    strict: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((word) => !PARTS.some((part) => part === word));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `Use: npm run bench -- [${PARTS.join('|')}] [--rounds 5] [--only NAME] [--files] [--rows 1000000]`,
  );
  process.exit(2);
}
const wants = (part: string) => positionals.length === 0 || positionals.includes(part);

const budgetResults: BudgetResult[] = [];

function report(title: string, text: string, found: readonly BudgetResult[]): void {
  budgetResults.push(...found);
  const judged = found.length > 0 ? `\n\n${describeBudgetResults(found)}` : '';
  console.log(`\n## ${title}\n\n${text}${judged}`);
}

console.log(`${await describeMachine(wants('web'))}.`);
if (wants('server')) report('Server', await benchServer(rounds), []);
if (wants('customers')) {
  const found = await benchCustomers(rounds);
  report('Customers', found.text, found.budgetResults);
}
if (wants('web')) {
  const { only, files } = values;
  const found = await benchWeb({ rounds, files, ...(only !== undefined && { only }) });
  report('Web', found.text, found.budgetResults);
}
if (wants('start')) {
  const found = await benchStart(rounds);
  report('Start', found.text, found.budgetResults);
}
if (wants('imports')) {
  const found = await benchImports({
    largest: Number(values.rows ?? 1_000_000),
    only: values.only,
  });
  report('Imports', found.text, found.budgetResults);
}
if (wants('messages')) {
  const found = await benchMessages();
  report('Messages', found.text, found.budgetResults);
}
if (wants('money')) {
  const found = await benchMoney(Number(values.rows ?? 10_000));
  report('Money', found.text, found.budgetResults);
}
if (wants('history')) {
  const found = await benchHistory(rounds);
  report('History', found.text, found.budgetResults);
}
process.exitCode = values.strict && budgetResults.some(({ met }) => !met) ? 1 : 0;
