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
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { fileUrlOf } from '#platform/files/stored-files.ts';

/** A document of a registration as it is stored. */
export interface Document {
  id: string;
  name: string;
  url: string;
  mediaType: string;
  size: number;
  sha256: string;
}

export type Review = z.infer<typeof reviewShape>;

/** A business with all that was submitted last. */
export interface Registration {
  id: string;
  state: MerchantState;
  /** How often legal and bank data, and contact data, have changed; 1 at first. */
  detailsVersion: number;
  contactVersion: number;
  submission: MerchantSubmission;
  bankName: string;
  documents: { logo: Document; certificateOfIncorporation: Document };
  /** What the last review said, while it still stands. */
  review: Review | null;
}

const enums = {
  state: z.enum(MERCHANT_STATES),
  industry: z.enum(INDUSTRIES),
  country: z.enum(COUNTRY_NAMES),
  countryCode: z.enum(['UG', 'KE', 'NG']),
  accountType: z.enum(ACCOUNT_TYPES),
};

/** A Ugandan number in its parts. */
const phoneOf = (subscriberNumber: number) =>
  ({ countryCode: '256', region: 'UG', subscriberNumber }) as const;

const joined = (tx: Tx) =>
  tx
    .selectFrom('merchants as m')
    .innerJoin('merchant_bank_accounts as a', (join) =>
      join.onRef('a.organization_id', '=', 'm.organization_id').onRef('a.merchant_id', '=', 'm.id'),
    )
    .innerJoin('banks as b', 'b.id', 'a.bank_id')
    .innerJoin('files as l', 'l.id', 'm.logo_file_id')
    .innerJoin('files as c', 'c.id', 'm.certificate_file_id')
    .selectAll('m')
    .select(['a.bank_id', 'a.account_name', 'a.account_number', 'a.account_type'])
    .select(['a.branch', 'a.branch_code', 'b.name as bank_name'])
    .select(['l.name as l_name', 'l.media_type as l_type', 'l.size as l_size'])
    .select(['c.name as c_name', 'c.media_type as c_type', 'c.size as c_size'])
    .select(['l.sha256 as l_sha256', 'c.sha256 as c_sha256']);

type Row = Awaited<ReturnType<ReturnType<typeof joined>['executeTakeFirstOrThrow']>>;

function submissionOf(row: Row): MerchantSubmission {
  return {
    businessName: row.business_name,
    registrationNumber: row.registration_number,
    taxNumber: row.tax_number,
    industry: enums.industry.parse(row.industry),
    phoneNumber: phoneOf(row.phone),
    bankAccounts: [
      {
        bankId: row.bank_id,
        accountName: row.account_name,
        branch: row.branch,
        accountNumber: row.account_number,
        branchCode: row.branch_code,
        accountType: enums.accountType.parse(row.account_type),
      },
    ],
    businessAddress: {
      country: enums.country.parse(row.country),
      countryCode: enums.countryCode.parse(row.country_code),
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
  };
}

function documentsOf(row: Row): Registration['documents'] {
  const [logoId, certificateId] = [row.logo_file_id, row.certificate_file_id];
  return {
    logo: {
      id: logoId,
      name: row.l_name,
      url: fileUrlOf(logoId),
      mediaType: row.l_type,
      size: row.l_size,
      sha256: row.l_sha256,
    },
    certificateOfIncorporation: {
      id: certificateId,
      name: row.c_name,
      url: fileUrlOf(certificateId),
      mediaType: row.c_type,
      size: row.c_size,
      sha256: row.c_sha256,
    },
  };
}

function registrationOf(row: Row): Registration {
  return {
    id: row.id,
    state: enums.state.parse(row.state),
    detailsVersion: row.details_version,
    contactVersion: row.contact_version,
    submission: submissionOf(row),
    bankName: row.bank_name,
    documents: documentsOf(row),
    review: row.review === null ? null : reviewShape.parse(row.review),
  };
}

/** The business of an organization, or null. */
export async function findMerchantOf(tx: Tx, organizationId: string): Promise<Registration | null> {
  const row = await joined(tx).where('m.organization_id', '=', organizationId).executeTakeFirst();
  return row ? registrationOf(row) : null;
}

/** A business by id, if this transaction may see it. */
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
    .select(['m.id', 'm.business_name', 'm.registration_number', 'm.tax_number', 'm.industry'])
    .select(['m.representative_email', 'm.state', 'm.submitted_at'])
    .select((eb) =>
      eb
        .selectFrom('merchant_bank_accounts as a')
        .innerJoin('banks as b', 'b.id', 'a.bank_id')
        .select('b.name')
        .whereRef('a.merchant_id', '=', 'm.id')
        .$asScalar()
        .as('bank_name'),
    );
export type ListedRow = Awaited<
  ReturnType<ReturnType<typeof listedMerchants>['executeTakeFirstOrThrow']>
>;

/** A state by its name in the database. */
export const merchantStateOf = (name: string): MerchantState => enums.state.parse(name);

/** A business by id, locked until the transaction ends. Throws where there is none. */
export async function lockMerchant(tx: Tx, id: string): Promise<Registration> {
  return registrationOf(
    await joined(tx).where('m.id', '=', id).forUpdate('m').executeTakeFirstOrThrow(),
  );
}

/** A merchant as the platform must know it for the scope of a call. */
export async function findMerchantScope(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('merchants')
    .select(['organization_id as organizationId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { organizationId: row.organizationId, active: row.state === 'ACTIVE' } : null;
}
