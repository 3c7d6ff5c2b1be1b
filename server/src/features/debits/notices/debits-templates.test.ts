import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEBIT_MESSAGES, type Moved, type Notice } from './debits-templates.ts';

const NAMES = [
  'Jinja Academy',
  'Société Générale d’Afrique',
  'Kampala International School and Teachers’ College of Uganda Limited '.repeat(3),
  'Ŵanyama & Ñoño [Łódź] – ትምህርት ቤት',
  '€'.repeat(120),
];
const GSM = /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u;

const notices: Notice[] = NAMES.flatMap((merchantName) =>
  [1, 250_000, 1_000_000_000].flatMap((amount) =>
    [0, 1, 3].flatMap((retries) =>
      [null, 'Fees', 'Évening classes of the third term, paid in advance'].map((paymentFor) => ({
        merchantName,
        paymentFor,
        amount,
        collectOn: '2026-09-28',
        failedOn: null,
        retries,
        bankName: 'Stanbic Bank Uganda',
        accountLastFour: '5566',
        reference: 'TGD7QXM4RBDW3',
        mandateReference: 'TGK7QXM4RBDW3',
        home: 'https://consumer.debits.example.ug/me',
      })),
    ),
  ),
);

const moves: readonly Moved[] = [
  { from: '2026-09-27', why: 'BANKS_CLOSED' },
  { from: '2026-09-27', why: 'TOLD_LATE' },
  { from: '2026-09-27', why: 'NOT_SENT' },
  { from: '2026-09-27', why: 'NOT_PAID' },
];

test('each notice of a debit is one SMS part that says how to stop, whatever the name and the amount', () => {
  for (const notice of notices) {
    const messages = [
      DEBIT_MESSAGES['debit-announced'](notice),
      DEBIT_MESSAGES['debit-announced']({ ...notice, failedOn: '2026-09-14' }),
      DEBIT_MESSAGES['debit-withdrawn'](notice),
      ...moves.map((moved) => DEBIT_MESSAGES['debit-moved']({ ...notice, ...moved })),
    ];
    for (const { text } of messages) {
      assert.ok(text.length <= 160, `${text.length}: ${text}`);
      assert.match(text, GSM);
      assert.match(text, /Reply STOP TGK7QXM4RBDW3 to stop\./);
      assert.match(text, /USh [\d,]+/);
      assert.match(text, /28 September 2026/);
    }
  }
});

test('a short notice names what it is for and the page of the payer; a long name is cut', () => {
  const of = (begin: string) => notices.find(({ merchantName: name }) => name.startsWith(begin));
  const textOf = (notice: Notice | undefined) =>
    notice ? DEBIT_MESSAGES['debit-announced'](notice).text : '';
  assert.equal(
    textOf(of('Jinja')),
    'Jinja Academy will collect USh 1 from account ending in 5566 on 28 September 2026. Reply STOP TGK7QXM4RBDW3 to stop. More: https://consumer.debits.example.ug/me',
  );
  const jinja = of('Jinja');
  assert.equal(
    textOf(jinja && { ...jinja, failedOn: '2026-09-14', retries: 1, amount: 250_000 }),
    'Jinja Academy could not collect USh 250,000 on 14/09/2026 and will try again on 28 September 2026. If unpaid, 1 retry. Reply STOP TGK7QXM4RBDW3 to stop.',
  );
  assert.match(textOf(of('Soc')), /^Société Générale d'Afrique will collect/);
  assert.match(textOf(of('Kampala')), /^Kampala International.*\.\.\. will collect/);
});
