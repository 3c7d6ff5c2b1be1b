import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { type Balance, getBalance } from '@tegeka/contract/payouts/payout-commands.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { FlashMessage } from '#ui/feedback/flash-message.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { payoutList } from './payout-lists.tsx';
import layout from '#ui/shell/layout.module.css';

/** Place of flash messages above the list; those about one payout use its id. */
export const BILLING_PLACE = 'billing';

export const balanceQuery = (merchantId: string) =>
  endpointQuery(getBalance, { params: { merchantId } });

function tilesOf(balance: Balance | undefined, mayPayOut: boolean) {
  const figure = (amount: number | undefined) => (amount === undefined ? null : showMoney(amount));
  const months = linkOptions({ to: '/dashboard/billing/months' });
  return [
    {
      label: 'Balance',
      figure: figure(balance?.balance),
      definition: 'Settled debits, less charge, duty, returns and payouts.',
      link: months,
    },
    {
      label: 'Can be paid out',
      figure: figure(balance?.available),
      definition: 'The balance without what is held.',
      link: mayPayOut ? linkOptions({ to: '/dashboard/billing/new' }) : months,
    },
    {
      label: 'Held for returns',
      figure: figure(balance?.held),
      definition: 'Part of the balance: it can still be returned.',
      link: months,
    },
    {
      label: 'On its way',
      figure: figure(balance?.inTransit),
      definition: 'Payouts that the bank has not confirmed yet.',
      link: linkOptions({ to: '/dashboard/billing', search: { inTransit: 'YES' } }),
    },
  ];
}

/** The time of the next payout, and the account that it goes to. */
function nextPayoutOf(
  { nextPayoutAt, available, bankName, accountLastFour }: Balance,
  when: string,
) {
  const account = `${bankName} •••• ${accountLastFour}`;
  if (nextPayoutAt === null) return `You are paid out manually, to ${account}.`;
  const day = `on ${showMoment(nextPayoutAt)}${when}`;
  return available > 0
    ? `The next payout goes to ${account} ${day}.`
    : `What can be paid out by then goes to ${account} ${day}.`;
}

/** Where a business pays what it owes. The reference says whose the money is. */
function Owed({ owed, repayment }: { owed: number; repayment: Balance['repayment'] }) {
  const { reference, account, bic } = repayment;
  return (
    <NoteBox tone="warning" title={`You owe ${showMoney(owed)}`}>
      <div className={layout.tight}>
        <p>
          More was returned than you are owed. The next debits that are settled repay it, or you pay
          it to this account. Write the reference into the transfer.
        </p>
        <p>
          Reference: <Copied text={reference} what="the reference" />
        </p>
        <p>
          Account: <Copied text={account} what="the account" />
        </p>
        <p>
          Bank (BIC): <Copied text={bic} what="the BIC" />
        </p>
      </div>
    </NoteBox>
  );
}

const Copied = ({ text, what }: { text: string; what: string }) => (
  <>
    <strong>{text}</strong>
    <CopyButton text={text} what={what} />
  </>
);

/** Notes on payouts: holds, a negative balance, and the next payout. */
function NextPayout({ balance }: { balance: Balance }) {
  const { nextPayoutAt, holdDays, heldUntil } = balance;
  const days = useDebitDays();
  const when = days && nextPayoutAt !== null ? `, ${days.relative(nextPayoutAt)}` : '';
  return (
    <div className={`${layout.stack} ${layout.above}`}>
      {heldUntil !== null && (
        <NoteBox tone="warning" title="Payouts wait">
          Your account has changed. To keep your money safe, nothing is paid out before{' '}
          {showMoment(heldUntil)}.
        </NoteBox>
      )}
      {balance.balance < 0 && <Owed owed={-balance.balance} repayment={balance.repayment} />}
      <p className={layout.text}>
        {nextPayoutOf(balance, when)} Money is held for {holdDays} days after it was settled, since
        debits can be returned.
      </p>
    </div>
  );
}

/** What a business is owed, when it is paid, and its payouts. */
export function BillingHome({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite, blocked } = rights;
  const mayPayOut = mayWrite && blocked === null;
  const answer = useQuery(balanceQuery(merchantId), cache);
  const { data: balance } = answer;
  return (
    <>
      <FlashMessage place={BILLING_PLACE} />
      <FigureTiles label="Balances" query={answer} tiles={tilesOf(balance, mayPayOut)} />
      {balance && <NextPayout balance={balance} />}
      <ListScreen
        list={payoutList}
        params={{ merchantId }}
        actions={
          mayPayOut && (
            <>
              <ButtonLink to="/dashboard/billing/settings" variant="default" search>
                Change when you are paid
              </ButtonLink>
              <ButtonLink to="/dashboard/billing/new" search>
                Pay out now
              </ButtonLink>
            </>
          )
        }
        empty="Money from settled debits is paid to your account by itself or whenever you ask for it. Each payout is listed here until it has reached your account."
      />
    </>
  );
}
