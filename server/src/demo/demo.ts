import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPERATOR_ORGANIZATION_NAME } from '@tegeka/contract/kit/domains.ts';
import { sql } from 'kysely';
import { policyFor } from '#features/approvals/approvals-policies.ts';
import type { RequestKey } from '#features/approvals/approvals-service.ts';
import { confirmByMessages, joinBank, readOfferedBanks } from '#features/banks/banks-store.ts';
import { submitRegistration } from '#features/merchants/merchants-service.ts';
import { setSetting } from '#features/settings/settings-store.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { hasAccounts, isTaken } from '#identity/accounts/accounts-store.ts';
import { hashPassword } from '#identity/accounts/passwords.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import type { AppContext } from '#platform/app-context.ts';
import { StartError } from '#platform/log.ts';
import { callerOf, decide } from './demo-callers.ts';
import { seedCustomers } from './demo-customers.ts';
import { DEMO_BUSINESSES, type DemoBusiness, submissionOf } from './demo-businesses.ts';
import { seedProducts } from './demo-products.ts';
import { logoOf, pdfOf } from './demo-files.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demo-guide.ts';

/** Advisory lock for servers that start at the same time. The first one fills the database. */
const SEED_LOCK = 7_308_913;

const STANBIC = 'SBICUGKX';

interface CreatedPerson {
  id: string;
  organizationId: string;
}

async function createPerson(
  ctx: AppContext,
  tx: PlatformTx,
  person: DemoPerson,
  organization: { name: string } | { id: string },
): Promise<CreatedPerson> {
  const { email, firstName, lastName, domain, phone } = person;
  return createAccount(ctx, tx, {
    email,
    firstName,
    lastName,
    domain,
    organization,
    phone: `+256${phone}`,
    passwordHash: await hashPassword(DEMO_PASSWORD),
  });
}

async function upload(
  folder: string,
  name: string,
  mediaType: string,
  bytes: Buffer,
): Promise<UploadedFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = path.join(folder, sha256);
  await writeFile(file, bytes);
  return { name, mediaType, size: bytes.length, sha256, path: file };
}

const REGISTRATION = 'MERCHANT_REGISTRATION';

/** Registers a business with the account of its owner. Returns what the request for its approval is about. */
async function register(
  ctx: AppContext,
  tx: PlatformTx,
  folder: string,
  business: DemoBusiness,
): Promise<RequestKey> {
  const { person, name, registrationNumber, color } = business;
  const { id: userId, organizationId } = await createPerson(ctx, tx, person, { name });
  const bank = (await readOfferedBanks(tx, ctx.clock.now())).find((known) =>
    known.name.includes('Stanbic'),
  );
  if (!bank) throw new Error('The list of banks has no Stanbic');
  const certificate = pdfOf(
    `Certificate of Incorporation: ${name}, No. ${registrationNumber} (demo)`,
  );
  const uploads = {
    logo: await upload(folder, `${name} logo.png`, 'image/png', logoOf(color)),
    certificateOfIncorporation: await upload(
      folder,
      `${name} certificate.pdf`,
      'application/pdf',
      certificate,
    ),
  };
  const { merchantId } = await ctx.files.withStored(uploads, (files) =>
    submitRegistration(ctx, tx, {
      person: { ...person, userId, organizationId },
      submission: submissionOf(business, organizationId, bank.id),
      files,
    }),
  );
  return { action: REGISTRATION, entityId: merchantId, organizationId };
}

async function seed(ctx: AppContext, tx: PlatformTx, folder: string): Promise<void> {
  const operators = await createPerson(ctx, tx, DEMO_PEOPLE.operator, {
    name: OPERATOR_ORGANIZATION_NAME,
  });
  await createPerson(ctx, tx, DEMO_PEOPLE.secondOperator, { id: operators.organizationId });
  const operator = await callerOf(tx, DEMO_PEOPLE.operator);
  const officer = await createPerson(ctx, tx, DEMO_PEOPLE.officer, { name: 'Stanbic Bank' });
  const { organizationId } = officer;
  await joinBank(tx, { bic: STANBIC, organizationId, logoFileId: null });
  // The simulator answers for the others.
  await confirmByMessages(tx);
  const { id: value } = await policyFor(tx, REGISTRATION);
  await setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at: ctx.clock.now() });
  const approved = await register(ctx, tx, folder, DEMO_BUSINESSES.approved);
  await decide(ctx, tx, operator, approved, (snapshotHash) => ({
    decision: 'APPROVE',
    snapshotHash,
  }));
  await seedCustomers(ctx, tx);
  await seedProducts(ctx, tx);
  const correcting = await register(ctx, tx, folder, DEMO_BUSINESSES.correcting);
  await decide(ctx, tx, operator, correcting, (snapshotHash) => ({
    decision: 'REQUEST_CORRECTION',
    snapshotHash,
    corrections: [
      { field: 'taxNumber', comment: 'The TIN differs from the one on the certificate.' },
      { field: 'certificateOfIncorporation', comment: 'The second page is missing.' },
    ],
  }));
  await register(ctx, tx, folder, DEMO_BUSINESSES.waiting);
}

/**
 * Fills an empty database with the demo's people and businesses. Returns false if it is not empty.
 */
export async function seedDemo(ctx: AppContext): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-demo-'));
  try {
    return await ctx.db.asPlatform('seed the demo', async (tx) => {
      await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
      if (await hasAccounts(tx)) return false;
      await seed(ctx, tx, folder);
      return true;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Production refuses a database with demo accounts: their password is public. */
export async function refuseDemoAccounts(ctx: AppContext): Promise<void> {
  await ctx.db.asPlatform('look for demo accounts', async (tx) => {
    for (const { email } of Object.values(DEMO_PEOPLE)) {
      if (!(await isTaken(tx, email))) continue;
      throw new StartError(
        'This database holds the accounts of the demo. Production needs a database of its own.',
      );
    }
  });
}
