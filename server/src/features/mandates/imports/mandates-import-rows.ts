import { CUSTOMER_IMPORT } from '@tegeka/contract/customers/customer-imports.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { MANDATE_IMPORT } from '@tegeka/contract/mandates/mandate-imports.ts';
import {
  accountNumberShape,
  mandateErrors,
  type MandateTerms,
} from '@tegeka/contract/mandates/mandate-commands.ts';
import type { ConsentWay, LimitPeriod } from '@tegeka/contract/mandates/mandates.ts';
import type { Schedule } from '@tegeka/contract/mandates/schedule.ts';
import { parseSchedule } from '@tegeka/contract/mandates/schedule-texts.ts';
import { largestAmount, type Product } from '@tegeka/contract/products.ts';
import { line } from '@tegeka/contract/kit/text.ts';
import * as z from 'zod/mini';
import { judgeCell, judgeCustomer } from '#features/customers/customers-import.ts';
import {
  dayOf,
  isShortened,
  type JudgedRow,
  type NamedCells,
  plainNumber,
  type RowError,
  shillingsOf,
} from '#features/imports/imports-kind.ts';
import type { MandateAccount } from '../mandates-accounts.ts';
import { mandateColumns } from '../mandates-store.ts';

type Column = keyof typeof MANDATE_IMPORT.columns;
type Code = keyof typeof MANDATE_IMPORT.refusals;
type Cells = NamedCells<Column>;

/** What the rows of a file are judged with. */
export interface MandateRules {
  /** The day of the business clock. */
  today: string;
  cap: number;
  products: ReadonlyMap<string, Product>;
  /** Ids of banks by name and BIC, in small letters. */
  banks: ReadonlyMap<string, string>;
  encrypt: (account: { bankId: string; name: string; number: string }) => MandateAccount;
}

const PERIODS: Readonly<Record<string, LimitPeriod>> = {
  day: 'DAY',
  daily: 'DAY',
  week: 'WEEK',
  weekly: 'WEEK',
  month: 'MONTH',
  monthly: 'MONTH',
  year: 'YEAR',
  yearly: 'YEAR',
};

const WAYS: Readonly<Record<string, ConsentWay>> = {
  '': 'PAGE',
  page: 'PAGE',
  link: 'PAGE',
  sms: 'SMS',
  text: 'SMS',
  form: 'FORM',
  'signed form': 'FORM',
  paper: 'FORM',
};

const countShape = z.int().check(z.minimum(1), z.maximum(10_000));
const accountNameShape = line(2, 70);

/** Reads the cells of a row one by one; what can not be read is noted with its column. */
class CellReader {
  readonly errors: RowError[] = [];
  readonly cells: Cells;

  constructor(cells: Cells) {
    this.cells = cells;
  }

  wrong(column: Column, code: Code, message?: string): void {
    this.errors.push({ column, code, ...(message !== undefined && { message }) });
  }

  /** Returns the value of a cell; null where it is empty or wrong, which adds an error. */
  read<T>(column: Column, code: Code, read: (text: string) => T | null | undefined): T | null {
    const text = this.cells[column];
    if (text === '') return null;
    const value = read(text) ?? null;
    if (value === null) this.wrong(column, code);
    return value;
  }

  money(column: Column): number | null {
    return this.read(column, 'AMOUNT_INVALID', (text) => shillingsOf(text) || null);
  }

  day(column: 'start' | 'end'): string | null {
    return this.read(column, 'DAY_INVALID', dayOf);
  }
}

type Terms = Pick<MandateTerms, 'amountKind' | 'amount' | 'schedule' | 'noticeDays' | 'retries'>;

/** The terms of the product, or without one those of the row. */
function readTerms(row: CellReader, { products }: MandateRules, start: string | null) {
  const product = row.read('productCode', 'PRODUCT_UNKNOWN', (code) => products.get(code));
  if (row.cells.productCode !== '') {
    for (const column of ['amount', 'schedule'] as const)
      if (row.cells[column] !== '') row.wrong(column, 'TERMS_TWICE');
    return { terms: product, product };
  }
  const amounts = row.read('amount', 'AMOUNT_INVALID', (text) => {
    const found = text.split(';').map(shillingsOf);
    return found.some(Number.isNaN) ? null : found;
  });
  if (row.cells.schedule === '') row.wrong('schedule', 'MISSING');
  const schedule = row.read('schedule', 'SCHEDULE_INVALID', (text) =>
    start === null
      ? ({ kind: 'ONE_OFF' } satisfies Schedule)
      : parseSchedule(text, start, amounts ?? []),
  );
  if (schedule === null) return { terms: null, product: null };
  const own = schedule.kind === 'INSTALMENTS';
  if (!own && (amounts?.length ?? 0) > 1) row.wrong('amount', 'AMOUNT_INVALID');
  const amount = own ? null : (amounts?.[0] ?? null);
  const varies = amount === null && schedule.kind === 'ON_DEMAND';
  const terms: Terms = {
    amountKind: varies ? 'VARIABLE' : 'FIXED',
    amount,
    schedule,
    noticeDays: 2,
    retries: 0,
  };
  return { terms, product: null };
}

