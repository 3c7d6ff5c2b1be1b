import { parseArgs } from 'node:util';
import { describeBudgetResults, type BudgetResult } from './budget.ts';
import { benchCustomers } from './customers/customers-bench.ts';
import { benchImports } from './imports/imports-bench.ts';
import { benchDevelopment } from './development-bench.ts';
import { describeMachine } from './machine-facts.ts';
import { type MeasuredPart, writeMeasures } from './measures-file.ts';
import { benchMessages } from './messages-bench.ts';
import { benchHistory } from './money/history-bench.ts';
import { benchMoney } from './money/money-bench.ts';
import { benchServer } from './server-bench.ts';
import { benchStart } from './start-bench.ts';
import { benchWeb } from './web/web-bench.ts';

/** The parts, and their sections in docs/operations/measures.md. */
const TITLES = {
  server: 'Server',
  customers: 'Customers and mandates',
  imports: 'Imports',
  messages: 'Messages',
  money: 'Money',
  history: 'A long history',
  web: 'Web',
  start: 'Start',
  development: 'Development loop',
} as const;
type Part = keyof typeof TITLES;
const PARTS = Object.keys(TITLES);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    files: { type: 'boolean', default: false },
    rows: { type: 'string' },
    strict: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((word) => !PARTS.includes(word));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `Use: npm run bench -- [${PARTS.join('|')}] [--rounds 5] [--only NAME] [--files] [--rows 1000000] [--strict] [--write]`,
  );
  process.exit(2);
}
const wants = (part: Part) => positionals.length === 0 || positionals.includes(part);
const options = process.argv.slice(2).filter((word) => word !== '--write' && !PARTS.includes(word));

const budgetResults: BudgetResult[] = [];
const measured: MeasuredPart[] = [];
const machine = await describeMachine(wants('web'));

function report(part: Part, text: string, found: readonly BudgetResult[]): void {
  budgetResults.push(...found);
  const judged = found.length > 0 ? `\n\n${describeBudgetResults(found)}` : '';
  const title = TITLES[part];
  console.log(`\n## ${title}\n\n${text}${judged}`);
  const command = ['npm run bench --', part, ...options].join(' ');
  measured.push({ title, command, machine, text: `${text}${judged}` });
}

console.log(`${machine}.`);
if (wants('server')) report('server', await benchServer(rounds), []);
if (wants('customers')) {
  const found = await benchCustomers(rounds);
  report('customers', found.text, found.budgetResults);
}
if (wants('web')) {
  const { only, files } = values;
  const found = await benchWeb({ rounds, files, ...(only !== undefined && { only }) });
  report('web', found.text, found.budgetResults);
}
if (wants('start')) {
  const found = await benchStart(rounds);
  report('start', found.text, found.budgetResults);
}
if (wants('development')) {
  const found = await benchDevelopment(rounds);
  report('development', found.text, found.budgetResults);
}
if (wants('imports')) {
  const found = await benchImports({
    largest: Number(values.rows ?? 1_000_000),
    only: values.only,
  });
  report('imports', found.text, found.budgetResults);
}
if (wants('messages')) {
  const found = await benchMessages();
  report('messages', found.text, found.budgetResults);
}
if (wants('money')) {
  const found = await benchMoney(Number(values.rows ?? 10_000));
  report('money', found.text, found.budgetResults);
}
if (wants('history')) {
  const found = await benchHistory(rounds);
  report('history', found.text, found.budgetResults);
}
if (values.write) await writeMeasures(measured);
process.exitCode = values.strict && budgetResults.some(({ met }) => !met) ? 1 : 0;
