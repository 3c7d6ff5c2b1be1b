import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import {
  cancelBulkConsentRequest,
  type ExpectedBulkRequest,
  expectBulkRequest,
  listBulkConsentRequests,
  type BulkConsentRequest,
  type NotAsked as Reason,
  type BulkRequestFilter,
  bulkRequestFilterShape,
  startBulkConsentRequest,
} from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { getOpenWork } from '@tegeka/contract/imports/open-work.ts';
import { useEffect, useState } from 'react';
import { cache, endpointQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { ActionButton } from '#ui/feedback/action-button.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { counted, filterOf, formatCount } from '#ui/list/list-query.ts';
import { listSearchOf } from '#ui/list/list-search.ts';
import layout from '#ui/shell/layout.module.css';
import { mandateList } from './mandate-list-definition.ts';

const REASON_LABELS: Record<Reason, string> = {
  NO_MOBILE: 'the customer has no mobile number',
  CUSTOMER_DISABLED: 'the customer is disabled',
  MANDATE_OVER: 'the last day of the mandate has passed',
  STATE_CHANGED: 'the mandate has changed meanwhile',
  TOO_OFTEN: 'the payer was asked five times within a day',
};

/** The mandates whose payers cannot be asked, by reason. */
function NotAsked({ notAsked }: Pick<ExpectedBulkRequest, 'notAsked'>) {
  if (notAsked.length === 0) return null;
  return (
    <>
      <p>Not possible:</p>
      <ul className={layout.bullets}>
        {notAsked.map(({ reason, count }) => (
          <li key={reason}>
            {counted(count, 'mandate')}: {REASON_LABELS[reason]}
          </li>
        ))}
      </ul>
    </>
  );
}

interface SendDialogProps {
  merchantId: string;
  filter: BulkRequestFilter;
  expected: ExpectedBulkRequest;
  /** Counts again. */
  onRecount: () => Promise<void>;
  onClose: () => void;
}

/** Shows how many payers will be asked and what is sent, and asks for confirmation. */
function SendDialog({ merchantId, filter, expected, onRecount, onClose }: SendDialogProps) {
  const { mandates, sms, emails, notAsked, perMinute } = expected;
  const minutes = Math.max(1, Math.round(sms / perMinute));
  return (
    <ActionDialog
      heading={`Send ${counted(sms, 'request')}?`}
      action={`Send to ${formatCount(sms)}`}
      draft="send to all"
      stale={{ codes: ['BULK_REQUEST_CHANGED'], show: onRecount }}
      send={() =>
        call(startBulkConsentRequest, { params: { merchantId }, body: { filter, mandates } })
      }
      onDone={() => {
        void refetch(getOpenWork, listBulkConsentRequests);
      }}
      onClose={onClose}
    >
      <p>
        {counted(mandates, 'mandate')} selected. {formatCount(sms)} SMS and{' '}
        {counted(emails, 'email')} are sent, at most {formatCount(perMinute)} SMS a minute: that
        takes about {counted(minutes, 'minute')}. A payer of several mandates is asked for each.
      </p>
      <NotAsked notAsked={notAsked} />
      <p>
        Mandates on a signed form are left out. You can leave this page meanwhile, and stop at any
        time.
      </p>
    </ActionDialog>
  );
}

/**
 * Asks the payers of all mandates of the filtered list. Hidden for states in which payers cannot be
 * asked.
 */
export function SendToAll({ merchantId }: Pick<MerchantRights, 'merchantId'>) {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const search = listSearchOf(address);
  const filter = bulkRequestFilterShape.safeParse(filterOf(mandateList, search)).data;
  const [busy, run] = useBusy();
  const [expected, setExpected] = useState<ExpectedBulkRequest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (!filter?.state) return null;
  const look = async () => {
    const outcome = await outcomeOf(
      call(expectBulkRequest, { params: { merchantId }, query: filter }),
    );
    const found = outcome.kind === 'saved' ? outcome.value : null;
    const nobody = found?.sms === 0 ? 'None of these payers can be asked now.' : null;
    setFailure(outcome.kind === 'saved' ? nobody : outcome.message);
    setExpected(nobody ? null : found);
  };
  return (
    <>
      <span role="alert" className={layout.notes}>
        {failure}
      </span>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => void run(look)}
      >
        Send to all
      </Button>
      {expected && (
        <SendDialog
          key={expected.mandates}
          merchantId={merchantId}
          filter={filter}
          expected={expected}
          onRecount={look}
          onClose={() => setExpected(null)}
        />
      )}
    </>
  );
}