/** The account; null for consent on a page, where the payer names it. */
function readAccount(row: CellReader, way: ConsentWay, { banks, encrypt }: MandateRules) {
  const bankId = row.read('bank', 'BANK_UNKNOWN', (text) => banks.get(text.toLowerCase()));
  const name = row.read('accountName', 'TEXT_INVALID', (text) => {
    const parsed = accountNameShape.safeParse(text);
    return parsed.success ? parsed.data : null;
  });
  const number = row.read('accountNumber', 'ACCOUNT_INVALID', (text) => {
    const parsed = accountNumberShape.safeParse(plainNumber(text));
    return parsed.success ? parsed.data : null;
  });
  if (way === 'PAGE') return null;
  for (const column of ['bank', 'accountName', 'accountNumber'] as const)
    if (row.cells[column] === '') row.wrong(column, 'ACCOUNT_NEEDED');
  return bankId && name && number ? encrypt({ bankId, name, number }) : null;
}

const COLUMNS = keysOf(MANDATE_IMPORT.columns);

/** A number as people and spreadsheets write it: 12, 1,000 or 12.0; NaN where it is none. */
function countOf(text: string): number {
  const [, digits] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?$/.exec(text) ?? [];
  return Number(digits?.replaceAll(',', ''));
}

/** Terms with the limits of the row. Contradictions become errors with the messages of the form. */
function readLimits(
  row: CellReader,
  rules: MandateRules,
  given: Terms | null,
  start: string | null,
) {
  const limits = {
    end: row.day('end'),
    maxPerPeriod: row.money('maxPerPeriod'),
    period: row.read('period', 'PERIOD_INVALID', (text) => PERIODS[text.toLowerCase()]),
    maxCount: row.read('maxCount', 'COUNT_INVALID', (text) => {
      const parsed = countShape.safeParse(countOf(text));
      return parsed.success ? parsed.data : null;
    }),
    maxTotal: row.money('maxTotal'),
  };
  const max = row.money('maxPerDebit');
  if (given === null || start === null || row.errors.length > 0) return null;
  const { amountKind, amount, schedule, noticeDays, retries } = given;
  const maxPerDebit = max ?? largestAmount(given);
  if (maxPerDebit === 0) {
    row.wrong('maxPerDebit', 'RULE', 'Say how much one debit may be at most');
    return null;
  }
  const terms = {
    amountKind,
    amount,
    schedule,
    noticeDays,
    retries,
    start,
    maxPerDebit,
    ...limits,
  };
  for (const { field, message } of mandateErrors(terms, rules)) {
    const column = COLUMNS.find((name) => name === field) ?? 'start';
    row.wrong(column, 'RULE', message);
  }
  return terms;
}

const NAMES = keysOf(CUSTOMER_IMPORT.columns).filter((name) => name !== 'customerReferenceNumber');
const UNKNOWN: RowError = { column: 'customerReferenceNumber', code: 'CUSTOMER_UNKNOWN' };

/** The customer to create if the reference is unknown, or the errors that prevent it. */
function readCustomer(cells: Cells, way: ConsentWay) {
  // Errors of the reference itself count for known customers too.
  const ownErrors = judgeCell('customerReferenceNumber', cells.customerReferenceNumber);
  if (NAMES.every((name) => cells[name] === ''))
    return { customer: null, customerErrors: [UNKNOWN], ownErrors };
  const { input: customer, errors } = judgeCustomer(cells);
  if (way === 'SMS' && customer?.phoneNumber === null)
    errors.push({ column: 'consentWay', code: 'NO_PHONE' });
  return { customer, customerErrors: errors, ownErrors };
}

/** Prefix of the purpose of a mandate without a product, before its amount. */
export const FOR_AMOUNT = '=';

/** Judges a row by the rules of a mandate. What the database knows of its customer is marked later. */
export function judgeMandate(cells: Cells, rules: MandateRules): JudgedRow {
  const row = new CellReader(cells);
  if (cells.start === '') row.wrong('start', 'MISSING');
  const start = row.day('start');
  const consentWay = row.read('consentWay', 'WAY_INVALID', (text) => WAYS[text.toLowerCase()]);
  const { terms: given, product } = readTerms(row, rules, start);
  const way = consentWay ?? 'PAGE';
  const { customer, customerErrors, ownErrors } = readCustomer(cells, way);
  row.errors.push(...ownErrors);
  const account = readAccount(row, way, rules);
  if (isShortened(cells.accountNumber))
    row.errors.splice(
      row.errors.findIndex(({ column }) => column === 'accountNumber'),
      1,
      { column: 'accountNumber', code: 'DIGITS_LOST' },
    );
  const terms = readLimits(row, rules, given, start);
  const reference = cells.customerReferenceNumber;
  const purpose = product?.id ?? (given && `${FOR_AMOUNT}${given.amount ?? ''}`);
  const key = ownErrors.length > 0 || purpose === null ? null : `${reference}\n${purpose}`;
  if (terms === null || row.errors.length > 0) return { key, value: null, errors: row.errors };
  const columns = Object.entries(mandateColumns({ terms, account, product, consentWay: way }));
  // Null values are left out: they would take space in a large file.
  const mandate = Object.fromEntries(columns.filter(([, value]) => value !== null));
  return { key, value: { reference, customer, customerErrors, mandate }, errors: [] };
}
