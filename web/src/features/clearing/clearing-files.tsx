import { IconFileImport } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import {
  type ClearingFile,
  getClearingFile,
  listClearingFileEvents,
  listClearingFiles,
  readClearingFile,
  retryClearingFile,
} from '@tegeka/contract/clearing/clearing.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { useState } from 'react';
import { cache, endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { call, callForBytes } from '#platform/call/call.ts';
import { saveFile } from '#platform/call/file-save.ts';
import { config } from '#platform/config/config.ts';
import { useSession } from '#platform/session/session.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { type AskedAction, useQuestions } from '#ui/detail/detail-questions.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import { defineList, type ListOptions } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { FILE_STATE_WORDS, HOUSE_OPTIONS, messageWords, partyWords } from './clearing-words.tsx';
import css from './clearing.module.css';

/** Where a flash message stands over the list. */
export const LIST_PLACE = 'clearing-files';

const options: ListOptions<ClearingFile> = {
  path: '/dashboard/mandates/clearing-files',
  one: 'file',
  many: 'files',
  icon: 'mandates',
  columns: [
    {
      name: 'message',
      label: 'Message',
      value: messageWords,
      sub: ({ message }) => message,
    },
    {
      name: 'direction',
      label: 'Way',
      value: (file) => `${file.direction === 'OUT' ? 'To' : 'From'} ${partyWords(file)}`,
    },
    { name: 'reference', label: 'Mandate', value: ({ mandateReference }) => mandateReference },
    {
      name: 'state',
      label: 'State',
      kind: 'state',
      value: ({ state }) => state,
    },
    {
      name: 'at',
      label: 'When',
      kind: 'moment',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
    },
    { name: 'items', label: 'Entries', value: ({ items }) => items },
    { name: 'file', label: 'File', value: ({ name }) => name, hidden: true },
  ],
  link: ({ id }) =>
    linkOptions({
      to: '/dashboard/mandates/clearing-files/$clearingFileId',
      params: { clearingFileId: id },
    }),
  stateWords: FILE_STATE_WORDS,
  rareStates: ['SEALED', 'HELD', 'RECEIVED'],
};

const byMandate = { kind: 'text', key: 'reference', label: 'Mandate' } as const;

const ofBank = defineList(listClearingFiles, { ...options, filters: [byMandate] });

const ofAll = defineList(listClearingFiles, {
  ...options,
  filters: [
    { kind: 'select', key: 'channel', label: 'Channel', options: HOUSE_OPTIONS },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
    byMandate,
  ],
});

const isBank = () => config().domain === 'BANK';

/** Files that went out and came in: those of the bank whose people this app is for, or all of them. */
export const clearingFiles = () => (isBank() ? ofBank : ofAll);

/** The files by state and filtered, page by page. */
export function ClearingFileList() {
  const mayWrite = useSession()?.user.roles.includes('clearing.write') ?? false;
  return (
    <ListScreen
      list={clearingFiles()}
      params={undefined}
      actions={
        mayWrite && (
          <ButtonLink
            to="/dashboard/mandates/clearing-files/new"
            search
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            Take in a file
          </ButtonLink>
        )
      }
      place={LIST_PLACE}
      emptyHeading="No files yet"
      empty={`What we send to ${isBank() ? 'your bank' : 'the clearing house, the settlement bank and the banks of payers'}, and what comes back, is listed here, file by file.`}
    />
  );
}

export const clearingFileQuery = (clearingFileId: string) =>
  endpointQuery(getClearingFile, { params: { clearingFileId } });

const entriesRow = ({ direction, itemsTaken }: ClearingFile, items: number) =>
  direction === 'OUT'
    ? (['Entries', items.toLocaleString('en')] as const)
    : (['Entries taken in', `${itemsTaken} of ${items}`] as const);

function refresh(): void {
  for (const { name } of [getClearingFile, listClearingFiles, listClearingFileEvents])
    void cache.invalidateQueries({ queryKey: [name] });
}

/** Bytes of a file that is shown at most: a browser lays out no more at once. */
const SHOWN_MAX = 200_000;

/** A file: what it is, what became of it, and its content for who says why they need it. */
export function ClearingFileDetail({ file }: { file: ClearingFile }) {
  const [content, setContent] = useState<string | null>(null);
  const mayWrite = useSession()?.user.roles.includes('clearing.write') ?? false;
  const { id, direction, bank, name, message, messageId, state, items, total, cutOff } = file;
  const params = { clearingFileId: id };
  const read = {
    text: 'It has account numbers. Your look and its reason are kept in the history.',
    reason: { label: 'Reason', missing: 'Say why' },
  };
  const load = (reason = '') => callForBytes(readClearingFile, { params, body: { reason } });
  const show: AskedAction = {
    ...read,
    name: 'read',
    label: 'Show the content',
    blocked: file.size > SHOWN_MAX ? 'It is too large to be shown. Download it.' : null,
    heading: 'Show the content of this file?',
    send: async (reason) => setContent(await (await load(reason)).text()),
  };
  const download: AskedAction = {
    ...read,
    name: 'download',
    label: 'Download',
    blocked: null,
    heading: 'Download this file?',
    send: async (reason) => saveFile(await load(reason), name),
    done: 'The file is in your downloads.',
  };
  const retry: AskedAction = {
    name: 'retry',
    label: 'Try again',
    blocked: ['SEALED', 'RECEIVED'].includes(state) ? null : 'It is done with.',
    heading: 'Try again?',
    text: `Our own work on this file has failed ${file.failures} times.`,
    reason: { label: 'What was mended', missing: 'Say what was mended' },
    send: (reason = '') => call(retryClearingFile, { params, body: { reason } }),
    done: 'It is tried again within seconds.',
  };
  const questions = useQuestions(
    id,
    [show, download, ...(file.failures > 0 ? [retry] : [])],
    refresh,
  );
  // Once it is shown the same button hides it.
  const actions = questions.actions.map((action) =>
    action.name === 'read' && content !== null
      ? { ...action, label: 'Hide the content', onClick: () => setContent(null) }
      : action,
  );
  return (
    <DetailDrawer
      heading={messageWords(file)}
      state={state}
      stateWords={FILE_STATE_WORDS[state]}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates/clearing-files')}
    >
      {content !== null && (
        <DetailSection heading="Content">
          <pre className={css.content}>{content}</pre>
        </DetailSection>
      )}
      <SummaryCard
        title="File"
        rows={[
          [direction === 'OUT' ? 'To' : 'From', partyWords(file)],
          ...(bank && partyWords(file) !== bank.name ? [['Bank', bank.name] as const] : []),
          ...(cutOff ? [['Session', showMoment(cutOff)] as const] : []),
          ['Message', message ?? 'unknown'],
          ['Id of the message', messageId ?? 'unknown'],
          ...(file.mandateReference === null ? [] : [['Mandate', file.mandateReference] as const]),
          ...(items === null ? [] : [entriesRow(file, items)]),
          ...(total === null ? [] : [['Sum', showMoney(total)] as const]),
          ['Name', name],
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
      <EventHistory
        query={historyQuery(listClearingFileEvents, { clearingFileId: id })}
        fields={{}}
        words={{
          ...FILE_STATE_WORDS,
          SEALED: 'Sealed',
          RECEIVED: 'Received',
          READ: 'Content read',
          RETRIED: 'Tried again by hand',
        }}
      />
      {questions.dialog}
    </DetailDrawer>
  );
}
