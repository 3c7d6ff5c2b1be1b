import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@tegeka/contract/customer-import-rules.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import css from './imports.module.css';

/** What each column holds, by example. */
const COLUMN_EXAMPLES: Record<ImportColumn, string> = {
  firstName: 'Grace',
  middleName: 'Nakato',
  lastName: 'Okello',
  phoneNumber: '0772 123 456',
  email: 'grace@customer.example',
  customerReferenceNumber: 'CUS-0017',
};

const TEMPLATES = [
  { name: 'Excel template', href: '/customers-template.xlsx' },
  { name: 'CSV template', href: '/customers-template.csv' },
];

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
        {TEMPLATES.map(({ name, href }) => (
          <Button
            key={href}
            component="a"
            href={href}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
