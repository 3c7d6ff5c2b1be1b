import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APPROVE, decide } from '#features/approvals/approvals-test-calls.ts';
import { consentedMandate, openPayer, payerAccount, until } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openLinedServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { type MandateItem, writeAcceptance, writeCancellation } from './iso/iso-mandates.ts';
import { readIsoMessage } from './iso/iso-messages.ts';

const BIC = 'SBICUGKX';
const BANKS = '/api/v1/operator/banks';

/** An operator asks that a bank confirm mandates by messages, and a colleague approves. */
export async function setChannel(testServer: TestServer, bankId: string, change: object = {}) {
  const [maker, checker] = [await testServer.operator(), await testServer.operator()];
  const { json: bank } = await maker.client.call(`${BANKS}/${bankId}`);
  const form = new FormData();
  form.set('bank', JSON.stringify({ ...bank, confirmsBy: 'MESSAGES', ...change }));
  const asked = await maker.client.call(`${BANKS}/${bankId}`, { method: 'PUT', body: form });
  if (asked.status !== 202) throw new Error(`Not asked: ${asked.text}`);
  const address = `/api/v1/approval-requests/${asked.json.requestId}`;
  const decided = await decide(checker.client, (await checker.client.call(address)).json, APPROVE);
  if (decided.json.state !== 'EXECUTED') throw new Error(`Not set: ${decided.text}`);
}

/** A file that the server has sent: its name, its text, and what is in it. */
export interface SentFile {
  name: string;
  text: string;
  messageId: string;
  items: MandateItem[];
}

async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

/** Reads a message as a bank does. */
async function readSent(name: string, text: string): Promise<SentFile> {
  const sent: SentFile = { name, text, messageId: '', items: [] };
  for await (const part of readIsoMessage(chunksOf(text)))
    if (part.kind === 'HEADER') sent.messageId = part.messageId;
    else if (part.kind === 'REQUEST' || part.kind === 'CANCELLATION') sent.items.push(part);
  return sent;
}

/** The bank at the other end of a directory, and what operators see of it. */
async function openTestBank(testServer: TestServer, folder: string, operator: TestPerson) {
  const { bankId } = await payerAccount(testServer);
  await setChannel(testServer, bankId);
  const place = (...parts: string[]) => path.join(folder, BIC, ...parts);
  await mkdir(place('in'), { recursive: true });
  const list = async (name: string): Promise<string[]> =>
    (await readdir(place(name)).catch(() => [])).toSorted((one, two) =>
      one.localeCompare(two, 'en'),
    );
  let count = 0;
  const head = (messageId: string = randomUUID(), from = BIC) => ({
    messageId,
    createdAt: testServer.clock.now(),
    from,
    to: 'TEGEUGKA',
  });

  /** Puts a file into the directory as a gateway does: hidden, then renamed. */
  async function put(text: string | Buffer, name = `${(count += 1)}-${randomUUID()}.xml`) {
    await writeFile(place('in', `.${name}`), text);
    await rename(place('in', `.${name}`), place('in', name));
    return name;
  }

  /** Everything that was sent about a mandate, in its order. */
  async function sentAbout(reference: string): Promise<SentFile[]> {
    const names = (await list('out')).filter((name) => name.endsWith('.xml'));
    const texts = await Promise.all(names.map((name) => readFile(place('out', name), 'utf8')));
    const files = await Promise.all(texts.map((text, n) => readSent(names[n] ?? '', text)));
    return files.filter(({ items }) => items.some((item) => item.reference === reference));
  }

  /** A merchant's mandate whose payer has consented, with the file that asks the bank. */
  async function asked() {
    const { person, merchantId } = await activeMerchant(testServer);
    const payer = await openPayer(testServer, { client: person.client, merchantId });
    const { id, reference } = await consentedMandate(testServer, payer);
    const file = await until(async () => (await sentAbout(reference))[0]);
    const one = async () => {
      const client = await testServer.signIn('MERCHANT', person.email);
      return (await client.call(`${payer.mandates}/${id}`)).json;
    };
    const cancel = () =>
      person.client.call(`${payer.mandates}/${id}/cancel`, {
        method: 'POST',
        body: { reason: 'They have moved' },
      });
    /** Replaces it by one with a lower amount, which the consent still covers. */
    const replace = async (
      change: object = {},
    ): Promise<{ id: string; reference: string; state: string }> => {
      const { amountKind, schedule, end } = await one();
      const { start } = await payer.terms();
      const terms = { productId: null, amountKind, amount: 200_000, schedule, start, end };
      const body = { ...terms, consentWay: 'PAGE', ...change };
      const address = `${payer.mandates}/${id}/replace`;
      return (await person.client.call(address, { method: 'POST', body })).json;
    };
    return { id, reference, file, one, cancel, replace, payer, person };
  }

  const answer = (
    { reference, file }: { reference: string; file: Pick<SentFile, 'messageId'> },
    accepted: boolean,
    { id, from }: { id?: string; from?: string } = {},
  ) =>
    writeAcceptance(head(id, from), [
      {
        originalMessageId: file.messageId,
        reference,
        accepted,
        reasonCode: accepted ? null : 'AC04',
      },
    ]);

  /** Waits until a file was moved. Returns the folder, and the exceptions of the file. */
  async function settled(name: string) {
    const to = await until(async () => {
      for (const where of ['done', 'bad'] as const)
        if ((await list(where)).some((other) => other.endsWith(name))) return where;
      return undefined;
    });
    const { json } = await (
      await testServer.signIn('OPERATOR', operator.email)
    ).call('/api/v1/operator/exceptions?size=100');
    const exceptions: {
      id: string;
      kind: string;
      explanation: string;
      reference: string | null;
    }[] = json.content.filter(({ file }: { file: { name: string } }) => file.name === name);
    return { to, kinds: exceptions.map(({ kind }) => kind), exceptions };
  }

  return {
    bankId,
    place,
    list,
    head,
    put,
    asked,
    answer,
    settled,
    sentAbout,
    cancellation: (reference: string, reasonCode = 'MD16') =>
      writeCancellation(head(), [{ reference, reasonCode }]),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  };
}

/** The key with which the SMS of payers are signed. */
export const SMS_KEY = 'a key of the gateway, long enough';

/** A server that sends and processes files, an operator, and a bank at the other end. */
export async function openClearing() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-clearing-'));
  const testServer = await openLinedServer({ CLEARING_DIR: folder, SMS_INBOUND_KEY: SMS_KEY });
  const operator = await testServer.operator();
  return {
    folder,
    testServer,
    operator,
    bank: await openTestBank(testServer, folder, operator),
    close: async () => {
      await testServer.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type TestClearing = Awaited<ReturnType<typeof openClearing>>;
