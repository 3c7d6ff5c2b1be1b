import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import type { Fields } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import { uploadQuery } from './import-calls.ts';
import { cache } from '#platform/call/cache.ts';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { columnChoices } from './import-words.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

/** Our columns as fields of a form, each with the file's columns to choose from. */
function fieldsOf({ columns: ours }: ImportKind, columns: readonly string[]): Fields {
  const options = columnChoices(columns);
  const entries = Object.entries(ours).map(([name, { label, required = false }]) => {
    const placeholder = required ? 'Choose a column…' : 'Not in the file';
    const schema = z.nullable(z.string());
    return [
      name,
      { label, kind: 'select', schema, options, placeholder, optional: !required },
    ] as const;
  });
  return Object.fromEntries(entries);
}

interface ImportColumnsProps {
  screens: ImportScreens;
  ids: UploadIds;
  upload: Import;
  onClose: () => void;
}

/** The form that maps the file's columns to ours. Saving it starts the check of the file. */
export function ImportColumns({ screens, ids, upload, onClose }: ImportColumnsProps) {
  return (
    <FormDrawer
      heading="Match the columns"
      action="Check the file"
      draft={`import-columns ${upload.id}`}
      fields={fieldsOf(screens.kind, upload.columns)}
      endpoint={screens.endpoints.map}
      params={{ ...ids }}
      start={upload.mapping}
      toBody={(values) => ({
        mapping: Object.fromEntries(
          Object.entries(values).flatMap(([name, place]) =>
            place === null ? [] : [[name, Number(place)]],
          ),
        ),
      })}
      onSaved={(mapped) => cache.setQueryData(uploadQuery(screens, ids).queryKey, mapped)}
      onClose={onClose}
    />
  );
}
