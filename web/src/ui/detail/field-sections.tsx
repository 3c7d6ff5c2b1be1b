import { Anchor } from '@mantine/core';
import { storedFileShape } from '@tegeka/contract/files.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { Field, Fields } from '@tegeka/contract/kit/fields.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { ReactNode } from 'react';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { EmailText, phoneText } from '#ui/detail/shown-value.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';

/** A field's value as people read it; null where there is none. */
export function fieldText(field: Field | undefined, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return field?.kind === 'money' ? showMoney(value) : String(value);
  if (typeof value !== 'string') return null;
  // In a history the value is the file's id.
  if (field?.kind === 'file') return 'a file';
  if (field?.masked) return `•••• ${value.slice(-4)}`;
  if (field?.kind === 'phone' && value.startsWith(PHONE_PREFIX)) return phoneText(value);
  if (field?.kind === 'date') return showDay(value);
  return field?.options?.find((option) => option.value === value)?.label ?? value;
}

/** A field's value. Phone numbers and emails are links. */
function FieldValue({ field, value }: { field: Field; value: unknown }) {
  const file = field.kind === 'file' ? storedFileShape.safeParse(value).data : undefined;
  if (file) return <StoredDocument label={field.label} {...file} />;
  const text = fieldText(field, value);
  if (text === null) return <span className={layout.small}>none</span>;
  if (field.kind === 'phone') return <Anchor href={`tel:${String(value)}`}>{text}</Anchor>;
  if (field.kind !== 'email') return text;
  return (
    <Anchor href={`mailto:${text}`}>
      <EmailText address={text} />
    </Anchor>
  );
}

interface FieldSectionsProps<F extends Fields> {
  fields: F;
  entity: object;
  /** The heading of fields without a section. */
  heading?: string;
  /** Fields that are not shown, such as those in the heading of the drawer. */
  without?: readonly (keyof F & string)[];
  /** Fields whose value can be copied. */
  copied?: readonly (keyof F & string)[];
  /** Content that replaces a value, such as one that is shown on request. */
  shown?: Readonly<Partial<Record<keyof F & string, ReactNode>>>;
  /** What can be done with a section, right of its title. */
  action?: (section: string) => ReactNode;
  /** More rows of the last section, after its fields. */
  more?: readonly (readonly [label: string, value: ReactNode])[];
}

export function FieldSections<F extends Fields>(props: FieldSectionsProps<F>) {
  const { fields, entity, heading = 'Details', without = [], copied = [], more = [] } = props;
  const values = new Map<string, unknown>(Object.entries(entity));
  const own = new Map<string, ReactNode>(Object.entries(props.shown ?? {}));
  const shown = Object.entries(fields).filter(([key]) => !without.includes(key));
  const sections = [...new Set(shown.map(([, { section }]) => section))];
  return sections.map((section, at) => {
    const rows = shown
      .filter(([, field]) => field.section === section)
      .map(([key, field]): readonly [string, ReactNode] => {
        const value = values.get(key);
        const copy = copied.includes(key) && typeof value === 'string' && (
          <CopyButton text={value} what={`the ${field.label.toLowerCase()}`} />
        );
        return [
          field.label,
          <>
            {own.get(key) ?? <FieldValue field={field} value={value} />}
            {copy}
          </>,
        ];
      });
    return (
      <SummaryCard
        key={section ?? ''}
        title={section ?? heading}
        action={props.action?.(section ?? heading)}
        rows={at === sections.length - 1 ? [...rows, ...more] : rows}
      />
    );
  });
}
