import { createFileRoute } from '@tanstack/react-router';
import {
  listClearingFiles,
  takeClearingFile,
  UPLOAD_FIELDS,
} from '@tegeka/contract/clearing/clearing.ts';
import { LIST_PLACE } from '#features/clearing/clearing-files.tsx';
import { HOUSE_OPTIONS } from '#features/clearing/clearing-labels.tsx';
import { refetch } from '#platform/call/cache.ts';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import type { Choices } from '#ui/form/lookup-choice.ts';
import { bankChoices } from '#ui/form/merchant-lookups.ts';

/** The senders of a file: the two houses and the banks. */
const senderChoices: Choices = {
  what: 'senders',
  all: async (signal) => [...HOUSE_OPTIONS, ...(await bankChoices.all(signal))],
};

function TakeFile() {
  const close = useBackTo('/dashboard/mandates/clearing-files');
  return (
    <FormDrawer
      draft="clearing file new"
      heading="Upload a file"
      action="Upload"
      fields={UPLOAD_FIELDS}
      endpoint={takeClearingFile}
      params={undefined}
      choices={{ from: senderChoices }}
      onSaved={() => void refetch(listClearingFiles)}
      done={{
        place: LIST_PLACE,
        message: ({ name, state }) =>
          state === 'HELD'
            ? `${name} needs approval by a colleague, in the Inbox.`
            : `${name} is processed within seconds. What does not fit is among the exceptions.`,
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/clearing-files/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['clearing.write']),
  onEnter: () => flashMessage(null),
  component: TakeFile,
});
