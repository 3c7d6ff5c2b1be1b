import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  getSubmissionSession,
  listSubmissionSessions,
  type SubmissionSession,
  type SessionFile,
} from '@tegeka/contract/clearing/submission-sessions.ts';
import { endpointQuery } from '#platform/call/cache.ts';
import { clearingFileLink, sessionLink } from '#platform/router/entity-links.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { RelatedList } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { counted } from '#ui/list/list-query.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { FILE_STATE_LABELS, messageText, partyText } from './clearing-labels.tsx';

const SESSIONS = { MORNING: 'Morning session', AFTERNOON: 'Afternoon session' };

/** `3 debits`; null where there are none. */
const countedIfAny = (count: number, one: string) => (count === 0 ? null : counted(count, one));

/** Sessions with the files submitted at their cut-off, for operators. */
export const sessionList = defineList(listSubmissionSessions, {
  path: '/dashboard/mandates/sessions',
  one: 'session',
  many: 'sessions',
  icon: 'transactions',
  columns: [
    {
      name: 'cutOff',
      label: 'Cut-off',
      value: ({ cutOff }) => showMoment(cutOff),
      sub: ({ session }) => SESSIONS[session],
      sort: 'cutOff',
    },
    { name: 'files', label: 'Files', value: ({ files }) => countedIfAny(files, 'file') },
    { name: 'debits', label: 'Debits', value: ({ debits }) => countedIfAny(debits, 'debit') },
    {
      name: 'debitsTotal',
      label: 'Debited',
      kind: 'money',
      value: (one) => one.debitsTotal || null,
    },
    {
      name: 'payouts',
      label: 'Payouts',
      value: ({ payouts }) => countedIfAny(payouts, 'payout'),
    },
    {
      name: 'payoutsTotal',
      label: 'Paid out',
      kind: 'money',
      value: (one) => one.payoutsTotal || null,
    },
  ],
  link: ({ id }) => sessionLink(id),
});

export function SessionList() {
  return (
    <ListScreen
      list={sessionList}
      params={undefined}
      empty="At each cut-off, debits and payouts are submitted in files. What became of each file is shown here."
    />
  );
}

export const sessionQuery = (submissionSessionId: string) =>
  endpointQuery(getSubmissionSession, { params: { submissionSessionId } });

/** The answers to the items of a file so far. */
function progressOf(file: SessionFile): string {
  const parts = [
    [file.unanswered, 'not answered'],
    [file.accepted, 'accepted, not booked'],
    [file.settled, 'booked'],
    [file.rejected, 'rejected'],
    [file.returned, 'returned'],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  const items = file.items ?? 0;
  const sum = `${items.toLocaleString('en')} ${items === 1 ? 'entry' : 'entries'}, ${showMoney(file.total ?? 0)}`;
  return [sum, ...said.map(([count, text]) => `${count.toLocaleString('en')} ${text}`)].join(' · ');
}

/** The detail of a session: what was submitted, and the progress of each file. */
export function SessionDetail({ session }: { session: SubmissionSession }) {
  const { id, cutOff, debits, debitsTotal, payouts, payoutsTotal } = session;
  return (
    <DetailDrawer
      heading={`${SESSIONS[session.session]} of ${showMoment(cutOff)}`}
      actions={[]}
      place={id}
      onClose={useBackTo('/dashboard/mandates/sessions')}
    >
      <SummaryCard
        title="Submitted"
        rows={[
          [
            'Debits',
            debits === 0 ? 'none' : `${countedIfAny(debits, 'debit')}, ${showMoney(debitsTotal)}`,
          ],
          [
            'Payouts',
            payouts === 0
              ? 'none'
              : `${countedIfAny(payouts, 'payout')}, ${showMoney(payoutsTotal)}`,
          ],
        ]}
      />
      <RelatedList
        heading="Files"
        query={sessionQuery(id)}
        none="Nothing was due."
        rows={({ fileList }) =>
          fileList.map((file) => ({
            key: file.id,
            link: clearingFileLink(file.id),
            title: `${messageText(file)} ${file.bank ? `at ${file.bank.name}` : `to the ${partyText(file).toLowerCase()}`}`,
            sub: progressOf(file),
            state: file.state,
            stateLabels: FILE_STATE_LABELS[file.state],
          }))
        }
      />
    </DetailDrawer>
  );
}
