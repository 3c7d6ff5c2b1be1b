import {
  ACCOUNT_TYPES,
  COUNTRY_NAMES,
  INDUSTRIES,
} from '@tegeka/contract/merchants/merchant-options.ts';
import {
  MERCHANT_STATES,
  type MerchantState,
  reviewShape,
} from '@tegeka/contract/merchants/merchants.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { runPrepared } from '#platform/database/prepared-statements.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type HashedFile, storedFileOf } from '#platform/files/stored-files.ts';

export type Review = z.infer<typeof reviewShape>;

/** A business with all that was submitted last. */
export interface Registration {
  id: string;
  state: MerchantState;
  /** How often legal and bank data, and contact data, have changed; 1 at first. */
  detailsVersion: number;
  contactVersion: number;
  submission: Omit<MerchantSubmission, 'bankAccounts'>;
  account: Omit<MerchantSubmission['bankAccounts'][number], 'accountNumber'>;
  /** Opened by `accountNumberOf`. */
  accountNumber: { encrypted: string; lastFour: string };
  bankName: string;
  documents: { logo: HashedFile; certificateOfIncorporation: HashedFile };
  /** The result of the last review, while it applies. */
  review: Review | null;
}

const shapes = z.object({
  state: z.enum(MERCHANT_STATES),
  industry: z.enum(INDUSTRIES),
  country: z.enum(COUNTRY_NAMES),
  country_code: z.enum(['UG', 'KE', 'NG']),
  account_type: z.enum(ACCOUNT_TYPES),
  review: z.nullable(reviewShape),
});

const phoneOf = (subscriberNumber: number) =>
  ({ countryCode: '256', region: 'UG', subscriberNumber }) as const;

const joined = (tx: Tx) =>
  tx
    .selectFrom('merchants as m')
    .innerJoin('merchant_bank_accounts as a', (join) =>
      join.onRef('a.organization_id', '=', 'm.organization_id').onRef('a.merchant_id', '=', 'm.id'),
    )
    .selectAll('m')
    .select(['a.bank_id', 'a.account_name', 'a.account_type', 'a.account_last_four'])
    .select(['a.encrypted_account_number', 'a.branch', 'a.branch_code'])
    .select(bankNameOf('a').$notNull().as('bank_name'))
    .select(storedFileOf('m.logo_file_id').as('logo'))
    .select(storedFileOf('m.certificate_file_id').as('certificate'));

type Row = Awaited<ReturnType<ReturnType<typeof joined>['executeTakeFirstOrThrow']>>;

function registrationOf(row: Row): Registration {
  const { state, industry, country, country_code, account_type, review } = shapes.parse(row);
  return {
    id: row.id,
    state,
    detailsVersion: row.details_version,
    contactVersion: row.contact_version,
    submission: {
      businessName: row.business_name,
      registrationNumber: row.registration_number,
      taxNumber: row.tax_number,
      industry,
      phoneNumber: phoneOf(row.phone),
      businessAddress: {
        country,
        countryCode: country_code,
        region: row.region,
        city: row.city,
        street: row.street,
        postalCode: row.postal_code,
        buildingName: row.building_name,
      },
      organizationId: row.organization_id,
      userInfo: {
        email: row.representative_email,
        phoneNumber: phoneOf(row.representative_phone),
        firstName: row.representative_first_name,
        lastName: row.representative_last_name,
      },
    },
    account: {
      bankId: row.bank_id,
      accountName: row.account_name,
      branch: row.branch,
      branchCode: row.branch_code,
      accountType: account_type,
    },
    accountNumber: { encrypted: row.encrypted_account_number, lastFour: row.account_last_four },
    bankName: row.bank_name,
    documents: {
      logo: row.logo,
      certificateOfIncorporation: row.certificate,
    },
    review,
  };
}

export async function findMerchantOf(tx: Tx, organizationId: string): Promise<Registration | null> {
  const row = await joined(tx).where('m.organization_id', '=', organizationId).executeTakeFirst();
  return row ? registrationOf(row) : null;
}

