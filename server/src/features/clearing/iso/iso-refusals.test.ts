import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, SAMPLE_DEBIT, SAMPLE_HEAD, SAMPLE_TRANSFER } from '#testing/iso-samples.ts';
import { writeReturns } from './iso-answers.ts';
import { PACS_003, writeDebits } from './iso-debits.ts';
import { readIsoMessage } from './iso-messages.ts';
import { writeNotification } from './iso-statements.ts';
import { writeTransfers } from './iso-transfers.ts';

const settleOn = '2026-11-23';
const two = [SAMPLE_DEBIT, { ...SAMPLE_DEBIT, amount: 5000 }];
const debits = writeDebits(
  { ...SAMPLE_HEAD, count: 2, sum: 155_000, settleOn, currency: 'UGX' },
  two,
);
const order = { debtorName: 'Tegeka', debtorAccount: '1010009876543', debtorAgent: 'SBICUGKX' };
const transfers = writeTransfers(
  { ...SAMPLE_HEAD, count: 1, sum: SAMPLE_TRANSFER.amount, executeOn: settleOn, ...order },
  [SAMPLE_TRANSFER],
);
const entry = {
  entryId: 'E1',
  amount: 5000,
  currency: 'UGX',
  direction: 'CREDIT',
  booked: true,
  bookedOn: settleOn,
  batch: { messageId: SAMPLE_HEAD.messageId, count: 1 },
  items: [],
} as const;
const account = { statementId: 'S1', account: '1010009876543', agent: null };
const notification = writeNotification(SAMPLE_HEAD, { ...account, fromDay: null, toDay: null }, [
  { ...entry, items: [] },
]);
const returned = {
  returnId: null,
  compensation: null,
  originalMessageId: SAMPLE_HEAD.messageId,
  instructionId: SAMPLE_DEBIT.instructionId,
  transactionId: null,
  endToEndId: null,
  amount: 5000,
  currency: 'UGX',
  reasonCode: 'MD06',
  text: null,
  agent: null,
};
const returns = writeReturns(
  { ...SAMPLE_HEAD, count: 1, sum: 5000, settleOn, currency: 'UGX' },
  [returned],
  PACS_003,
);

const PLACE = /^Line \d+, column \d+: /;
const refused = (text: string | Uint8Array, message: RegExp = PLACE) =>
  assert.rejects(partsOf(text), { name: 'XmlRejected', message });

const amountOf = (text: string) => debits.replace('>5000<', `>${text}<`);

test('5,000 shillings are written in many ways', async () => {
  for (const text of ['5000.00', '5000.', '005000', '+5000.0', ' 5000 ']) {
    const [, , debit] = await partsOf(amountOf(text));
    assert.equal(debit?.kind === 'DEBIT' && debit.amount, 5000, text);
  }
});

/** An application header around a message. */
const appHdr = (message = PACS_003) =>
  `<h:AppHdr xmlns:h="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><h:Fr><h:FIId><h:FinInstnId><h:BICFI>TEGEUGKA</h:BICFI></h:FinInstnId></h:FIId></h:Fr><h:MsgDefIdr>${message}</h:MsgDefIdr></h:AppHdr>`;

