import { isoDay } from '@tegeka/contract/kit/day.ts';
import {
  ASKING_STATES,
  type BulkRequestFilter,
} from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { listMandates, MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import {
  type MandateDetail,
  mandateDetailShape,
} from '@tegeka/contract/mandates/mandate-detail.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-texts.ts';
import { sql, type SqlBool } from 'kysely';
import { CUSTOMER_LIST } from '#features/customers/customers-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { PrefixSearch } from '#platform/feature.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import {
  allOf,
  hasReference,
  isReference,
  listSource,
  narrowingOf,
} from '#platform/lists/list-source.ts';
import { searchedIn } from '#platform/lists/search-words.ts';
import { readFirstTimes } from '#platform/state/transition-history.ts';
import { transitionsWithin, type Span } from '#platform/state/transition-spans.ts';
import { waitsUntil } from './mandates-next-action.ts';
import { mandateOf, type MandateRow, mandates } from './mandates-store.ts';

/** Columns of every export of mandates, after those of the parties. */
export const TERMS_EXPORTED: readonly ExportColumn<MandateRow>[] = [
  { label: 'Account', text: (row) => row.account_last_four },
  { label: 'Schedule', text: (row) => describeSchedule(mandateOf(row).schedule) },
  { label: 'Maximum per debit', text: (row) => row.max_per_debit },
  { label: 'First day', text: (row) => row.starts_on },
  { label: 'Last day', text: (row) => row.ends_on },
  { label: 'Next due', text: (row) => row.next_due_on },
  { label: 'Status', text: (row) => row.state },
  { label: 'Created on', text: (row) => isoDay(row.created_at) },
];

/** The mandates of a merchant. */
export const MANDATE_LIST = listSource({
  endpoint: listMandates,
  entity: 'mandates',
  states: MANDATE.states,
  rows: mandates,
  item: mandateOf,
  id: 'mandates.id',
  state: 'mandates.state',
  sorts: {
    createdAt: ['mandates.id'],
    nextDueDay: ['mandates.due_key'],
  },
  search: (text, isHit) => [
    isReference('TGK', text)
      ? hasReference('mandates.reference', text)
      : isHit('mandates.customer_id', CUSTOMER_LIST.entity),
  ],
  filters: {
    customerId: (value) => sql<SqlBool>`mandates.customer_id = ${value}`,
    productId: (value) => sql<SqlBool>`mandates.product_id = ${value}`,
    bankId: (value) => sql<SqlBool>`mandates.bank_id = ${value}`,
    dueFrom: (value) => sql<SqlBool>`mandates.due_key >= ${value}::date`,
    dueTo: (value) => sql<SqlBool>`mandates.due_key <= ${value}::date`,
  },
});

type Progress = Pick<MandateDetail, 'consentedAt' | 'confirmedAt' | 'activeAt' | 'waitsUntil'>;

const textOf = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** When a mandate was agreed to, confirmed and active for the first time, and until when it waits. */
export async function readProgress(tx: Tx, row: MandateRow): Promise<Progress> {
  const { id, organization_id: organizationId } = row;
  const first = await readFirstTimes(tx, MANDATE, { organizationId, id });
  const activeAt = textOf(first.get('ACTIVE'));
  return {
    consentedAt: textOf(first.get('PENDING_APPROVAL')),
    confirmedAt: textOf(first.get('REGISTERED')) ?? activeAt,
    activeAt,
    waitsUntil: textOf(waitsUntil(row)),
  };
}

