import { joinBank } from '#features/banks/banks-store.ts';
import type { Desk } from '#features/imports/imports-test-calls.ts';
import type { Recipe, Recipes } from './fuzz-near.ts';
import type { TestClient } from '#testing/test-client.ts';
import type { FuzzServer } from './fuzz-server.ts';
import type { TestServer, TestPerson } from '#testing/test-server.ts';

const SEC_TOKEN = '/identity/api/v1/auth/public/sec-token';
const USERS = '/identity/api/v1/users';
const PASSWORD = 'a lantern over the lake';

let count = 0;
const freshEmail = () => `founder-${(count += 1)}@example.com`;
/** A range that TestServer does not use for its people. */
const freshNumber = () => 782_000_000 + (count += 1);

/** A code that was sent, as input of its form. */
async function codeTo(testServer: TestServer, identifier: string, tokenType: string) {
  const body = { identifier, tokenType };
  const sent = await testServer.stranger().call(SEC_TOKEN, { method: 'POST', body });
  if (sent.status !== 200) throw new Error(`No code: ${sent.text}`);
  const [message] = await testServer.outbox(identifier);
  return { ...body, token: /^\d{5}\b/m.exec(message?.text ?? '')?.[0] ?? '' };
}

/** Verifies an email or phone in a browser, as a person does. */
async function prove(
  testServer: TestServer,
  client: TestClient,
  identifier: string,
  tokenType: string,
) {
  const body = await codeTo(testServer, identifier, tokenType);
  const answer = await client.call(`${SEC_TOKEN}/verify`, { method: 'POST', body });
  if (answer.json.message !== 'valid') throw new Error(`Not verified: ${answer.text}`);
}

async function newcomer(testServer: TestServer) {
  const [client, email, subscriberNumber] = [testServer.stranger(), freshEmail(), freshNumber()];
  await prove(testServer, client, email, 'OTP');
  await prove(testServer, client, `+256${subscriberNumber}`, 'OTP');
  const body = {
    firstName: 'Jane',
    lastName: 'Okello',
    businessName: 'Lake Traders',
    password: PASSWORD,
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber },
    email,
    isAdmin: true,
    domainName: 'MERCHANT',
  };
  return { client, body };
}

/** A person with verified email and phone, until an account is created with them. */
function signingUp(testServer: TestServer): Recipe {
  let known: Awaited<ReturnType<typeof newcomer>> | null = null;
  return async () => {
    // The proof is a cookie, which a success removes.
    if (!known?.client.cookie('tegeka_verified')) known = await newcomer(testServer);
    return known;
  };
}

/** A browser that may set a password, until it has done so. */
function resetting(testServer: TestServer, { email }: TestPerson): Recipe {
  let client = testServer.stranger();
  return async () => {
    const { identifier } = (await client.call(`${USERS}/reset-password`)).json;
    if (identifier === null) {
      client = testServer.stranger();
      await prove(testServer, client, email, 'PASSWORD_RESET');
    }
    return { client, body: { password: `${PASSWORD} ${(count += 1)}` } };
  };
}

/** Another browser of a signed-in person. */
function otherSession(testServer: TestServer, { client, email }: TestPerson): Recipe {
  const find = async (): Promise<string | undefined> => {
    const { sessions } = (await client.call(`${USERS}/currentuser/sessions`)).json;
    return sessions.find(({ current }: { current: boolean }) => !current)?.id;
  };
  return async () => {
    if (!(await find())) await testServer.signIn('MERCHANT', email);
    return { client, params: { sessionId: String(await find()) } };
  };
}

/** Registers the organization of a bank user as a bank. Returns its id. */
async function joined(testServer: TestServer, banker: TestClient): Promise<string> {
  const { attributes } = (await banker.call(`${USERS}/currentuser`)).json;
  const organizationId: string = attributes.organizationId[0];
  await testServer.ctx.db.asPlatform('a test bank', (tx) =>
    joinBank(tx, { bic: 'SBICUGKX', organizationId, logoFileId: null }),
  );
  return organizationId;
}

/** A person who is in the other state, so that the call succeeds. */
async function switching(fuzz: FuzzServer): Promise<(endpoint: string) => Recipe> {
  const { testServer } = fuzz;
  const client = await fuzz.clientOf('OPERATOR');
  const { userId } = await testServer.merchant();
  const body = { reason: 'A test' };
  const path = (to: string) => `/api/v1/operator/users/${userId}/${to}`;
  return (before) => async () => {
    // Refused if they are in that state already.
    await client.call(path(before), { method: 'PATCH', body });
    return { client, params: { userId }, body };
  };
}

export async function peopleRecipes(fuzz: FuzzServer, desk: Desk): Promise<Recipes> {
  const { testServer } = fuzz;
  const { person } = desk;
  const organizationId = await joined(testServer, await fuzz.clientOf('BANK'));
  const client = testServer.stranger();
  const switched = await switching(fuzz);
  return {
    emailExists: async () => ({ client, query: { email: person.email } }),
    phoneExists: async () => ({ client, query: { phoneNumber: `0${person.phone.slice(4)}` } }),
    sendCode: async () => ({ client, body: { identifier: freshEmail(), tokenType: 'OTP' } }),
    verifyCode: async () => ({ client, body: await codeTo(testServer, freshEmail(), 'OTP') }),
    createRepresentative: signingUp(testServer),
    disableUser: switched('enable'),
    enableUser: switched('disable'),
    resetPassword: resetting(testServer, await testServer.merchant()),
    endSession: otherSession(testServer, person),
    listSavedViews: async () => ({ client: person.client, query: { list: 'listCustomers' } }),
    searchAll: async () => ({ client: person.client, query: { text: 'grace' } }),
    deleteSavedView: async () => ({
      client: person.client,
      query: { list: 'listCustomers', name: 'Disabled' },
    }),
    getBankProfile: async () => ({
      client: await fuzz.clientOf('BANK'),
      params: { organizationId },
    }),
  };
}
