import { linkOptions } from '@tanstack/react-router';
import {
  type ClearingFile,
  getClearingFile,
  listClearingFileEvents,
  listClearingFiles,
  readClearingFile,
  retryClearingFile,
  withdrawClearingFile,
} from '@tegeka/contract/clearing/clearing.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { useState } from 'react';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { saveFile } from '#platform/call/file-save.ts';
import { useSession } from '#platform/session/session.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { type ConfirmedAction, useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FILE_STATE_LABELS, messageText, partyText } from './clearing-labels.tsx';
import layout from '#ui/shell/layout.module.css';

export const clearingFileQuery = (clearingFileId: string) =>
  endpointQuery(getClearingFile, { params: { clearingFileId } });

const entriesRow = ({ direction, itemsProcessed }: ClearingFile, items: number) =>
  direction === 'OUT'
    ? (['Entries', items.toLocaleString('en')] as const)
    : (['Entries processed', `${itemsProcessed} of ${items}`] as const);

function refresh(): void {
  void refetch(getClearingFile, listClearingFiles, listClearingFileEvents);
}

/** The largest file in bytes that is shown: browsers are slow with longer text. */
const SHOWN_MAX = 200_000;

/** Note on a file that waits for approval by a second operator. */
function HeldNote({ name }: { name: string }) {
  return (
    <NoteBox tone="warning" title="A second operator has to approve it first">
      <TextLink
        link={linkOptions({ to: '/dashboard/approval-requests', search: { search: name } })}
      >
        See the request in the inbox
      </TextLink>
    </NoteBox>
  );
}

/** The data of the file. */
function FileCard({ file }: { file: ClearingFile }) {
  const { direction, bank, message, messageId, items, total, cutOff } = file;
  return (
    <SummaryCard
      title="File"
      rows={[
        [direction === 'OUT' ? 'To' : 'From', partyText(file)],
        ...(bank && partyText(file) !== bank.name ? [['Bank', bank.name] as const] : []),
        ...(cutOff ? [['Session', showMoment(cutOff)] as const] : []),
        ['Message', message ?? 'unknown'],
        ['Id of the message', messageId ?? 'unknown'],
        ...(file.mandateReference === null ? [] : [['Mandate', file.mandateReference] as const]),
        ...(items === null ? [] : [entriesRow(file, items)]),
        ...(total === null ? [] : [['Sum', showMoney(total)] as const]),
        ['Name', file.name],
        ['Size', `${file.size.toLocaleString('en')} bytes`],
        [
          'SHA-256',
          <>
            {file.sha256.slice(0, 16)}…
            <CopyButton text={file.sha256} what="the checksum" />
          </>,
        ],
        ['When', showMoment(file.createdAt)],
      ]}
    />
  );
}

const READ = {
  text: 'It has account numbers. Your look and its reason are kept in the history.',
  reason: { label: 'Reason', missing: 'Say why' },
};

/** Asks a colleague to withdraw a file that is written and not sent. */
const withdrawalOf = ({ id, canBeWithdrawn }: ClearingFile): ConfirmedAction => ({
  name: 'withdraw',
  label: 'Withdraw',
  blocked: canBeWithdrawn
    ? null
    : 'Only a file of debits or payouts can be withdrawn, before it is being sent.',
  heading: 'Withdraw this file?',
  text: 'Once a colleague has approved it, the file is not sent. Its debits and payouts go out with the next cut-off, in another file.',
  reason: { label: 'Reason', missing: 'Say why it must not be sent' },
  send: (reason = '') =>
    call(withdrawClearingFile, { params: { clearingFileId: id }, body: { reason } }),
  done: 'A colleague is asked to approve it in the Inbox. Until then the file can still be sent.',
});

/** The actions of a file; `onShow` receives its content. */
function actionsOf(file: ClearingFile, onShow: (content: string) => void): ConfirmedAction[] {
  const { id, name, state, failures } = file;
  const params = { clearingFileId: id };
  const load = (reason = '') => callForBytes(readClearingFile, { params, body: { reason } });
  const show: ConfirmedAction = {
    ...READ,
    name: 'read',
    label: 'Show the content',
    blocked: file.size > SHOWN_MAX ? 'It is too large to be shown. Download it.' : null,
    heading: 'Show the content of this file?',
    send: async (reason) => onShow(await (await load(reason)).text()),
  };
  const download: ConfirmedAction = {
    ...READ,
    name: 'download',
    label: 'Download',
    blocked: null,
    heading: 'Download this file?',
    send: async (reason) => saveFile(await load(reason), name),
    done: 'The file is in your downloads.',
  };
  const own = state === 'READY' ? [show, download, withdrawalOf(file)] : [show, download];
  const isRefused = state === 'REFUSED';
  if (failures === 0 && !isRefused) return own;
  const retry: ConfirmedAction = {
    name: 'retry',
    label: 'Try again',
    blocked: ['READY', 'RECEIVED', 'REFUSED'].includes(state)
      ? null
      : 'Nothing of this file is left to be done.',
    heading: 'Try again?',
    text: isRefused
      ? 'The file was refused as a whole. It is read again as it is, and its exception is closed.'
      : `Our own work on this file has failed ${failures === 1 ? 'once' : `${failures} times`}.`,
    reason: { label: 'What was mended', missing: 'Say what was mended' },
    send: (reason = '') => call(retryClearingFile, { params, body: { reason } }),
    done: 'We retry within seconds.',
  };
  return [...own, retry];
}

/** The detail of a clearing file. Its content is shown after a reason is given. */
export function ClearingFileDetail({ file }: { file: ClearingFile }) {
  const [content, setContent] = useState<string | null>(null);
  const mayWrite = useSession()?.user.roles.includes('clearing.write') ?? false;
  const { id, state } = file;
  const questions = useActionDialogs(id, actionsOf(file, setContent), refresh);
  // Once it is shown the same button hides it.
  const actions = questions.actions.map((action) =>
    action.name === 'read' && content !== null
      ? { ...action, label: 'Hide the content', onClick: () => setContent(null) }
      : action,
  );
  return (
    <DetailDrawer
      heading={messageText(file)}
      state={state}
      stateLabels={FILE_STATE_LABELS[state]}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates/clearing-files')}
    >
      {state === 'HELD' && mayWrite && <HeldNote name={file.name} />}
      {content !== null && (
        <DetailSection heading="Content">
          <pre className={layout.plain}>{content}</pre>
        </DetailSection>
      )}
      <FileCard file={file} />
      <EventHistory
        query={historyQuery(listClearingFileEvents, { clearingFileId: id })}
        fields={{}}
        labels={{
          ...FILE_STATE_LABELS,
          READY: 'Created',
          RECEIVED: 'Received',
          READ: 'Content read',
          RETRIED: 'Tried again manually',
        }}
      />
      {questions.dialog}
    </DetailDrawer>
  );
}
