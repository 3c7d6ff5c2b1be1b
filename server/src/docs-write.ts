// `npm run docs` writes docs/states.md from the state machines of the contract, docs/failure-reasons.md from its causes of
// debits, and docs/exceptions.md from the outcomes of exceptions.
import { readdirSync, writeFileSync } from 'node:fs';
import {
  KIND_OUTCOMES,
  MONEY_WAYS,
  OUTCOMES,
} from '@tegeka/contract/clearing/exception-outcomes.ts';
import { EXCEPTION_KINDS, EXCEPTION_OUTCOMES } from '@tegeka/contract/clearing/exceptions.ts';
import {
  type FailureReason,
  FAILURE_REASON_NAMES,
  getFailureReason,
} from '@tegeka/contract/debits/failure-reasons.ts';
import type { StateMachine } from '@tegeka/contract/kit/state-machine.ts';

const CONTRACT = new URL('../../contract/src/', import.meta.url);

interface Found {
  machine: StateMachine<string>;
  name: string;
  file: string;
}

const isMachine = (value: unknown): value is StateMachine<string> =>
  typeof value === 'object' && value !== null && 'entity' in value && 'transitions' in value;

/** Every state machine that a file of the contract exports, by the name of its entity. */
async function findMachines(): Promise<Found[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map(async (file) => ({ file, exports: await import(new URL(file, CONTRACT).href) })),
  );
  return modules
    .flatMap(({ file, exports }) =>
      Object.entries(exports).flatMap(([name, machine]) =>
        isMachine(machine) ? [{ name, machine, file: `contract/src/${file}` }] : [],
      ),
    )
    .toSorted((a, b) => a.machine.entity.localeCompare(b.machine.entity, 'en'));
}

/** A table as the formatter of the repository lays it out. */
function table(head: readonly string[], body: readonly (readonly string[])[]): string[] {
  const rows = [head, ...body];
  const widths = head.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0, fill)).join(' | ')} |`;
  const rule = line(
    head.map(() => ''),
    '-',
  );
  return [line(head), rule, ...body.map((row) => line(row))];
}

function describe({ machine, name, file }: Found): string[] {
  const { states, transitions, final } = machine;
  const arrows = states.flatMap(
    (from) => transitions[from]?.map((to) => `  ${from} --> ${to}`) ?? [],
  );
  const leadsTo = (state: string) =>
    final.includes(state)
      ? 'nowhere: it is final'
      : (transitions[state] ?? []).map((to) => `\`${to}\``).join(', ');
  return [
    `## ${machine.entity}`,
    '',
    `\`${name}\` in \`${file}\`.`,
    '',
    ...table(
      ['state', 'leads to'],
      states.map((state) => [`\`${state}\``, leadsTo(state)]),
    ),
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...arrows,
    '```',
    '',
  ];
}

export async function statesText(): Promise<string> {
  const machines = await findMachines();
  return [
    '# States',
    '',
    'What each thing can be and what leads from where. Every transition is written down with who made it,',
    'when and why. Written by `npm run docs` from the state machines of the contract; do not edit it.',
    '',
    ...machines.flatMap(describe),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** What becomes of the mandate of a debit that ends with a failure reason. */
function becomes(state: FailureReason['mandate']): string {
  if (state === undefined) return 'stays';
  return `becomes \`${state}\`${state === 'PAUSED' ? ' after several in a row' : ''}`;
}

export function failureReasonsText(): string {
  const rows = FAILURE_REASON_NAMES.map((name) => {
    const { text, codes, retry, mandate, advice } = getFailureReason(name);
    return [
      `\`${name}\``,
      text,
      codes.length === 0 ? 'none' : codes.map((code) => `\`${code}\``).join(', '),
      retry ? 'yes' : 'no',
      becomes(mandate),
      advice,
    ];
  });
  return [
    '# Failure reasons',
    '',
    'Why a debit did not happen or was taken back. The codes are those of banks (ISO 20022); a code that is not',
    'listed means `UNSPECIFIED`. A failure reason without a code is found by the platform itself. Written by `npm run docs`',
    'from `contract/src/debits/failure-reasons.ts`; do not edit it.',
    '',
    'A mandate is paused after as many such outcomes in a row as the dated rate `REFUSALS_BEFORE_PAUSE` says (2 at',
    'first; 0 switches it off), counted over its series by the time of the answer. A debit with another outcome',
    'between them starts the count again, and so does the business that resumes the mandate: only answers after that',
    'count. A debit that the platform did not send is no outcome.',
    '',
    ...table(
      [
        'failure reason',
        'text',
        'codes',
        'may be tried again',
        'mandate',
        'advice to the business',
      ],
      rows,
    ),
    '',
  ].join('\n');
}

/** The entry that an outcome posts, for money that came in; what went out is posted the other way round. */
function entryOf(account: (typeof OUTCOMES)[keyof typeof OUTCOMES]['account']): string {
  if (account === null) return 'none';
  return account === 'AS_NAMED'
    ? '`SUSPENSE` to the accounts of the debit or payout'
    : `\`SUSPENSE\` to \`${account}\``;
}

const WAYS = { IN: 'came in', OUT: 'went out', NONE: 'none' } as const;

export function exceptionsText(): string {
  const outcomes = EXCEPTION_OUTCOMES.map((name) => {
    const { label, text, account, operators } = OUTCOMES[name];
    const who = operators === 2 ? 'two operators' : 'one operator';
    return [`\`${name}\``, label, text, entryOf(account), who];
  });
  const kinds = EXCEPTION_KINDS.flatMap((kind) =>
    MONEY_WAYS.flatMap((way) => {
      const own = KIND_OUTCOMES[kind][way];
      return own ? [[`\`${kind}\``, WAYS[way], own.map((name) => `\`${name}\``).join(', ')]] : [];
    }),
  );
  return [
    '# Exceptions',
    '',
    'How an operator can end each kind of exception, and what that posts in the ledger. Written by `npm run docs`',
    'from `contract/src/clearing/exception-outcomes.ts`; do not edit it.',
    '',
    ...table(['outcome', 'label', 'when', 'ledger', 'decided by'], outcomes),
    '',
    'The money in suspense came in or went out; an exception without money has none.',
    '',
    ...table(['kind', 'money in suspense', 'outcomes'], kinds),
    '',
  ].join('\n');
}

if (import.meta.main) {
  const docs = new URL('../../docs/', import.meta.url);
  writeFileSync(new URL('states.md', docs), await statesText());
  writeFileSync(new URL('failure-reasons.md', docs), failureReasonsText());
  writeFileSync(new URL('exceptions.md', docs), exceptionsText());
}
