import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import {
  PAIN_009,
  PAIN_011,
  PAIN_012,
  writeAcceptance,
  writeCancellation,
  writeInitiation,
} from './iso-mandates.ts';
import { readIsoMessage } from './iso-messages.ts';

const HEAD = {
  messageId: '0193b000-0000-7000-8000-0000000000a1',
  createdAt: new Date('2026-11-22T08:00:00Z'),
  from: 'TEGEUGKA',
  to: 'SBICUGKX',
};

const REQUEST = {
  requestId: '0193b000-0000-7000-8000-0000000000a2',
  reference: 'TGK23456789AB',
  oneOff: false,
  currency: 'UGX',
  maxPerDebit: 300_000,
  creditorName: 'Tegeka',
  creditorId: 'UG00TGK0001',
  merchantName: 'Jinja Academy & Sons <Ltd>',
  debtorName: 'Grace Nakato',
  debtorAccount: '9030001234567',
  debtorBic: 'SBICUGKX',
  debtorMobile: '+256772123456',
};

const ACCEPTANCE = {
  originalMessageId: HEAD.messageId,
  reference: 'TGK23456789AB',
  accepted: false,
  reasonCode: 'AC01',
};

async function parts(text: string, size = 7) {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found = [];
  for await (const part of readIsoMessage(chunks())) found.push(part);
  return found;
}

const MESSAGES = [
  [PAIN_009, writeInitiation(HEAD, [REQUEST, { ...REQUEST, oneOff: true, debtorMobile: null }])],
  [PAIN_011, writeCancellation(HEAD, [{ reference: REQUEST.reference, reasonCode: 'MD16' }])],
  [
    PAIN_012,
    writeAcceptance(HEAD, [ACCEPTANCE, { ...ACCEPTANCE, accepted: true, reasonCode: null }]),
  ],
] as const;

for (const [name, text] of MESSAGES) {
  test(`${name} is valid against the public schema`, { skip: WITHOUT_SCHEMAS }, async () => {
    assert.equal(await schemaErrors(text), '');
  });
}

test('what is written is read again, in pieces of any size', async () => {
  const [header, request] = await parts(MESSAGES[0][1]);
  assert.deepEqual(header, {
    kind: 'HEADER',
    message: PAIN_009,
    ...HEAD,
    envelopeFrom: null,
    page: null,
    count: null,
    sums: [],
  });
  assert.deepEqual(request, {
    kind: 'REQUEST',
    reference: REQUEST.reference,
    requestId: REQUEST.requestId,
    debtorName: 'Grace Nakato',
  });
  const [, acceptance] = await parts(MESSAGES[2][1], 1000);
  assert.deepEqual(acceptance, { kind: 'ACCEPTANCE', ...ACCEPTANCE });
  const [, cancellation] = await parts(MESSAGES[1][1], 1);
  assert.deepEqual(cancellation, {
    kind: 'CANCELLATION',
    reference: REQUEST.reference,
    reasonCode: 'MD16',
  });
});

test('what is no item is left out', async () => {
  const text = MESSAGES[2][1].replace('<UndrlygAccptncDtls>', '<constructor/>$&');
  assert.deepEqual(await parts(text), await parts(MESSAGES[2][1]));
});

const broken: [string, string][] = [
  ['cut off in the middle', MESSAGES[2][1].slice(0, -30)],
  ['without a header', MESSAGES[2][1].replace(/<GrpHdr>.*<\/GrpHdr>/, '')],
  ['of another kind', MESSAGES[2][1].replaceAll(PAIN_012, 'pacs.008.001.08')],
  [
    'with a document type',
    MESSAGES[2][1].replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
  ],
  ['with an unknown entity', MESSAGES[2][1].replace('AC01', '&b;')],
  ['that neither accepts nor refuses', MESSAGES[2][1].replace('false', 'perhaps')],
  ['without a mandate', MESSAGES[2][1].replaceAll(/<OrgnlMndtId>.*?<\/OrgnlMndtId>/g, '')],
  ['nested without an end', MESSAGES[2][1].replace('<Accptd>', '<a>'.repeat(100))],
  ['that is empty', ''],
  ['that is a text', 'Dear sirs'],
];
for (const [what, text] of broken) {
  test(`a message ${what} is refused with the place`, async () => {
    await assert.rejects(parts(text), { name: 'XmlRejected' });
  });
}

test('no text makes a message that is not well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (name) => {
      const debtorName = `x${name}`;
      const read = await parts(writeInitiation(HEAD, [{ ...REQUEST, debtorName }]), 100);
      assert.equal(read.length, 2);
    }),
    { numRuns: 200 },
  );
});
