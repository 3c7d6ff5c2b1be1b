import { isoDay } from '@tegeka/contract/kit/day.ts';
import { MANDATE_IMPORT, MANDATE_IMPORTS } from '@tegeka/contract/mandates/mandate-imports.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { readConfirmingBanks } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { CUSTOMER_SYNONYMS } from '#features/customers/customers-import.ts';
import { customersOf, insertCustomerRows } from '#features/customers/customers-store.ts';
import {
  type Batch,
  fileImport,
  type ImportOwner,
  type RowRule,
} from '#features/imports/imports-kind.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import { disabledProducts, readProductsByCode } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Mandates } from '#platform/database/tables.ts';
import type { Keys } from '#platform/security/keys.ts';
import { insertWithFirstState } from '#platform/state/transition.ts';
import { reencryptedAccount, encryptAccount } from '../mandates-accounts.ts';
import { FOR_AMOUNT, judgeMandate, type MandateRules } from './mandates-import-rows.ts';
import { newReference } from '../mandates-store.ts';

async function readRules(
  ctx: AppContext,
  tx: Tx,
  { organizationId, now }: ImportOwner,
): Promise<MandateRules> {
  const at = await businessTime(tx, now);
  const today = isoDay(at);
  const banks = await readConfirmingBanks(tx, at);
  return {
    today,
    cap: await rateOn(tx, 'DEBIT_CAP', today),
    products: await readProductsByCode(tx),
    banks: new Map(
      banks.flatMap(({ id, name, bic }) =>
        [name, bic ?? ''].map((word) => [word.toLowerCase(), id] as const),
      ),
    ),
    encrypt: (account) => encryptAccount(ctx, organizationId, account),
  };
}

/** Subquery: the products and amounts that customers have open mandates for, as keys of rows. */
function openPurposes(organizationId: string) {
  return sql`select c.reference || E'\\n' || coalesce(m.product_id::text, ${FOR_AMOUNT} || coalesce(m.amount::text, ''))
    from mandates m join (${customersOf(organizationId)}) c on c.id = m.customer_id
    where m.organization_id = ${organizationId} and m.state <> all (${MANDATE.final}::text[])`;
}

/** Columns of the mandate in a row. Reading them one by one is several times faster than as a record. */
const COLUMNS = {
  product_id: 'uuid',
  payment_for: 'text',
  bank_id: 'uuid',
  account_name: 'text',
  encrypted_account: 'text',
  account_last_four: 'text',
  account_fingerprint: 'text',
  amount_kind: 'text',
  amount: 'bigint',
  schedule: 'jsonb',
  notice_days: 'integer',
  retries: 'integer',
  max_per_debit: 'bigint',
  max_per_period: 'bigint',
  period: 'text',
  max_count: 'integer',
  max_total: 'bigint',
  starts_on: 'date',
  ends_on: 'date',
  next_due_on: 'date',
  consent_way: 'text',
} as const satisfies { readonly [column in keyof Mandates]?: string };
const COLUMN_LIST = sql.join(Object.keys(COLUMNS).map((column) => sql.ref(column)));
const SAID_LIST = sql.join(
  Object.entries(COLUMNS).map(
    ([column, type]) => sql`(mandate ->> ${sql.lit(column)})::${sql.raw(type)}`,
  ),
);

const cell = (column: string) => sql`r.value -> 'mandate' ->> ${sql.lit(column)}`;

/**
 * Refusals of rows that need the database. They are checked twice: with the file and when rows are written.
 */
async function readRowRules(
  tx: PlatformTx,
  { organizationId, permissions, now }: ImportOwner,
): Promise<RowRule[]> {
  const at = await businessTime(tx, now);
  const customers = customersOf(organizationId);
  const banks = await readConfirmingBanks(tx, at);
  const offered = banks.map(({ id }) => id);
  const formless = banks.flatMap(({ id, confirms_by: by }) => (by === 'MESSAGES' ? [id] : []));
  const isNew = sql`r.value is not null
    and not exists (select from (${customers}) c where c.reference = r.value ->> 'reference')`;
  const ofCustomer = (what: 'ACTIVE' | 'phone') => sql`r.value ->> 'reference' in (
    select c.reference from (${customers}) c
    where ${what === 'phone' ? sql`c.phone is null` : sql`c.state <> 'ACTIVE'`})`;
  return [
    permissions.has('customers.write')
      ? {
          where: sql`${isNew} and r.value -> 'customerErrors' <> '[]'`,
          errors: sql`r.value -> 'customerErrors'`,
        }
      : {
          where: isNew,
          errors: [{ column: 'customerReferenceNumber', code: 'CUSTOMER_FORBIDDEN' }],
        },
    {
      where: ofCustomer('ACTIVE'),
      errors: [{ column: 'customerReferenceNumber', code: 'CUSTOMER_DISABLED' }],
    },
    {
      where: sql`${cell('consent_way')} = 'SMS' and ${ofCustomer('phone')}`,
      errors: [{ column: 'consentWay', code: 'NO_PHONE' }],
    },
    {
      where: sql`(${cell('product_id')})::uuid in (${disabledProducts(organizationId)})`,
      errors: [{ column: 'productCode', code: 'PRODUCT_DISABLED' }],
    },
    {
      where: sql`${cell('bank_id')} is not null
        and (${cell('bank_id')})::uuid <> all (${offered}::uuid[])`,
      errors: [{ column: 'bank', code: 'BANK_UNKNOWN' }],
    },
    {
      where: sql`${cell('consent_way')} = 'FORM' and (${cell('bank_id')})::uuid = any (${formless}::uuid[])`,
      errors: [{ column: 'consentWay', code: 'FORM_UNSEEN' }],
    },
    {
      where: sql`${cell('starts_on')} < ${isoDay(at)}`,
      errors: [{ column: 'start', code: 'RULE', message: 'The first day is in the past' }],
    },
    {
      where: sql`r.key in (${openPurposes(organizationId)})`,
      errors: [{ column: 'customerReferenceNumber', code: 'TAKEN' }],
    },
  ];
}

