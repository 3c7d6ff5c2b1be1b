import {
  listClearingFiles,
  uploadClearingFile,
  UPLOAD_FIELDS,
} from '@tegeka/contract/clearing/clearing.ts';
import { refetch } from '#platform/call/cache.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import type { Choices } from '#ui/form/lookup-choice.ts';
import { bankChoices } from '#ui/form/merchant-lookups.ts';
import { LIST_PLACE } from './clearing-files.tsx';
import { HOUSE_OPTIONS } from './clearing-labels.tsx';

/** The senders of a file: the two houses and the banks. */
const senderChoices: Choices = {
  what: 'senders',
  all: async (signal) => [...HOUSE_OPTIONS, ...(await bankChoices.all(signal))],
};

/** The form that uploads a received file. */
export function ClearingFileNew({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer
      draft="clearing file new"
      heading="Upload a file"
      action="Upload"
      fields={UPLOAD_FIELDS}
      endpoint={uploadClearingFile}
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
      onClose={onClose}
    />
  );
}
