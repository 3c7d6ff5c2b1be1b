import { IMPORT_COLUMN_NAMES, IMPORT_COLUMNS } from '@tegeka/contract/customer-import-rules.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { COLUMN_EXAMPLES, TEMPLATE_ROWS, templateCsv } from '#features/imports/import-template.ts';
import { saveFile } from '#ui/detail/save-file.ts';
import css from './imports.module.css';

const NAME = 'customers-template';

const saveCsv = () => saveFile(new Blob([templateCsv()], { type: 'text/csv' }), `${NAME}.csv`);

/** What makes the workbook arrives when it is asked for. */
async function saveWorkbook(): Promise<void> {
  const { workbookOf } = await import('#features/imports/import-workbook.ts');
  saveFile(workbookOf(TEMPLATE_ROWS), `${NAME}.xlsx`);
}

/** Which columns a file of customers has, and a template to begin with. */
export function ImportColumns() {
  return (
    <section className={css.card} aria-labelledby="columns-heading">
      <h2 id="columns-heading" className={css.heading}>
        What goes in the file
      </h2>
      <p className={css.text}>
        A row with the names of the columns, then one customer in each row; a title may stand above.
        Each customer needs a phone number or an email.
      </p>
      <dl className={css.columns}>
        {IMPORT_COLUMN_NAMES.map((name) => (
          <div key={name}>
            <dt>
              {IMPORT_COLUMNS[name].label}
              {IMPORT_COLUMNS[name].required && <span className={css.needed}> needed</span>}
            </dt>
            <dd>{COLUMN_EXAMPLES[name]}</dd>
          </div>
        ))}
      </dl>
      <div className={css.actions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void saveWorkbook()}
        >
          Excel template
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={saveCsv}
        >
          CSV template
        </Button>
      </div>
    </section>
  );
}
