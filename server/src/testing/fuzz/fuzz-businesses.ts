import {
  APPROVE,
  correct,
  waitingBusiness,
  withdraw,
} from '#features/approvals/approvals-test-calls.ts';
import {
  type Business,
  latestChange,
  profileOf,
  requestOf,
  send,
  takeBack,
} from '#features/merchant-changes/merchant-changes-test-calls.ts';
import type { Desk } from '#features/imports/imports-test-calls.ts';
import type { FuzzMerchant } from './fuzz-merchant.ts';
import type { Recipe, Recipes } from './fuzz-near.ts';
import { logoOf } from '#demo/demo-files.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { activeMerchant, submissionOf, submitRegistration } from '#testing/test-merchant.ts';

let count = 0;
const freshTaxNumber = () => String(1_100_000_000 + (count += 1));

const logo = () => new File([new Uint8Array(logoOf([1, 2, 3]))], 'logo.png');
const certificate = () => new File([new Uint8Array(logoOf([4, 5, 6]))], 'certificate.png');

async function registrationRecipes(
  { testServer }: FuzzServer,
  fuzzMerchant: FuzzMerchant,
): Promise<Recipes> {
  const waiting = await waitingBusiness(testServer);
  const { merchant, merchantId } = waiting;
  const { client } = fuzzMerchant.keep('MERCHANT', waiting.person);
  const params = { merchantId };
  return {
    submitMerchant: async () => {
      // Refused if it is in correction already.
      await withdraw(waiting);
      const files = { logo: logo(), certificateOfIncorporation: certificate() };
      return { client, body: merchant, files };
    },
    getRegistration: async () => ({ client, params }),
    withdrawRegistration: async () => {
      // Refused if it waits for review already.
      await submitRegistration(client, merchant);
      return { client, params };
    },
  };
}

/** The open change request; submitted now if there is none. */
async function openChange(business: Business) {
  const latest = await latestChange(business);
  if (latest?.state === 'PENDING_APPROVAL') return latest;
  const sent = await send(business, { taxNumber: freshTaxNumber() });
  if (sent.status !== 201) throw new Error(`No change: ${sent.text}`);
  return latestChange(business);
}

async function wholeChange(business: Business) {
  const { detailsVersion: version } = await profileOf(business);
  const { bankAccounts, businessAddress, ...rest } = await submissionOf(business.person);
  const { businessName, industry, registrationNumber } = rest;
  return {
    version,
    businessName,
    industry,
    registrationNumber,
    taxNumber: freshTaxNumber(),
    businessAddress,
    bankAccount: bankAccounts[0],
  };
}

function changeRecipes(business: Business): Recipes {
  const { client, merchantId } = business;
  const params = { merchantId };
  return {
    updateContact: async () => {
      const { contact, contactVersion: version } = await profileOf(business);
      return { client, params, body: { ...contact, version }, files: { logo: logo() } };
    },
    submitChange: async () => {
      const open = await latestChange(business);
      // Refused if it is decided.
      if (open) await takeBack(business, open.id);
      const files = { certificateOfIncorporation: certificate() };
      return { client, params, body: await wholeChange(business), files };
    },
    withdrawChange: async () => {
      const { id: changeId } = await openChange(business);
      return { client, params: { merchantId, changeId } };
    },
  };
}

const DECISIONS = [
  APPROVE,
  correct('taxNumber'),
  { decision: 'REJECT', code: 'ACCOUNT_NOT_CONFIRMED', comment: 'It is another company.' },
] as const;

function decisionRecipes(fuzz: FuzzServer, business: Business): Recipes {
  return {
    decideApprovalRequest: async () => {
      await openChange(business);
      const client = await fuzz.clientOf('OPERATOR');
      const { id: requestId, snapshotHash } = await requestOf(client, business);
      const decision = DECISIONS[(count += 1) % DECISIONS.length];
      return { client, params: { requestId }, body: { ...decision, snapshotHash } };
    },
    decideApprovalRequests: async () => {
      await openChange(business);
      const client = await fuzz.clientOf('OPERATOR');
      const { id: requestId, snapshotHash } = await requestOf(client, business);
      return { client, body: { decision: APPROVE, requests: [{ requestId, snapshotHash }] } };
    },
  };
}

/** Valid calls of operators about another business than the one that the others call for. */
async function operatorRecipes(fuzz: FuzzServer): Promise<Recipes> {
  const { merchantId } = await activeMerchant(fuzz.testServer);
  const params = { merchantId };
  const body = { reason: 'A test' };
  /** Makes the opposite call first, since a repeated one is refused. */
  const after =
    (change: string): Recipe =>
    async () => {
      const client = await fuzz.clientOf('OPERATOR');
      const address = `/api/v1/operator/merchants/${merchantId}/${change}`;
      await client.call(address, { method: 'PATCH', body });
      return { client, params, body };
    };
  return { suspendMerchant: after('reinstate'), reinstateMerchant: after('suspend') };
}

/** Valid calls of a registering and an active business, and of their reviewers. */
export async function businessRecipes(
  fuzz: FuzzServer,
  { person, client, merchantId }: Desk,
  fuzzMerchant: FuzzMerchant,
): Promise<Recipes> {
  const business = { person, client, merchantId, address: `/api/v1/merchants/${merchantId}` };
  return {
    ...(await registrationRecipes(fuzz, fuzzMerchant)),
    ...changeRecipes(business),
    ...decisionRecipes(fuzz, business),
    ...(await operatorRecipes(fuzz)),
  };
}
