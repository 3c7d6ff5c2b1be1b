import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { MERCHANT, MERCHANT_STATES } from '@tegeka/contract/merchants/merchants.ts';
import {
  listMerchants,
  type MerchantSummary,
} from '@tegeka/contract/merchants/operator-merchants.ts';
import { sql, type SqlBool } from 'kysely';
import type { FeatureSearch } from '#platform/feature.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { listedMerchants, type ListedRow, merchantStateOf } from './merchants-store.ts';

function summaryOf(row: ListedRow): MerchantSummary {
  return {
    id: row.id,
    businessName: row.business_name,
    registrationNumber: row.registration_number,
    taxNumber: row.tax_number,
    industry: row.industry,
    bankName: row.bank_name ?? '',
    representativeEmail: row.representative_email,
    state: merchantStateOf(row.state),
    submittedAt: row.submitted_at.toISOString(),
  };
}

const DAY_MS = 86_400_000;

/** The first moment of a day in Kampala, or of the day after. Here, since PostgreSQL knows no year 0. */
const startOf = (day: unknown, later: 0 | 1 = 0) =>
  new Date(Date.parse(`${String(day)}T00:00:00+03:00`) + later * DAY_MS);

/** All merchants, as operators list them. */
export const MERCHANT_LIST = listSource({
  endpoint: listMerchants,
  entity: 'merchants',
  states: MERCHANT_STATES,
  rows: listedMerchants,
  item: summaryOf,
  id: 'm.id',
  state: 'm.state',
  sorts: { submittedAt: ['m.submitted_at'], name: ['m.name_key'] },
  filters: {
    industry: (industry) => sql<SqlBool>`m.industry = ${industry}`,
    bank: (bank) => sql<SqlBool>`m.id in
      (select merchant_id from merchant_bank_accounts where bank_id = ${bank})`,
    submittedFrom: (day) => sql<SqlBool>`m.submitted_at >= ${startOf(day)}`,
    submittedTo: (day) => sql<SqlBool>`m.submitted_at < ${startOf(day, 1)}`,
  },
});

/** Merchants in the operators' search across nouns. */
export const MERCHANT_SEARCH: FeatureSearch = {
  entity: 'merchants',
  label: 'Merchants',
  domains: ['OPERATOR'],
  permission: 'merchants.read',
  read: async (tx, ids) => {
    const rows = await listedMerchants(tx).where('m.id', 'in', ids).execute();
    return rows.map(({ id, business_name: title, registration_number: sub, state }) => ({
      noun: MERCHANT.entity,
      id,
      title,
      sub,
      state,
      path: `/dashboard/merchants/${id}`,
    }));
  },
};

/** The columns of an export. */
export const MERCHANT_EXPORT: readonly ExportColumn<ListedRow>[] = [
  { label: MERCHANT_LABELS.businessName, text: (row) => row.business_name },
  { label: MERCHANT_LABELS.registrationNumber, text: (row) => row.registration_number },
  { label: MERCHANT_LABELS.taxNumber, text: (row) => row.tax_number },
  { label: MERCHANT_LABELS.industry, text: (row) => row.industry },
  { label: MERCHANT_LABELS.bank, text: (row) => row.bank_name },
  { label: 'Representative', text: (row) => row.representative_email },
  { label: 'State', text: (row) => row.state },
  { label: 'Submitted on', text: (row) => isoDay(row.submitted_at) },
];
