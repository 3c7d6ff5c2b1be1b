import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ProviderPerson } from '../environment/outside-tokens.ts';
import { openWithTokens } from '../steps/account-steps.ts';
import type { App } from '../environment/server-process.ts';
import type { OutsideEnvironment } from './proof-stage.ts';

/** The domain of each app. */
const DOMAIN: Record<App, string> = {
  merchant: 'MERCHANT',
  operator: 'OPERATOR',
  bank: 'BANK',
  consumer: 'CONSUMER',
  ach: 'ACH',
};

/** Permissions that the provider grants in addition to the domain's role. */
const PERMISSIONS: Record<App, readonly string[]> = {
  merchant: [
    'merchants.register',
    'customers.read',
    'customers.write',
    'products.read',
    'products.write',
    'mandates.read',
    'mandates.write',
  ],
  operator: [
    'approvals.read',
    'approvals.decide',
    'banks.read',
    'banks.write',
    'merchants.read',
    'merchants.write',
  ],
  bank: ['banks.read', 'approvals.read', 'approvals.decide'],
  consumer: [],
  ach: [],
};

/** A person of a domain, by default with all of its permissions. */
export function personOf(
  app: App,
  organizationId: string | null,
  more: Partial<ProviderPerson> = {},
): ProviderPerson {
  return {
    id: randomUUID(),
    email: `joan@${app}.example`,
    firstName: 'Joan',
    lastName: 'Atim',
    domainName: [DOMAIN[app]],
    organizationId: organizationId === null ? [] : [organizationId],
    businessName: ['Lake Stores Limited'],
    phoneNumber: ['+256772345678'],
    roles: [DOMAIN[app], ...PERMISSIONS[app]],
    ...more,
  };
}

/** A business of the demo. */
export interface KnownMerchant {
  id: string;
  organizationId: string;
}

function textOf(row: unknown, name: string): string {
  const value = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  return String(value.find(([key]) => key === name)?.[1] ?? '');
}

/** Finds a business of the demo by name. */
export async function merchantNamed(
  environment: OutsideEnvironment,
  name: string,
): Promise<KnownMerchant> {
  const [row] = await environment.sql(
    `select id, organization_id from merchants where business_name = '${name}'`,
  );
  assert.ok(row, `there is no ${name}`);
  return { id: textOf(row, 'id'), organizationId: textOf(row, 'organization_id') };
}

/** Finds the demo's organization of a domain, or creates one. */
export async function organizationOf(environment: OutsideEnvironment, app: App): Promise<string> {
  const domain = DOMAIN[app];
  const [found] = await environment.sql(
    `select id from organizations where domain = '${domain}' order by created_at limit 1`,
  );
  return found ? textOf(found, 'id') : makeOrganization(environment, app);
}

/** Creates an organization without any data. */
export async function makeOrganization(environment: OutsideEnvironment, app: App): Promise<string> {
  const id = randomUUID();
  await environment.sql(
    `insert into organizations (id, domain, name, created_at)
     values ('${id}', '${DOMAIN[app]}', 'Lake Stores Limited', now())`,
  );
  return id;
}

/** Opens an app as a person whom the provider knows. */
export async function enterAs(
  environment: OutsideEnvironment,
  page: Page,
  app: App,
  person: ProviderPerson,
): Promise<void> {
  environment.provider.person = person;
  // The start page of the consumer app is for payers, who do not sign in.
  const start = app === 'consumer' ? '/auth/login' : '';
  await page.goto(`${environment.server.origin(app)}${start}`);
  await page.waitForURL(
    ({ origin, pathname }) =>
      origin === environment.server.origin(app) && pathname !== '/auth/login',
  );
}

/** Opens an app with tokens, for tests in which the sign-in is not the subject. */
export async function openAs(
  environment: OutsideEnvironment,
  page: Page,
  app: App,
  person: ProviderPerson,
): Promise<void> {
  environment.provider.person = person;
  await openWithTokens(page, environment.server, app, environment.provider.tokensFor(person));
}

/** Everything in the app's local storage, by key. */
export function storedIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  );
}

/** A stored JSON text, parsed. */
export async function storedRecord(page: Page, name: string): Promise<unknown> {
  return JSON.parse((await storedIn(page))[name] ?? 'null');
}
