import { parseArgs } from 'node:util';
import { OPERATOR_ORGANIZATION_NAME } from '@tegeka/contract/kit/domains.ts';
import { identifierOf, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { representativeShape } from '@tegeka/contract/sign-up.ts';
import * as z from 'zod/mini';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { findOperatorOrganization } from '#identity/accounts/accounts-store.ts';
import { hashPassword } from '#identity/accounts/passwords.ts';
import { systemIds, wallClock } from '#platform/clock-and-ids.ts';
import { openDatabase, type PlatformTx } from '#platform/database/database.ts';
import { writeAudit } from '#platform/history/audit.ts';
import { openLog, StartError } from '#platform/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { originOf } from '#platform/http/origins.ts';
import { AppError } from '#platform/http/refusal.ts';
import { readConfig } from './config.ts';

const USAGE = 'npm run operator -- --email EMAIL --first-name NAME --last-name NAME --phone 0772…';

const WRONG = `A right email, both names and a Ugandan mobile number are needed:\n  ${USAGE}`;

/** The options as they were given. Throws a StartError for what is no option. */
function readOptions() {
  const text = { type: 'string', default: '' } as const;
  const options = { email: text, 'first-name': text, 'last-name': text, phone: text };
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new StartError(WRONG);
  }
}

/** The same as at sign-up. */
const personShape = z.pick(representativeShape, { email: true, firstName: true, lastName: true });

function readPerson() {
  const { 'first-name': firstName, 'last-name': lastName, email, phone } = readOptions();
  const person = personShape.safeParse({ email, firstName, lastName });
  const mobile = subscriberOf(phone, 'mobile');
  if (!person.success || mobile === null) throw new StartError(WRONG);
  return { ...person.data, phone: identifierOf(mobile) };
}

/** The organization that runs the platform; made with its first operator. */
async function operators(tx: PlatformTx): Promise<{ id: string } | { name: string }> {
  const id = await findOperatorOrganization(tx);
  return id === null ? { name: OPERATOR_ORGANIZATION_NAME } : { id };
}

/** Gives a person an operator's account; they choose their password by the reset page. */
async function addOperator(): Promise<string> {
  const person = readPerson();
  const config = readConfig();
  const { url, migrationUrl } = config.database;
  if (url === null || migrationUrl === null)
    throw new StartError('DATABASE_URL must name the database of the platform.');
  await migrate(migrationUrl, url);
  const db = openDatabase(url, config, openLog(config));
  try {
    const passwordHash = await hashPassword(systemIds.secret());
    await db.asPlatform('add an operator', async (tx) => {
      const { id: entityId } = await createAccount({ clock: wallClock, ids: systemIds }, tx, {
        ...person,
        domain: 'OPERATOR',
        organization: await operators(tx),
        passwordHash,
      });
      await writeAudit(tx, systemIds, {
        at: wallClock.now(),
        requestId: 'npm run operator',
        caller: null,
        action: 'addOperator',
        note: { entity: 'account', entityId },
      });
    });
  } finally {
    await db.close();
  }
  return `${person.email} is an operator. Set the password at ${originOf(config.http, 'OPERATOR')}/reset-password`;
}

try {
  process.stdout.write(`${await addOperator()}\n`);
} catch (error) {
  if (!(error instanceof StartError || error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