const END_LABELS = {
  DONE: { tone: 'good', title: 'Everybody has had their turn' },
  CANCELLED: { tone: 'warning', title: 'BulkRequest was stopped' },
  FAILED: { tone: 'bad', title: 'BulkRequest broke off' },
} as const;

const askedText = ({ sent, mandates }: BulkConsentRequest) =>
  `The payers of ${formatCount(sent)} of ${counted(mandates, 'mandate')} were asked.`;

interface BulkRequestProps {
  rights: MerchantRights;
  /** The result was seen. */
  onSeen: () => void;
}

function BulkRequestEnd({
  bulkRequest,
  onSeen,
}: Pick<BulkRequestProps, 'onSeen'> & { bulkRequest: BulkConsentRequest }) {
  if (bulkRequest.state === 'RUNNING') return null;
  const { tone, title } = END_LABELS[bulkRequest.state];
  return (
    <div className={layout.above}>
      <NoteBox tone={tone} title={title}>
        <p>{askedText(bulkRequest)}</p>
        <NotAsked notAsked={bulkRequest.notAsked} />
        <Button variant="default" size="xs" mt="xs" onClick={onSeen}>
          Dismiss
        </Button>
      </NoteBox>
    </div>
  );
}

/** Polling interval in milliseconds: 10,000 SMS take more than an hour. */
const POLL_MS = 5000;

/** The newest bulkRequest: its progress with a button to stop it, or its result. */
export function NewestBulkRequest({ rights, onSeen }: BulkRequestProps) {
  const { merchantId, mayWrite } = rights;
  const newest = endpointQuery(listBulkConsentRequests, {
    params: { merchantId },
    query: { size: 1 },
  });
  const { data } = useQuery(
    {
      ...newest,
      refetchInterval: ({ state }) =>
        state.data?.content[0]?.state === 'RUNNING' ? POLL_MS : false,
    },
    cache,
  );
  const bulkRequest = data?.content[0];
  const running = bulkRequest?.state === 'RUNNING';
  useEffect(() => {
    // BulkRequest changes the state of mandates: the list is fetched again at the end.
    if (!running) return;
    return () => void refetch(listMandates);
  }, [running]);
  if (!bulkRequest) return null;
  const { id: bulkRequestId, state, mandates } = bulkRequest;
  if (state !== 'RUNNING') return <BulkRequestEnd bulkRequest={bulkRequest} onSeen={onSeen} />;
  return (
    <section className={`${layout.card} ${layout.above}`} aria-label="BulkRequest to all">
      <ProgressLine
        label="Asking payers"
        percent={Math.floor((bulkRequest.done / mandates) * 100)}
        text={`${formatCount(bulkRequest.done)} of ${counted(mandates, 'mandate')}, ${formatCount(bulkRequest.done - bulkRequest.sent)} not possible`}
      />
      {mayWrite && (
        <div>
          <ActionButton
            label="Stop"
            of="bulkRequest to all"
            heading="Stop asking?"
            action="Stop"
            leave="Go on"
            danger
            draft={`stop ${bulkRequestId}`}
            send={() => call(cancelBulkConsentRequest, { params: { merchantId, bulkRequestId } })}
            onDone={() => void refetch(listBulkConsentRequests)}
          >
            <p>Who has been asked stays asked. The others can be asked later.</p>
          </ActionButton>
        </div>
      )}
    </section>
  );
}
