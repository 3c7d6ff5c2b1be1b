import {
  exportAllDebits,
  getDebitView,
  listAllDebits,
  listDebitViewEvents,
} from '@tegeka/contract/debits/debit-views.ts';
import { DISPUTE_DAYS, getDisputeView, openDispute } from '@tegeka/contract/debits/disputes.ts';
import type { OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { config } from '#platform/config/config.ts';
import { useMay } from '#platform/session/session.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { columnsOf, FILTERS, TRANSACTIONS } from './debit-columns.ts';
import { DisputeNote, useDisputeView } from './debit-dispute.tsx';
import { DebitDrawer } from './debit-drawer.tsx';

const options = {
  ...TRANSACTIONS,
  searches: 'the beginning of references',
  export: exportAllDebits,
} as const;

const MANDATE_FILTER = {
  kind: 'lookup',
  key: 'mandateId',
  label: 'Mandate',
  lookup: 'mandateViews',
} as const;

const ofBank = defineList(listAllDebits, {
  ...options,
  columns: [
    ...columnsOf(['customer', 'merchant', 'amount', 'day', 'state', 'reason']),
    ...columnsOf(['mandate', 'made'], true),
  ],
  filters: [...FILTERS, MANDATE_FILTER],
});

const ofAllBanks = defineList(listAllDebits, {
  ...options,
  columns: [
    ...columnsOf(['customer', 'merchant', 'bank', 'amount', 'charge', 'day', 'state', 'reason']),
    ...columnsOf(['duty', 'net', 'mandate', 'made'], true),
  ],
  filters: [
    ...FILTERS,
    { kind: 'lookup', key: 'merchantId', label: 'Merchant', lookup: 'merchants' },
    MANDATE_FILTER,
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
  ],
});

const isBank = () => config().domain === 'BANK';

/** The transactions of the operator view and the bank view: all of them, or those of their bank's payers. */
export const debitViews = () => (isBank() ? ofBank : ofAllBanks);

export function DebitViewList() {
  return (
    <ListScreen
      list={debitViews()}
      params={undefined}
      empty={
        isBank()
          ? 'Every debit of an account at your bank is listed here, with what became of it.'
          : 'Every debit of every merchant is listed here, with what became of it.'
      }
    />
  );
}

export const debitViewQuery = (transactionId: string) =>
  endpointQuery(getDebitView, { params: { transactionId } });

type ViewedDebit = OutputOf<typeof getDebitView>;

/** Why a debit can not be disputed for its payer; null where it can. `today` is empty until it is known. */
function whyNoDispute(
  { state, dispute, collectionDay }: ViewedDebit,
  today: string,
): string | null {
  if (dispute === 'OPEN') return 'This debit is disputed already: see the Inbox.';
  if (dispute === 'ACCEPTED') return 'Your bank has accepted the dispute of this debit.';
  if (state !== 'CLEARED' && state !== 'SETTLED')
    return 'Only a debit that has taken money can be disputed.';
  if (dispute === 'LAPSED' || today <= addDays(collectionDay, DISPUTE_DAYS)) return null;
  return 'A debit can be disputed for 8 weeks.';
}

const refresh = () =>
  void refetch(getDebitView, listAllDebits, listDebitViewEvents, getDisputeView);

/** The detail of a debit for operators and the bank of the payer. */
export function DebitViewDetail({ debit }: { debit: ViewedDebit }) {
  const { id, merchantName, merchantBankName, customerName } = debit;
  const mayWrite = useMay('transactions.write');
  const today = useDebitDays()?.today ?? '';
  const { actions, dialog } = useActionDialogs(
    id,
    [
      {
        name: 'dispute',
        label: 'Dispute for the customer',
        blocked: whyNoDispute(debit, today),
        heading: `Dispute this debit for ${customerName}?`,
        text: `${merchantName} is told and can answer. Another officer of your bank decides in the Inbox.`,
        reason: {
          label: 'What does the customer say?',
          hint: `The officers and ${merchantName} read it.`,
          missing: 'Say why the debit is wrong',
        },
        send: (reason = '') =>
          call(openDispute, { params: { transactionId: id }, body: { reason } }),
        done: 'The debit is disputed.',
      },
    ],
    refresh,
  );
  return (
    <DebitDrawer
      debit={debit}
      forBank={isBank()}
      rows={[
        ['Merchant', merchantName],
        ["Merchant's bank", merchantBankName ?? 'none'],
      ]}
      history={historyQuery(listDebitViewEvents, { transactionId: id })}
      actions={mayWrite ? actions : []}
      dispute={<DisputeNote debit={debit} query={useDisputeView(debit)} />}
    >
      {dialog}
    </DebitDrawer>
  );
}
