import { Anchor } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { FormStep } from '#features/registration/registration-draft.ts';
import { countryCodeOf, type Draft, type DraftFile } from '#ui/form/business-draft.ts';
import { businessPhoneOf } from '#ui/form/business-phone.ts';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import css from './registration.module.css';

function Uploaded({ file }: { file: DraftFile | null }) {
  const shown = file?.kind === 'chosen' ? file.file : file?.stored;
  if (!shown) return 'Missing';
  return (
    <span className={css.uploaded}>
      <IconCheck size={16} aria-hidden />
      <span>Uploaded</span>
      <span>({shown.name})</span>
    </span>
  );
}

function EditButton({ what, onEdit }: { what: string; onEdit: () => void }) {
  return (
    <Anchor component="button" type="button" onClick={onEdit} aria-label={`Edit ${what}`}>
      Edit
    </Anchor>
  );
}

/** Everything entered, to be read before it is submitted (specification, 2.5.4). */
export function RegistrationSummary({
  draft,
  onEdit,
}: {
  draft: Draft;
  /** Absent where it is only to be read. */
  onEdit?: (step: FormStep) => void;
}) {
  const { texts, files, bankName } = draft;
  const phone = businessPhoneOf(draft);
  const action = (step: FormStep, what: string) =>
    onEdit && <EditButton what={what} onEdit={() => onEdit(step)} />;
  return (
    <div className={css.cards}>
      <SummaryCard
        title="Business Info"
        action={action('BUSINESS_INFO', 'business info')}
        rows={[
          ['Name', texts.businessName],
          ['Industry', texts.industry],
          ['Registration Number', texts.registrationNumber],
          ['Tax Number', texts.taxNumber],
          ['Phone Number', phone === null ? texts.phoneNumber : showPhone(phone)],
          ['Logo', <Uploaded key="logo" file={files.logo} />],
          ['Certificate', <Uploaded key="file" file={files.certificateOfIncorporation} />],
        ]}
      />
      <SummaryCard
        title="Business Address"
        action={action('BUSINESS_ADDRESS', 'business address')}
        rows={[
          ['Country', texts.country],
          ['Country Code', countryCodeOf(texts.country)],
          ['Region', texts.region],
          ['Street', texts.street],
          ['City', texts.city],
          ['Postal Code', texts.postalCode],
          ['Building Name', texts.buildingName],
        ]}
      />
      <SummaryCard
        title="Bank Account"
        action={action('BUSINESS_BANK', 'bank account')}
        rows={[
          ['Bank', bankName],
          ['Account Name', texts.accountName],
          ['Account Number', texts.accountNumber],
          ['Branch', texts.branch],
          ['Branch Code', texts.branchCode],
        ]}
      />
    </div>
  );
}
