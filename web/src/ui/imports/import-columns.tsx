import { useNavigate } from '@tanstack/react-router';
import type { DetailedImport } from '@tegeka/contract/imports/import-shapes.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import { type Fields, fields } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import { uploadQuery } from './import-calls.ts';
import { cache } from '#platform/call/cache.ts';
import type { ImportScreens, UploadIds } from './import-screens.ts';
import { columnChoices, headerChoices } from './import-texts.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { withSearch } from '#ui/list/list-definition.ts';
import { formatCount } from '#ui/list/list-query.ts';
import layout from '#ui/shell/layout.module.css';

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
  upload: DetailedImport;
  onClose: () => void;
}

/** What both forms about the columns of a file have in common. */
const formOf = ({ screens, ids, onClose }: ImportColumnsProps) => ({
  endpoint: screens.endpoints.map,
  params: { ...ids },
  onSaved: (saved: DetailedImport) =>
    void cache.setQueryData(uploadQuery(screens, ids).queryKey, saved),
  onClose,
});

/** The form that maps the file's columns to ours. Saving it starts the check of the file. */
export function ImportColumns(props: ImportColumnsProps) {
  const { screens, upload } = props;
  const { id, headerRow } = upload;
  return (
    <FormDrawer
      {...formOf(props)}
      heading="Match the columns"
      action="Check the file"
      draft={`import-columns ${id} ${headerRow}`}
      fields={fieldsOf(screens.kind, upload.columns)}
      start={upload.mapping}
      note={
        <p className={layout.text}>
          We read the names of the columns in row {formatCount(headerRow)} of the file.{' '}
          <TextLink link={withSearch(screens.one(id), { columns: 'header' })}>
            Choose another row
          </TextLink>
        </p>
      }
      toBody={(values) => ({
        mapping: Object.fromEntries(
          Object.entries(values).flatMap(([name, place]) =>
            place === null ? [] : [[name, Number(place)]],
          ),
        ),
      })}
    />
  );
}

/**
 * The form that says which row names the columns. Saving it matches them by its names: then the file is checked,
 * or the form above opens.
 */
export function ImportHeader(props: ImportColumnsProps) {
  const { screens, upload } = props;
  const { id, topRows } = upload;
  const navigate = useNavigate();
  return (
    <FormDrawer
      {...formOf(props)}
      heading="Choose the row with the names"
      action="Use this row"
      draft={`import-header ${id}`}
      fields={fields({
        headerRow: {
          label: 'Row with the names of the columns',
          hint: 'The rows below it are read, and those above it are not. Long numbers are masked here.',
          kind: 'select',
          schema: z.string(),
          options: headerChoices(topRows),
        },
      })}
      start={upload}
      toBody={({ headerRow }) => ({ headerRow: Number(headerRow) })}
      onDone={({ mappingNeeded }) =>
        void navigate(withSearch(screens.one(id), mappingNeeded ? { columns: 'match' } : {}))
      }
    />
  );
}
