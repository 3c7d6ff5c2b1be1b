import type { MandateState } from '@tegeka/contract/mandates/mandates.ts';
import type { Desk } from '#features/imports/imports-test-calls.ts';
import { smsSignature } from '#features/mandates/mandates-routes.ts';
import { logoOf } from '#demo/demo-files.ts';
import { activeMandate, openBank, openPayer, payerAccount, until } from '#testing/test-mandate.ts';
import { TEST_PRODUCT } from '#testing/test-merchant.ts';
import { FUZZ_SMS_KEY, type FuzzServer } from './fuzz-server.ts';
import type { Recipe, Recipes } from './fuzz-near.ts';

let count = 0;
const freshCode = () => `P-${(count += 1)}`;

export async function mandateRecipes(fuzz: FuzzServer, desk: Desk): Promise<Recipes> {
  const { testServer } = fuzz;
  const { client, merchantId } = desk;
  const base = `/api/v1/merchants/${merchantId}`;
  const payer = await openPayer(testServer, { client, merchantId });
  const sendAll = `${payer.mandates}/send-all`;
  const product = { ...TEST_PRODUCT, code: freshCode() };
  const made = await client.call(`${base}/products`, { method: 'POST', body: product });
  const productId: string = made.json.id;
  const stateOf = async (id: string): Promise<MandateState> =>
    (await client.call(`${payer.mandates}/${id}`)).json.state;
  const post = (id: string, verb: string, body: object) =>
    client.call(`${payer.mandates}/${id}/${verb}`, { method: 'POST', body });
  let ownId: string | null = null;
  /** A mandate that is active or paused; a new one where the last one has ended. */
  const inState = (state: 'ACTIVE' | 'PAUSED', body: object): Recipe => {
    return async () => {
      const now = ownId && (await stateOf(ownId));
      // One that was suspended or has ended is replaced.
      if (ownId === null || (now !== 'ACTIVE' && now !== 'PAUSED'))
        ownId = await activeMandate(testServer, await openBank(testServer), payer);
      const is = await stateOf(ownId);
      if (is !== state) await post(ownId, is === 'ACTIVE' ? 'pause' : 'resume', { reason: 'Fuzz' });
      return { client, params: { merchantId, mandateId: ownId }, body };
    };
  };
  const unanswered = (body: object): Recipe => {
    return async () => {
      const mandateId: string = (await payer.create()).json.id;
      return { client, params: { merchantId, mandateId }, body };
    };
  };
  const unsigned = async () => {
    const account = await payerAccount(testServer);
    await openBank(testServer);
    const { json } = await payer.create({ ...account, consentWay: 'FORM' });
    return { merchantId, mandateId: String(json.id) };
  };
  return {
    createProduct: async () => ({
      client,
      params: { merchantId },
      body: { ...TEST_PRODUCT, code: freshCode() },
    }),
    updateProduct: async () => {
      const { version } = (await client.call(`${base}/products/${productId}`)).json;
      const body = { ...TEST_PRODUCT, code: freshCode(), version };
      return { client, params: { merchantId, productId }, body };
    },
    createMandate: async () => ({
      client,
      params: { merchantId },
      body: await payer.terms(),
    }),
    listClosedDays: async () => ({ client, query: { year: '2027' } }),
    replaceMandate: async () => {
      const {
        productId: none,
        amountKind,
        amount,
        schedule,
        start,
        consentWay,
      } = await payer.terms();
      return inState('ACTIVE', {
        productId: none,
        amountKind,
        amount,
        schedule,
        start,
        consentWay,
      })();
    },
    sendMandate: unanswered({}),
    makeMandateQr: unanswered({}),
    getMandateForm: async () => ({ client, params: await unsigned() }),
    uploadMandateForm: async () => {
      const scan = new File([logoOf([1, 2, 3])], 'scan.png');
      return { client, params: await unsigned(), body: {}, files: { scan } };
    },
    startBulkConsentRequest: async () => {
      const { content } = (await client.call(sendAll)).json;
      if (content[0]?.state === 'RUNNING')
        await client.call(`${sendAll}/${content[0].id}/cancel`, { method: 'POST' });
      await payer.create();
      const { mandates } = (await client.call(`${sendAll}/expected`)).json;
      return { client, params: { merchantId }, body: { filter: {}, mandates } };
    },
    cancelBulkConsentRequest: async () => {
      const { content } = (await client.call(sendAll)).json;
      const running = content[0]?.state === 'RUNNING' ? content[0] : null;
      await payer.create();
      const { mandates } = (await client.call(`${sendAll}/expected`)).json;
      const body = { filter: {}, mandates };
      const { id } = running ?? (await client.call(sendAll, { method: 'POST', body })).json;
      return { client, params: { merchantId, bulkRequestId: String(id) } };
    },
    cancelMandate: unanswered({ reason: 'They have moved' }),
    pauseMandate: inState('ACTIVE', { reason: 'The school is closed' }),
    resumeMandate: inState('PAUSED', { reason: 'It is open again' }),
    suspendMandate: async () => {
      const { params, body } = await inState('ACTIVE', { reason: 'A complaint' })();
      return {
        client: await fuzz.clientOf('OPERATOR'),
        params: { mandateId: params?.['mandateId'] ?? '' },
        body,
      };
    },
    reinstateMandate: async () => {
      const operator = await fuzz.clientOf('OPERATOR');
      const body = { reason: 'A complaint' };
      // The clock of another call may have ended the mandate in between.
      return until(async () => {
        const { params } = await inState('ACTIVE', {})();
        const mandateId = params?.['mandateId'] ?? '';
        const address = `/api/v1/mandates/${mandateId}/suspend`;
        const { status } = await operator.call(address, { method: 'POST', body });
        return status === 200 && { client: operator, params: { mandateId }, body };
      });
    },
    moveBusinessClock: async () => {
      const operator = await fuzz.clientOf('OPERATOR');
      await until(
        async () => (await operator.call('/api/v1/business-clock')).json.movingTo === null,
      );
      return { client: operator, body: { to: 'NEXT_SESSION' } };
    },
    receiveSms: async () => {
      const parts = ['1', payer.phoneNumber, 'Hello', testServer.clock.now().toISOString()];
      const [id, from, text, at] = parts;
      const signature = smsSignature(FUZZ_SMS_KEY, parts);
      return { client: testServer.stranger(), body: { id, from, text, at, signature } };
    },
  };
}