/** Creates the customers whose references are unknown, then a mandate for each row. */
async function write(ctx: AppContext, tx: PlatformTx, { rows, count, source }: Batch) {
  const { organizationId, by, fileName } = source;
  const customers = customersOf(organizationId);
  const unknown = sql`
    select distinct on (r.value ->> 'reference') r.row_number, r.value -> 'customer' as customer
    from (${rows}) r
    where not exists (select from (${customers}) c where c.reference = r.value ->> 'reference')
    order by r.value ->> 'reference', r.row_number`;
  await insertCustomerRows(tx, unknown, source);
  const at = await businessTime(tx, source.at);
  const references = Array.from({ length: count }, () => newReference(ctx));
  const insert = sql`
    with numbered as (
      select r.value, row_number() over (order by r.row_number) as n from (${rows}) r
    ), named as materialized (
      select uuidv7(${source.at}::timestamptz - now()) as id, given.reference, c.id as customer_id,
        r.n, r.value -> 'mandate' as mandate
      from numbered r
      join unnest(${references}::text[]) with ordinality given (reference, n) using (n)
      join (${customers}) c on c.reference = r.value ->> 'reference'
    )
    insert into mandates (organization_id, id, series_id, reference, customer_id, ${COLUMN_LIST}, state,
      revision, created_at, updated_at)
    select ${organizationId}, named.id, named.id, named.reference, named.customer_id, ${SAID_LIST},
      'GENERATED', 1, ${at}::timestamptz, ${at}::timestamptz
    from named order by n
    returning id`;
  return insertWithFirstState(tx, MANDATE, insert, {
    organizationId,
    to: 'GENERATED',
    actor: { kind: 'MERCHANT', ...by },
    reason: `From the file ${fileName}`,
    at,
  });
}

const valueShape = z.looseObject({
  mandate: z.looseObject({
    bank_id: z.optional(z.string()),
    encrypted_account: z.optional(z.string()),
  }),
});

function reencrypt(keys: Keys, organizationId: string, value: unknown): object {
  const { mandate, ...rest } = valueShape.parse(value);
  const { bank_id: bankId, encrypted_account: encrypted } = mandate;
  if (bankId === undefined || encrypted === undefined) return { mandate, ...rest };
  return {
    ...rest,
    mandate: { ...mandate, ...reencryptedAccount(keys, organizationId, { bankId, encrypted }) },
  };
}

/** Import of mandates from files. Their payers are not asked before a person sends them. */
export const mandatesImport = fileImport({
  kind: MANDATE_IMPORT,
  endpoints: MANDATE_IMPORTS,
  synonyms: {
    ...CUSTOMER_SYNONYMS,
    productCode: 'product productid plan plancode fee feecode',
    amount: 'amountugx amountush debitamount instalment installment amounts fees',
    schedule: 'schedule frequency howoften due dueday repeats interval',
    start: 'startday startdate start from firstdebit firstcollection begins',
    end: 'endday enddate end until lastdate',
    maxPerDebit: 'maxperdebit mostperdebit limit debitlimit maxamount maximumamount',
    maxPerPeriod: 'maxperperiod mostperperiod periodlimit',
    period: 'limitperiod per',
    maxCount: 'maxcount mostdebits debits count installments instalments',
    maxTotal: 'maxtotal mostinall total totalamount totallimit',
    consentWay: 'consent consentway channel askby agree',
    bank: 'bankname bic swift swiftcode bankcode customerbank payerbank',
    accountName: 'nameonaccount accountholder accounttitle',
    accountNumber: 'accountno account acctno acct bankaccount bankaccountnumber accno',
  },
  keyColumn: 'customerReferenceNumber',
  open: async (ctx, tx, owner) => {
    const rules = await readRules(ctx, tx, owner);
    return (cells) => judgeMandate(cells, rules);
  },
  rules: readRowRules,
  write,
  reencrypt,
});
