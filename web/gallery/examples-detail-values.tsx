import { linkOptions } from '@tanstack/react-router';
import { BADGE_VALUES } from '@tegeka/contract/kit/status.ts';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import { ChangedFields, ChangedValue, ReviewText } from '#ui/detail/changed-value.tsx';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { Lifecycle } from '#ui/detail/detail-lifecycle.tsx';
import { EventTimeline } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { RevealedValue } from '#ui/detail/revealed-value.tsx';
import { EmailText, StatusBadge, TextLink } from '#ui/detail/shown-value.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';
import { amina } from './gallery-answers.ts';
import { type Examples, Pressed } from './gallery-example.tsx';

const link = linkOptions({ to: '/dashboard/customers' });
const rows = [
  ['Charge', 'USh 1,500'],
  ['Excise duty', 'USh 225'],
] as const;
export const detailValueExamples: Examples = {
  ChangedFields: {
    states: {
      changed: () => (
        <ChangedFields
          fields={[{ key: 'phone', label: 'Phone', before: 'none', after: '+256 772 345 678' }]}
          below={{ phone: 'Checked by SMS' }}
        />
      ),
    },
  },
  ChangedValue: {
    states: {
      changed: () => <ChangedValue before="USh 40,000">USh 50,000</ChangedValue>,
      'from nothing': () => <ChangedValue before={null}>USh 50,000</ChangedValue>,
    },
  },
  CopyButton: {
    states: {
      ready: () => <CopyButton text="CUST-0001" what="the reference" />,
      pressed: () => (
        <Pressed at="[data-state=pressed] button">
          <CopyButton text="CUST-0001" what="the reference" />
        </Pressed>
      ),
    },
  },
  EmailText: { states: { long: () => <EmailText address={amina.email ?? ''} /> } },
  EventTimeline: {
    states: {
      two: () => (
        <EventTimeline
          events={[
            { what: 'Cleared', by: 'Stanbic Bank', at: '2026-04-07T12:30:00.000Z' },
            { what: 'Sent', by: 'Tegeka', at: '2026-04-06T12:30:00.000Z', why: 'At the cut-off' },
          ]}
        />
      ),
    },
  },
  FieldSections: {
    states: {
      customer: () => (
        <FieldSections
          fields={CUSTOMER_FIELDS}
          entity={amina}
          copied={['customerReferenceNumber']}
          more={[['Added', '2 March 2026']]}
        />
      ),
    },
  },
  Lifecycle: {
    states: {
      'all kinds': () => (
        <Lifecycle
          steps={[
            { label: 'Made', note: '2 March 2026', stands: 'done' },
            { label: 'Confirmed', note: 'in two days', stands: 'next' },
            { label: 'Active', note: null, stands: 'later' },
          ]}
        />
      ),
      stopped: () => (
        <Lifecycle
          steps={[
            { label: 'Made', note: '2 March 2026', stands: 'done' },
            { label: 'Rejected', note: '3 March 2026', stands: 'wrong' },
          ]}
        />
      ),
    },
  },
  RevealedValue: {
    states: {
      masked: () => (
        <RevealedValue
          masked="•••• 2901"
          label="account number"
          reveal={async () => '80020003412901'}
        />
      ),
      shown: () => (
        <Pressed at="[data-state=shown] button">
          <RevealedValue
            masked="•••• 2901"
            label="account number"
            reveal={async () => '80020003412901'}
          />
        </Pressed>
      ),
      'not allowed': () => (
        <RevealedValue masked="•••• 2901" label="account number" reveal={null} />
      ),
    },
  },
  ReviewText: {
    states: {
      corrections: () => (
        <ReviewText
          reason="Incomplete documents"
          comment="Please send it again"
          corrections={[{ field: 'certificate', label: 'Certificate', comment: 'It is cut off' }]}
        />
      ),
    },
  },
  StatusBadge: {
    states: {
      'all colours': () => (
        <div className={layout.row}>
          {Object.values(BADGE_VALUES)
            .flat()
            .map((value) => (
              <StatusBadge key={value} value={value} />
            ))}
        </div>
      ),
    },
  },
  StoredDocument: {
    states: {
      picture: () => (
        <StoredDocument
          label="Logo"
          name="logo.png"
          url={`/api/v1/files/${amina.id}`}
          mediaType="image/png"
          size={2000}
        />
      ),
      file: () => (
        <StoredDocument
          label="Certificate"
          name="certificate.pdf"
          url={`/api/v1/files/${amina.id}`}
          mediaType="application/pdf"
        />
      ),
    },
  },
  SummaryCard: {
    states: {
      plain: () => <SummaryCard title="Details" rows={rows} />,
      amounts: () => <SummaryCard title="Charges" rows={rows} amounts action="Two" />,
    },
  },
  TextLink: { states: { link: () => <TextLink link={link}>Customers</TextLink> } },
};
