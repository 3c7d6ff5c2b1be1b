import { IconFileImport } from '@tabler/icons-react';
import { type ClearingFile, listClearingFiles } from '@tegeka/contract/clearing/clearing.ts';
import { config } from '#platform/config/config.ts';
import { clearingFileLink } from '#platform/router/entity-links.ts';
import { useSession } from '#platform/session/session.ts';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import { defineList, type ListOptions } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { FILE_STATE_LABELS, HOUSE_OPTIONS, messageText, partyText } from './clearing-labels.tsx';

/** Place of flash messages above the list. */
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
      value: messageText,
      sub: ({ message }) => message,
    },
    {
      name: 'direction',
      label: 'Way',
      value: (file) => `${file.direction === 'OUT' ? 'To' : 'From'} ${partyText(file)}`,
    },
    { name: 'reference', label: 'Mandate', value: ({ mandateReference }) => mandateReference },
    {
      name: 'state',
      label: 'Status',
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
  link: ({ id }) => clearingFileLink(id),
  stateLabels: FILE_STATE_LABELS,
  rareStates: ['READY', 'HELD', 'RECEIVED'],
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

/** Sent and received files: all of them, or in the app of a bank those of this bank. */
export const clearingFiles = () => (isBank() ? ofBank : ofAll);

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
            Upload a file
          </ButtonLink>
        )
      }
      place={LIST_PLACE}
      emptyHeading="No files yet"
      empty={`What we send to ${isBank() ? 'your bank' : 'the clearing house, the settlement bank and the banks of payers'}, and what comes back, is listed here, file by file.`}
    />
  );
}