export async function findMerchant(tx: Tx, id: string): Promise<Registration | null> {
  const row = await joined(tx).where('m.id', '=', id).executeTakeFirst();
  return row ? registrationOf(row) : null;
}

/** A business by id. Refuses NOT_FOUND. */
export async function getMerchant(tx: Tx, id: string): Promise<Registration> {
  const merchant = await findMerchant(tx, id);
  if (!merchant) throw refuse('NOT_FOUND');
  return merchant;
}

/** All businesses that this transaction may see, as lists show them. */
export const listedMerchants = (tx: Tx) =>
  tx
    .selectFrom('merchants as m')
    .select(['m.id', 'm.business_name as businessName', 'm.industry'])
    .select(['m.registration_number as registrationNumber', 'm.tax_number as taxNumber'])
    .select(['m.representative_email as representativeEmail', 'm.submitted_at as submittedAt'])
    .select(sql<MerchantState>`m.state`.as('state'))
    .select((eb) =>
      eb
        .selectFrom('merchant_bank_accounts as a')
        .select(bankNameOf('a').as('name'))
        .whereRef('a.merchant_id', '=', 'm.id')
        .$asScalar()
        .$notNull()
        .as('bankName'),
    );
export type ListedMerchant = Awaited<
  ReturnType<ReturnType<typeof listedMerchants>['executeTakeFirstOrThrow']>
>;

/** A business by id, locked until the transaction ends. Throws where there is none. */
export async function lockMerchant(tx: Tx, id: string): Promise<Registration> {
  return registrationOf(
    await joined(tx).where('m.id', '=', id).forUpdate('m').executeTakeFirstOrThrow(),
  );
}

/** What the call pipeline must know of a merchant to check the scope of a call. */
export async function findMerchantScope(tx: Tx, id: string) {
  const { rows } = await runPrepared(
    tx,
    tx
      .selectFrom('merchants')
      .select(['organization_id as organizationId', 'state'])
      .where('id', '=', id)
      .compile(),
  );
  const [row] = rows;
  return row ? { organizationId: row.organizationId, active: row.state === 'ACTIVE' } : null;
}

/** The name of a merchant: a subquery for statements about rows with an `organization_id`. */
export function merchantNameOf(table: string): RawBuilder<string> {
  return sql<string>`(select m.business_name from merchants m
    where m.organization_id = ${sql.ref(`${table}.organization_id`)})`;
}

/** Where a business is paid, and whom to write to about it. */
export interface PaidMerchant {
  organizationId: string;
  isActive: boolean;
  businessName: string;
  representative: { email: string; firstName: string };
  bankId: string;
  accountName: string;
  accountNumber: { encrypted: string; lastFour: string };
  /** When an active business was given this account, by the business clock; null for its first one. */
  changedAt: Date | null;
}

/** The businesses of some organizations, as they are paid. `lock` keeps others from changing accounts. */
export async function readPaidMerchants(
  tx: Tx,
  organizationIds: readonly string[],
  lock?: 'lock',
): Promise<ReadonlyMap<string, PaidMerchant>> {
  const rows = await tx
    .selectFrom('merchants as m')
    .innerJoin('merchant_bank_accounts as a', (join) =>
      join.onRef('a.organization_id', '=', 'm.organization_id').onRef('a.merchant_id', '=', 'm.id'),
    )
    .select(['m.organization_id', 'm.state', 'm.business_name', 'm.representative_email'])
    .select(['m.representative_first_name', 'a.bank_id', 'a.account_name', 'a.account_last_four'])
    .select(['a.encrypted_account_number', 'a.changed_at'])
    .where('m.organization_id', 'in', organizationIds)
    .$if(lock !== undefined, (query) => query.forShare('a'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.organization_id,
      {
        organizationId: row.organization_id,
        isActive: row.state === 'ACTIVE',
        businessName: row.business_name,
        representative: {
          email: row.representative_email,
          firstName: row.representative_first_name,
        },
        bankId: row.bank_id,
        accountName: row.account_name,
        accountNumber: { encrypted: row.encrypted_account_number, lastFour: row.account_last_four },
        changedAt: row.changed_at,
      },
    ]),
  );
}
