import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { Evidence } from '@tegeka/contract/mandates/mandate-documents.ts';
import {
  EVIDENCE_WAY_LABELS,
  paymentForLines,
  sayDay,
} from '@tegeka/contract/mandates/mandate-texts.ts';
import type { MandateState } from '@tegeka/contract/mandates/mandates.ts';
import type { NextDebit } from '#features/debits/debits-figures.ts';
import type { PayerMandate, PayerMandates } from '#features/mandates/mandates-payer.ts';
import { type Html, html } from '#platform/http/html.ts';
import { notePage } from '#platform/http/page-parts.ts';
import type { PageAnswer } from '#platform/http/public-pages.ts';
import { debitList, type PayerDebits, stillGoes } from './payers-debits.ts';

const STATE_LABELS: Record<MandateState, string> = {
  GENERATED: 'Not sent',
  PENDING_VERIFICATION: 'Waiting for your answer',
  PENDING_APPROVAL: 'Waiting for your bank',
  REGISTERED: 'Confirmed, begins later',
  ACTIVE: 'Active',
  PAUSED: 'Paused: nothing is taken for now',
  SUSPENDED: 'Suspended: nothing is taken for now',
  COMPLETED: 'Completed: nothing more is taken by it',
  EXPIRED: 'Ended: nothing more is taken',
  CANCELLED: 'Stopped: nothing more is taken',
  REJECTED: 'Declined: nothing is taken',
  FAILED: 'Ended: the bank could not carry it out',
};

const KINDS: Record<Evidence['kind'], string> = {
  CONSENTED: 'You agreed',
  DECLINED: 'You declined',
  STOPPED: 'You stopped it',
};

/** The next debits of mandates, by their ids. */
export type NextDebits = ReadonlyMap<string, readonly NextDebit[]>;

/** The days of the next debits, with amounts that differ from that of the mandate. */
const nextDays = ({ mandate: { id, amount: usual } }: PayerMandate, next: NextDebits): string[] =>
  (next.get(id) ?? []).map(
    ({ day, amount }) => `${sayDay(day)}${amount === usual ? '' : ` (${showMoney(amount)})`}`,
  );

const pathOf = ({ mandate }: PayerMandate) => `/me/mandates/${mandate.reference}`;

function item(one: PayerMandate, debits: NextDebits): Html {
  const { mandate, merchantName, sentence, stands } = one;
  const [next] = nextDays(one, debits);
  return html`<li>
    <b>${merchantName}</b>
    <span class="quiet"
      >${STATE_LABELS[mandate.state]}.${next === undefined ? null : html` Next on ${next}.`}</span
    >
    ${[...(stands ? [sentence] : []), ...paymentForLines(mandate)].map((line) => html`<br />${line}`)}<br /><a
      href="${pathOf(one)}"
      >${stands ? 'Details, and how to stop it' : 'Details'}
      <span class="quiet">${mandate.reference}</span></a
    >
  </li>`;
}

const signOut = html`<form method="post" action="/me/out">
  <button class="second">Leave this page</button>
</form>`;

const LIST = new Intl.ListFormat('en-GB');

/** The accounts of a session: one number, which several banks can have. */
function accountText(mandates: readonly PayerMandate[]): string {
  const banks = [...new Set(mandates.flatMap(({ mandate }) => mandate.bank?.name ?? []))];
  const lastFour = mandates[0]?.mandate.accountLastFour ?? '';
  return banks.length === 1
    ? `From your account at ${banks[0]} that ends in ${lastFour}`
    : `From your accounts at ${LIST.format(banks)} that end in ${lastFour}`;
}

/** The mandates of a payer: those that stand, then those that have ended. */
export function listView({ current, ended }: PayerMandates, next: NextDebits): Html {
  return html`<header>
      Your direct debits<small>${accountText([...current, ...ended])}</small>
    </header>
    <main>
      <h1>Who may take money</h1>
      ${
        current.length === 0
          ? html`<p>Nobody may take money from this account by direct debit through us.</p>`
          : html`<ul class="plain">
              ${current.map((one) => item(one, next))}
            </ul>`
      }
      ${
        ended.length === 0
          ? null
          : html`<h2>Ended</h2>
              <ul class="plain">
                ${ended.map((one) => item(one, next))}
              </ul>`
      }
      ${signOut}
    </main>`;
}

const evidenceLine = (row: Evidence, own: string): Html =>
  html`<dt>${sayDay(isoDay(new Date(row.at)))}</dt>
    <dd>
      ${KINDS[row.kind]}
      ${EVIDENCE_WAY_LABELS[row.way]}${row.reference === own ? null : html`, for ${row.reference}`}.
      ${row.reason === null ? null : html`You said: ${row.reason}`}
    </dd>`;

export function mandateView(
  one: PayerMandate & { evidence: readonly Evidence[] },
  { debits, next }: { debits: PayerDebits; next: NextDebits },
): Html {
  const { mandate, merchantName, sentence, details, stands, evidence } = one;
  const days = nextDays(one, next);
  return html`<header>${merchantName}<small>${STATE_LABELS[mandate.state]}</small></header>
    <main>
      <h1>${sentence}</h1>
      <ul>
        ${details.map((detail) => html`<li>${detail}</li>`)}
        <li>It costs you nothing</li>
      </ul>
      ${
        days.length === 0
          ? null
          : html`<h2>Next days</h2>
              <p>${days.join(', ')}</p>`
      }
      ${stands ? html`<a class="stop" href="${`${pathOf(one)}/stop`}">Stop these direct debits</a>` : null}
      ${debitList(debits)}
      <h2>What was agreed</h2>
      <dl>
        ${evidence.map((row) => evidenceLine(row, mandate.reference))}
        <dt>Reference</dt>
        <dd>${mandate.reference}</dd>
        <dt>Account</dt>
        <dd>${mandate.bank?.name ?? ''}, ends in ${mandate.accountLastFour ?? ''}</dd>
      </dl>
      <p><a href="/me">Back to all</a></p>
    </main>`;
}

export function stopView(one: PayerMandate, atBank: readonly Debit[]): Html {
  const { mandate, merchantName, sentence } = one;
  return html`<header>${merchantName}<small>Reference ${mandate.reference}</small></header>
    <main>
      <h1>Stop these direct debits for good?</h1>
      <p>${sentence}</p>
      ${stillGoes(atBank)}
      <p>
        Once you stop it, your bank is asked for nothing more, and ${merchantName} is told. What you
        owe them stays owed: agree with them how you pay it.
      </p>
      <form method="post">
        <label for="reason"
          >Why do you stop it?<span class="hint"
            >You need not say. The business and your bank read it.</span
          ></label
        >
        <textarea id="reason" name="reason" rows="3" maxlength="300"></textarea>
        <button class="stop">Stop for good</button>
      </form>
      <p><a href="${pathOf(one)}">No, go back</a></p>
    </main>`;
}

export function stoppedPage(
  status: 200 | 409,
  heading: string,
  text: string,
  atBank: readonly Debit[],
): PageAnswer {
  const more = html`${stillGoes(atBank)}
    <p><a href="/me">Back to all</a></p>`;
  return notePage(status, status === 200 ? 'Stopped' : 'Ended', { heading, done: true, more }, [
    text,
  ]);
}
