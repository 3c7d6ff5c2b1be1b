import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DecisionInput } from '@tegeka/contract/approvals.ts';
import { OPERATOR_ORGANIZATION_NAME } from '@tegeka/contract/domains.ts';
import { sql } from 'kysely';
import { decideOnRequest } from '#features/approvals/approvals-decide.ts';
import { createPolicy, type PolicyPlan } from '#features/approvals/approvals-policies.ts';
import { joinBank, readOfferedBanks } from '#features/banks/banks-store.ts';
import { approvalActions } from './app.ts';
import type { SettingName } from '@tegeka/contract/settings.ts';
import { submitRegistration } from '#features/merchants/merchants-verbs.ts';
import { setSetting } from '#features/settings/settings-store.ts';
import { createAccount } from '#identity/accounts-verbs.ts';
import type { PlatformTx } from '#platform/database.ts';
import type { UploadedFile } from '#platform/stored-files.ts';
import type { Frame } from '#platform/frame.ts';
import { StartFault } from '#platform/start-fault.ts';
import { seedCustomers } from './play-customers-seed.ts';
import { PLAY_BUSINESSES, type PlayBusiness, submissionOf } from './play-businesses.ts';
import { logoOf, pdfOf } from './play-files.ts';
import { PLAY_PASSWORD, PLAY_PEOPLE, type PlayPerson } from './play-guide.ts';

/** Servers that start at the same moment take this lock; the first fills the database. */
const SEED_LOCK = 7_308_913;

/** The bank of the demo, by its BIC. */
const STANBIC = 'SBICUGKX';

interface Settled {
  id: string;
  organizationId: string;
}

function settle(
  frame: Frame,
  tx: PlatformTx,
  person: PlayPerson,
  organization: { name: string } | { id: string },
): Promise<Settled> {
  const { email, firstName, lastName, domain, phone } = person;
  return createAccount(frame, tx, {
    ...{ email, firstName, lastName, domain, organization, isAdmin: true },
    ...{ phone: `+256${phone}`, password: PLAY_PASSWORD },
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

async function register(
  frame: Frame,
  tx: PlatformTx,
  folder: string,
  business: PlayBusiness,
): Promise<string> {
  const { person, name, registrationNumber, color } = business;
  const { id: userId, organizationId } = await settle(frame, tx, person, { name });
  const bank = (await readOfferedBanks(tx, frame.clock.now())).find((known) =>
    known.name.includes('Stanbic'),
  );
  if (!bank) throw new Error('The list of banks has no Stanbic');
  const certificate = pdfOf(
    `Certificate of Incorporation: ${name}, No. ${registrationNumber} (demo)`,
  );
  const { merchantId } = await submitRegistration(frame, tx, {
    person: { ...person, userId, organizationId },
    submission: submissionOf(business, organizationId, bank.id),
    files: {
      logo: await upload(folder, `${name} logo.png`, 'image/png', logoOf(color)),
      certificateOfIncorporation: await upload(
        folder,
        `${name} certificate.pdf`,
        'application/pdf',
        certificate,
      ),
    },
  });
  const { id } = await tx
    .selectFrom('approval_requests')
    .select('id')
    .where('entity_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return id;
}

async function decide(
  frame: Frame,
  tx: PlatformTx,
  operator: Settled,
  requestId: string,
  input: (snapshotHash: string) => DecisionInput,
): Promise<void> {
  const { snapshot_hash: hash } = await tx
    .selectFrom('approval_requests')
    .select('snapshot_hash')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  const { firstName, lastName } = PLAY_PEOPLE.operator;
  const checker = {
    ...{
      userId: operator.id,
      organizationId: operator.organizationId,
      domain: 'OPERATOR' as const,
    },
    name: `${firstName} ${lastName}`,
  };
  await decideOnRequest(frame, approvalActions(frame), tx, {
    requestId,
    checker,
    input: input(hash),
  });
}

/** Makes a workflow and puts it in force. */
async function setWorkflow(frame: Frame, tx: PlatformTx, name: SettingName, plan: PolicyPlan) {
  const value = await createPolicy(frame, tx, plan);
  await setSetting(tx, { name, value, at: frame.clock.now() });
}

async function seed(frame: Frame, tx: PlatformTx, folder: string): Promise<void> {
  const operator = await settle(frame, tx, PLAY_PEOPLE.operator, {
    name: OPERATOR_ORGANIZATION_NAME,
  });
  await settle(frame, tx, PLAY_PEOPLE.secondOperator, { id: operator.organizationId });
  const officer = await settle(frame, tx, PLAY_PEOPLE.officer, { name: 'Stanbic Bank' });
  const { organizationId } = officer;
  await joinBank(tx, { bic: STANBIC, organizationId, logoFileId: null });
  await setWorkflow(frame, tx, 'MERCHANT_APPROVAL_POLICY_ID', {
    ...{ name: 'Merchant registration', action: 'MERCHANT_REGISTRATION', expiresAfterDays: 30 },
    ...{ checkers: { domain: 'OPERATOR' }, steps: [{ name: 'Review', approvalsNeeded: 1 }] },
  });
  await setWorkflow(frame, tx, 'MERCHANT_CHANGE_POLICY_ID', {
    ...{ name: 'Change of a business', action: 'MERCHANT_CHANGE', expiresAfterDays: 14 },
    ...{ checkers: { domain: 'OPERATOR' }, steps: [{ name: 'Check', approvalsNeeded: 1 }] },
  });
  const approved = await register(frame, tx, folder, PLAY_BUSINESSES.approved);
  await decide(frame, tx, operator, approved, (snapshotHash) => ({
    decision: 'APPROVE',
    snapshotHash,
  }));
  await seedCustomers(frame, tx);
  const correcting = await register(frame, tx, folder, PLAY_BUSINESSES.correcting);
  await decide(frame, tx, operator, correcting, (snapshotHash) => ({
    ...{ decision: 'REQUEST_CORRECTION', snapshotHash },
    corrections: [
      { field: 'taxNumber', comment: 'The TIN differs from the one on the certificate.' },
      { field: 'certificateOfIncorporation', comment: 'The second page is missing.' },
    ],
  }));
  await register(frame, tx, folder, PLAY_BUSINESSES.waiting);
}

async function isEmpty(tx: PlatformTx): Promise<boolean> {
  return (await tx.selectFrom('accounts').select('id').limit(1).execute()).length === 0;
}

/** Fills an empty database with the demo's people and businesses. Gives false when it is not empty. */
export async function seedPlay(frame: Frame): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-play-'));
  try {
    return await frame.db.asPlatform('seed the demo', async (tx) => {
      await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
      if (!(await isEmpty(tx))) return false;
      await seed(frame, tx, folder);
      return true;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Production does not run on a database that holds accounts whose password everybody knows. */
export async function refusePlayAccounts(frame: Frame): Promise<void> {
  const emails = Object.values(PLAY_PEOPLE).map(({ email }) => email);
  const found = await frame.db.asPlatform('look for demo accounts', (tx) =>
    tx.selectFrom('accounts').select('id').where('email', 'in', emails).limit(1).execute(),
  );
  if (found.length > 0) {
    throw new StartFault(
      'This database holds the accounts of the demo. Production needs a database of its own.',
    );
  }
}