const hostile: [string, string | Uint8Array, RegExp?][] = [
  ...['5000.50', '5000.001', '-5000', '5e3', '5,000', 'NaN', '', '٥٠٠٠', `1${'0'.repeat(16)}`].map(
    (text): [string, string] => [`with the amount '${text}'`, amountOf(text)],
  ),
  ['with the currency ug', debits.replaceAll('"UGX"', '"ug"')],
  ['without a currency', debits.replaceAll(' Ccy="UGX"', '')],
  ['with a day that is none', debits.replaceAll('2026-11-23', '2026-02-30')],
  ['with a moment that is none', debits.replace('T06:00:00Z', 'T26:00:00Z')],
  ['with a sequence that is none', debits.replace('RCUR', 'ONCE')],
  ['of an item without an id', debits.replace(/<InstrId>.*?<\/InstrId>/, '')],
  ['of an item with two ids', debits.replace('<InstrId>', '<InstrId>other</InstrId>$&')],
  ['of an item with two amounts', debits.replace(/<IntrBkSttlmAmt.*?<\/IntrBkSttlmAmt>/, '$&$&')],
  [
    'of an entry with two directions',
    notification.replace('<CdtDbtInd>', '<CdtDbtInd>DBIT</CdtDbtInd>$&'),
  ],
  ['without a header', debits.replace(/<GrpHdr>.*<\/GrpHdr>/, '')],
  ['whose header is of another namespace', debits.replace('<GrpHdr>', '<GrpHdr xmlns="a">')],
  [
    'whose items are of another namespace',
    debits.replaceAll('<DrctDbtTxInf>', '<DrctDbtTxInf xmlns="a">'),
    /has 0/,
  ],
  ['with two headers', debits.replace(/<GrpHdr>.*<\/GrpHdr>/, '$&$&')],
  ['that counts otherwise', debits.replace('<NbOfTxs>2<', '<NbOfTxs>3<'), /counts 3 items/],
  ['that sums up otherwise', debits.replace('>155000<', '>155001<'), /sums up to 155001/],
  [
    'whose amount for the settlement is another',
    debits.replace('">155000<', '">155001<'),
    /sums up to 155001/,
  ],
  ['that counts in words', debits.replace('<NbOfTxs>2<', '<NbOfTxs>two<')],
  ['of another message', debits.replaceAll(PACS_003, 'pacs.008.001.08')],
  ['of no message', debits.replaceAll(PACS_003, 'constructor')],
  ['of a newer version', debits.replaceAll(PACS_003, 'pacs.003.001.99')],
  ['of another namespace', debits.replace('urn:iso', 'urn:oso')],
  ['with a document type', debits.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document')],
  ['with an entity of its own', debits.replace('School', '&b;')],
  ['with elements without an end', debits.replace('<PmtId>', '<a>'.repeat(100))],
  ['with a text without an end', debits.replace('School', 'x'.repeat(20_000))],
  ['with a comment without an end', debits.replace('School', `<!--${'x'.repeat(1_000_000)}`)],
  ['with an attribute without an end', debits.replace('<PmtId>', `<PmtId a="${'x'.repeat(1e6)}`)],
  ['with too many elements', debits.replace('<PmtId>', `<PmtId>${'<a/>'.repeat(10_000)}`)],
  [
    'with an attribute that is too long',
    debits.replace('<PmtId>', `<PmtId a="${'&amp;'.repeat(4000)}">`),
    /an attribute is too long/,
  ],
  [
    'with too many attributes',
    debits.replace(
      '<PmtId>',
      `<PmtId ${Array.from({ length: 100 }, (_, n) => `a${n}=""`).join(' ')}>`,
    ),
    /too many attributes/,
  ],
  [
    'with an item of too many texts',
    debits.replace('<PmtId>', `<PmtId>${`<a>${'x'.repeat(9000)}</a>`.repeat(30)}`),
  ],
  [
    'in an encoding that is not read',
    debits.replace('UTF-8', 'IBM037'),
    /the encoding IBM037 is not/,
  ],
  ['in UTF-32', Buffer.from(debits.replaceAll(/[^]/g, '$&\0\0\0')), /the encoding UTF-32 is not/],
  [
    'of two messages',
    `<a>${debits.replace(/<\?.*?\?>/, '').repeat(2)}</a>`,
    /more than one message/,
  ],
  [
    'with an application header after its message',
    `<a>${debits.replace(/<\?.*?\?>/, '')}${appHdr()}</a>`,
    /stands after its message/,
  ],
  [
    'with two application headers',
    `<a>${appHdr()}${appHdr()}${debits.replace(/<\?.*?\?>/, '')}</a>`,
    /two application headers/,
  ],
  [
    'of another message than its application header announces',
    `<a>${appHdr('pacs.002.001.11')}${debits.replace(/<\?.*?\?>/, '')}</a>`,
    /announces pacs.002.001.11/,
  ],
  ['with text that is not UTF-8', `${debits.slice(0, 900)}\u0000${debits.slice(900)}`],
  ['of transfers without an account', transfers.replace(/<DbtrAcct>.*?<\/DbtrAcct>/, '')],
  ['of an account without a number', notification.replace(/<Acct>.*?<\/Acct>/, '')],
  ['of an entry in no direction', notification.replace('CRDT', 'BOTH')],
  ['of an entry without a reference', notification.replace(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/, '')],
  [
    'that returns a message without its items',
    returns
      .replace(/<TxInf>.*<\/TxInf>/, '')
      .replace(/<NbOfTxs>.*<\/CtrlSum>/, '<NbOfTxs>1</NbOfTxs><GrpRtr>true</GrpRtr>'),
    /has to name its items/,
  ],
];
for (const [what, text, message] of hostile)
  test(`a file ${what} is refused with the place`, () => refused(text, message));

const bare = debits.replace(/<\?.*?\?>/, '');
const declared = (encoding: string, more = '') =>
  `<?xml version='1.0' encoding='${encoding}'?>${bare.replace('School', `École${more}`)}`;
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const good: [string, string | Uint8Array][] = [
  ['in ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
  ['in iso-8859-15', Buffer.from(declared('iso-8859-15'), 'latin1')],
  ['in windows-1252', Buffer.from(declared('windows-1252'), 'latin1')],
  ['in UTF-8 with its mark', `\uFEFF${declared('UTF-8')}`],
  ['in UTF-8 that is declared as UTF-16', declared('utf-16')],
  ['in UTF-8 that is declared as nothing', bare.replace('School', 'École')],
  ['in UTF-16 with its mark', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le')],
  ['in UTF-16 without its mark', Buffer.from(declared('UTF-16'), 'utf16le')],
  ['in UTF-16 the other way round', utf16be(declared('UTF-16'))],
  ['in UTF-16 the other way round, with its mark', utf16be(`\uFEFF${declared('UTF-16')}`)],
  ['with a comment in a text', declared('UTF-8').replace('cole', 'co<!-- a -->le')],
  [
    'with a processing instruction',
    declared('UTF-8').replace('?>', '?><?xml-stylesheet href="a"?>'),
  ],
  ['with CDATA', declared('UTF-8').replace('École', '<![CDATA[École]]>')],
  [
    'with a prefix',
    declared('UTF-8')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:')
      .replace('xmlns=', 'xmlns:p='),
  ],
  [
    'in an envelope',
    `<Envelope><Body>${declared('UTF-8').replace(/<\?.*?\?>/, '')}</Body></Envelope>`,
  ],
  [
    'with its application header',
    `<a>${appHdr()}${declared('UTF-8').replace(/<\?.*?\?>/, '')}<b>c</b></a>`,
  ],
];
for (const [what, text] of good)
  test(`a file ${what} is read`, async () => {
    for (const size of [7, 1000]) {
      const [head, debit, more] = await partsOf(text, size);
      assert.equal(head?.kind === 'HEADER' && head.count, 2);
      assert.equal(debit?.kind === 'DEBIT' && debit.text, 'École fees, term 3');
      assert.equal(more?.kind, 'DEBIT');
    }
  });

test('a bomb of one endless text is refused long before its end', async () => {
  let pieces = 0;
  async function* endless() {
    yield Buffer.from(debits.slice(0, debits.indexOf('School')));
    for (; pieces < 1000; pieces += 1) yield Buffer.alloc(64 * 1024, 'x');
  }
  await assert.rejects(
    async () => {
      for await (const part of readIsoMessage(endless())) assert.ok(part);
    },
    { name: 'XmlRejected' },
  );
  assert.ok(pieces < 20, `${pieces} pieces`);
});
