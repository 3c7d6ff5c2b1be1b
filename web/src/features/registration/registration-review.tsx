import { Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import {
  MERCHANT_KEYS,
  type MerchantField,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { submitMerchant } from '@tegeka/contract/merchants/merchant-registration.ts';
import { getSetting } from '@tegeka/contract/approvals.ts';
import {
  FORM_STEPS,
  type FormStep,
  stepOf,
  submissionOf,
} from '#features/registration/registration-form.ts';
import { call } from '#platform/call/call.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import type { CarriedRegistration } from '#platform/session/session-store.ts';
import { alert, dismissAlert } from '#platform/device/page.ts';
import { showSize } from '#platform/call/file-save.ts';
import { type Draft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { wordOf } from '#ui/form/draft/merchant-form.ts';
import { useDraftSubmit } from '#ui/form/draft/use-draft-submit.ts';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';

/** The exact wording of the specification, section 8, with its spelling. */
const REFUSED = 'Sorry, we encountered an error. Please try agian later';
const POLICY_FAILED = 'Sorry, there was an error submitting your business. Please try again.';

interface RegistrationReviewProps {
  handle: DraftHandle;
  registrant: CarriedRegistration;
  refused: FieldErrors;
  onRefused: (fields: FieldErrors) => void;
  onStep: (step: FormStep) => void;
  onSubmitted: () => void;
}

function RefusedFields({ refused, onStep }: Pick<RegistrationReviewProps, 'refused' | 'onStep'>) {
  const fields = MERCHANT_KEYS.filter((key) => key in refused);
  if (fields.length === 0) return null;
  return (
    <ul>
      {fields.map((key) => (
        <li key={key}>
          <Anchor
            component="button"
            type="button"
            onClick={() => onStep(stepOf(key) ?? 'BUSINESS_INFO')}
          >
            {merchantField(key).inputLabel ?? merchantField(key).label}
          </Anchor>
          : {refused[key]}
        </li>
      ))}
    </ul>
  );
}

function valueOf(key: MerchantField, draft: Draft) {
  const word = wordOf(key, draft);
  if (merchantField(key).kind !== 'file') return word;
  return (
    <span className={layout.said} data-state="SUCCESS">
      <IconCheck size={16} aria-hidden />
      <span>Uploaded ({word})</span>
    </span>
  );
}

/** The fields of a section of the review, without the account type (specification, 2.5). */
function shownFields(section: string): MerchantField[] {
  return MERCHANT_KEYS.filter(
    (key) => merchantField(key).section === section && key !== 'accountType',
  );
}

/** All input, for review before it is submitted. */
function Summary({ draft, onStep }: { draft: Draft } & Pick<RegistrationReviewProps, 'onStep'>) {
  return (
    <div className={`${layout.stack} ${layout.below}`}>
      {FORM_STEPS.map(({ step, section }) => (
        <SummaryCard
          key={step}
          title={section}
          action={
            <Anchor
              component="button"
              type="button"
              aria-label={`Edit ${section.toLowerCase()}`}
              onClick={() => onStep(step)}
            >
              Edit
            </Anchor>
          }
          rows={shownFields(section).map((key) => [merchantField(key).label, valueOf(key, draft)])}
        />
      ))}
    </div>
  );
}

async function policyId(): Promise<{ value: string | null } | null> {
  try {
    return await call(getSetting, { params: { name: 'MERCHANT_APPROVAL_POLICY_ID' } });
  } catch {
    return null;
  }
}

/** The review step with the Submit button. */
export function RegistrationReview(props: RegistrationReviewProps) {
  const { handle, registrant, refused } = props;
  const { failure, sending, send } = useDraftSubmit(handle, props.onRefused);
  const [fetching, run] = useBusy();
  const processing = fetching || sending;
  const files = uploadsOf(handle.draft);
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0);

  /** Fetches the approval policy, then submits the business (specification, 4.2). */
  const submit = async () => {
    dismissAlert();
    const policy = await policyId();
    if (!policy) return alert({ kind: 'error', message: POLICY_FAILED });
    const body = submissionOf(handle.draft, registrant, policy.value);
    await send(
      (idempotencyKey) => call(submitMerchant, { body, files, idempotencyKey }),
      props.onSubmitted,
    );
  };
  return (
    <>
      <Summary draft={handle.draft} onStep={props.onStep} />
      <div className={layout.messages} role="alert">
        {failure !== null && (
          <NoteBox tone="bad" title={REFUSED}>
            {failure}
            <RefusedFields refused={refused} onStep={props.onStep} />
          </NoteBox>
        )}
      </div>
      <div className={`${layout.end} ${layout.below}`}>
        {processing && size > 0 && <output>Sending {showSize(size)}…</output>}
        <Button loading={processing} onClick={() => void run(submit)}>
          Submit
        </Button>
      </div>
    </>
  );
}
