import { DEBIT_IMPORT, DEBIT_IMPORTS } from '@tegeka/contract/debits/debit-imports.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { plainReference } from '@tegeka/contract/kit/reference.ts';
import { line } from '@tegeka/contract/kit/text.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  type Batch,
  dayOf,
  fileImport,
  type ImportOwner,
  isShortened,
  type JudgedRow,
  type NamedCells,
  type RowError,
  shillingsOf,
} from '#features/imports/imports-kind.ts';
import { readByReference } from '#features/mandates/collection/mandates-collectable.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { requestDebits, type Examined, examineRequests } from '../debits-service.ts';

type Column = keyof typeof DEBIT_IMPORT.columns;
type Code = keyof typeof DEBIT_IMPORT.refusals;

const referenceShape = line(1, 35);

/** Judges a row by itself; what the database knows of its mandate is examined later. */
function judge(cells: NamedCells<Column>): JudgedRow {
  const errors: RowError[] = [];
  const wrong = (column: Column, code: Code) => void errors.push({ column, code });
  const mandate = plainReference(cells.mandateReference);
  const { reference } = cells;
  if (mandate === '') wrong('mandateReference', 'MISSING');
  if (reference === '') wrong('reference', 'MISSING');
  else if (isShortened(reference)) wrong('reference', 'DIGITS_LOST');
  else if (reference.length > 35) wrong('reference', 'TOO_LONG');
  else if (!referenceShape.safeParse(reference).success) wrong('reference', 'TEXT_INVALID');
  const key = errors.length === 0 ? `${mandate}\n${reference}` : null;
  const amount = cells.amount === '' ? null : shillingsOf(cells.amount);
  if (Number.isNaN(amount)) wrong('amount', 'AMOUNT_INVALID');
  const dueDay = dayOf(cells.dueDay);
  if (cells.dueDay !== '' && dueDay === null) wrong('dueDay', 'DAY_INVALID');
  if (errors.length > 0) return { key, value: null, errors };
  return { key, value: { mandate, reference, amount, dueDay }, errors };
}

const valueShape = z.object({
  mandate: z.string(),
  reference: z.string(),
  amount: z.nullable(z.int()),
  dueDay: z.nullable(z.string()),
});

/** Rows as requests, each with its mandate. */
async function requestsOf(
  tx: Tx,
  organizationId: string,
  values: readonly unknown[],
): Promise<Examined[]> {
  const rows = values.map((value) => valueShape.parse(value));
  const references = rows.map(({ mandate }) => mandate);
  const mandates = await readByReference(tx, organizationId, references);
  return rows.map(({ mandate: given, reference, amount, dueDay }) => {
    const mandate = mandates.get(given);
    const input = {
      mandateId: mandate?.id ?? '',
      reference,
      currency: CURRENCY,
      ...(amount !== null && { amount }),
      ...(dueDay !== null && { dueDay }),
    };
    return { input, mandate };
  });
}

/** The column of a field of a request; no row has a currency. */
const COLUMNS: Readonly<Record<string, Column>> = {
  mandateId: 'mandateReference',
  reference: 'reference',
  amount: 'amount',
  dueDay: 'dueDay',
};

/** What would be refused of each row, by the same rules as a manual request or over the API. */
async function examine(
  tx: PlatformTx,
  { organizationId, now }: ImportOwner,
  values: readonly unknown[],
): Promise<RowError[][]> {
  const requests = await requestsOf(tx, organizationId, values);
  const refusals = await examineRequests(tx, requests, { now, origin: 'FILE' });
  return refusals.map((errors) =>
    errors.map(({ field, code }) => ({ column: COLUMNS[field] ?? null, code })),
  );
}

/** Debits that are made in one go. */
const CHUNK = 1000;

/**
 * Makes the debits of rows; those that together exceed a limit are stored as REJECTED. In the order of
 * mandate ids, the lock order: otherwise this transaction, which works in chunks, and submission could
 * deadlock.
 */
async function write(ctx: AppContext, tx: PlatformTx, { rows, source }: Batch): Promise<number> {
  const { organizationId, by, at } = source;
  const found = await sql<{ value: unknown }>`
    select r.value from (${rows}) r order by r.row_number`.execute(tx);
  const values = found.rows.map(({ value }) => value);
  const inputs = (await requestsOf(tx, organizationId, values))
    .flatMap(({ input, mandate }) => (mandate ? [input] : []))
    .toSorted((one, other) => one.mandateId.localeCompare(other.mandateId));
  const actor = { kind: 'MERCHANT', ...by } as const;
  let made = 0;
  for (let n = 0; n < inputs.length; n += CHUNK) {
    const requester = { organizationId, actor, now: at, origin: 'FILE' } as const;
    const asked = await requestDebits(ctx, tx, inputs.slice(n, n + CHUNK), requester);
    // Rows that exceed a limit are stored as REJECTED; duplicates and invalid rows are not stored.
    made += asked.filter(({ isWritten }) => isWritten).length;
  }
  return made;
}

/** Import of transactions from files. */
export const debitsImport = fileImport({
  kind: DEBIT_IMPORT,
  endpoints: DEBIT_IMPORTS,
  synonyms: {
    mandateReference: 'mandatereference mandateref mandateno mandatenumber mandateid tgk',
    reference: `reference ref refno ownreference invoice invoiceno invoicenumber invoiceid
      paymentreference transactionreference`,
    amount: 'amountugx amountush debitamount sum value due amountdue',
    dueDay: 'day date duedate dueday collectionday collectiondate debitdate paymentdate on',
  },
  keyColumn: 'reference',
  open: async () => judge,
  examine,
  write,
});