/** The mandate that this one replaces, and the newest one that replaces it. */
async function readNeighbours(tx: Tx, row: MandateRow) {
  const found = await tx
    .selectFrom('mandates')
    .select(['id', 'reference as name'])
    .where('organization_id', '=', row.organization_id)
    .where((eb) =>
      eb.or([
        eb('id', '=', row.replaces_id),
        eb.and([eb('series_id', '=', row.series_id), eb('replaces_id', '=', row.id)]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  return {
    replaced: found.find(({ id }) => id === row.replaces_id) ?? null,
    replacement: found.find(({ id }) => id !== row.replaces_id) ?? null,
  };
}

/** A mandate with how far it has come, for its merchant. */
export async function readDetail(tx: Tx, row: MandateRow): Promise<MandateDetail> {
  return mandateDetailShape.parse({
    ...mandateOf(row),
    ...(await readProgress(tx, row)),
    ...(await readNeighbours(tx, row)),
    suspendedBy: row.suspended_by,
    reinstatableBy: row.reinstatable_by,
  });
}

/** A row as a search result: operators see the name of the merchant, merchants that of the customer. */
export const hitOf =
  (noun: string, list: string, { domain }: Pick<Caller, 'domain'>) =>
  (row: Pick<MandateRow, 'id' | 'reference' | 'state' | 'merchant_name' | 'customer_name'>) => ({
    noun,
    id: row.id,
    title: row.reference,
    sub: domain === 'OPERATOR' ? row.merchant_name : row.customer_name,
    state: row.state,
    path: `${list}/${row.id}`,
  });

/** Mandates in the search across nouns. */
export const MANDATE_SEARCH: PrefixSearch = {
  label: 'Mandates',
  domains: ['MERCHANT', 'OPERATOR'],
  permission: 'mandates.read',
  prefix: 'TGK',
  find: async (tx, text, caller, max) => {
    const rows = await mandates(tx)
      .where(hasReference('mandates.reference', text))
      .orderBy('mandates.reference')
      .limit(max)
      .execute();
    return rows.map(hitOf(MANDATE.entity, '/dashboard/mandates', caller));
  },
};

/** The columns of a merchant's export. */
export const MANDATE_EXPORT: readonly ExportColumn<MandateRow>[] = [
  { label: 'Reference', text: (row) => row.reference },
  { label: 'Customer', text: (row) => row.customer_name },
  { label: 'Product', text: (row) => row.product_name },
  { label: 'Bank', text: (row) => row.bank_name },
  ...TERMS_EXPORTED,
];

/** A mandate whose payer can be asked. */
export interface AskableMandate {
  id: string;
  customerId: string;
  way: string;
  /** The last day; null without one. */
  end: string | null;
}

/** The mandates of a filter whose payers can be asked by page or SMS, oldest first. */
export async function readAskable(
  tx: Tx,
  filter: BulkRequestFilter,
  max: number,
): Promise<AskableMandate[]> {
  const conditions = [
    ...narrowingOf(MANDATE_LIST, filter).conditions,
    ...searchedIn(MANDATE_LIST, filter.search),
    sql<SqlBool>`mandates.state in (${sql.join(ASKING_STATES.map((state) => sql.lit(state)))})`,
    sql<SqlBool>`mandates.consent_way <> 'FORM'`,
  ];
  return mandates(tx)
    .clearSelect()
    .select(['mandates.id', 'customer_id as customerId', 'consent_way as way'])
    .select(sql<string | null>`ends_on::text`.as('end'))
    .where(allOf(conditions))
    .orderBy('mandates.id')
    .limit(max)
    .execute();
}

/** States in which a mandate stops before everything is collected, for the daily summary. */
export const REPORTED_STOPS = {
  entity: MANDATE.entity,
  states: ['CANCELLED', 'EXPIRED', 'FAILED', 'SUSPENDED'],
} as const;

/** Counts the confirmed mandates of some businesses that stopped within a span and are still stopped. */
export async function readStopped(
  tx: PlatformTx,
  organizationIds: readonly string[],
  span: Span,
): Promise<
  { organizationId: string; state: (typeof REPORTED_STOPS.states)[number]; count: number }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof readStopped>>[number]>`
    select m.organization_id as "organizationId", m.state, count(*)::integer as count
    from ${transitionsWithin(REPORTED_STOPS, span, organizationIds)} moved
    join mandates m on m.organization_id = moved.organization_id and m.id = moved.entity_id
      and m.revision = moved.revision
    where moved.from_state in ('REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED')
    group by 1, 2 order by 1, 3 desc, 2`.execute(tx);
  return rows;
}

/** Mandates that payer or bank did not agree to, as the daily summary reports. */
export const REPORTED_DECLINES = { entity: MANDATE.entity, states: ['REJECTED'] } as const;

/** How many mandates of some businesses were declined within a span, and by whom. */
export async function readDeclined(
  tx: PlatformTx,
  organizationIds: readonly string[],
  span: Span,
): Promise<{ organizationId: string; by: 'PAYER' | 'BANK'; count: number }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof readDeclined>>[number]>`
    select organization_id as "organizationId",
      case from_state when 'PENDING_VERIFICATION' then 'PAYER' else 'BANK' end as by,
      count(*)::integer as count
    from ${transitionsWithin(REPORTED_DECLINES, span, organizationIds)} moved
    group by 1, 2 order by 1, 2 desc`.execute(tx);
  return rows;
}
