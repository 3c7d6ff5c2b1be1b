import { Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import {
  MERCHANT_KEYS,
  type MerchantField,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { useState } from 'react';
import { submitBusiness } from '#features/registration/registration-calls.ts';
import {
  FORM_STEPS,
  type FormStep,
  type Registrant,
  stepOf,
} from '#features/registration/registration-form.ts';
import { alert, dismissAlert } from '#platform/device/alert.ts';
import { showSize } from '#ui/form/file-check.ts';
import { type Draft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { wordOf } from '#ui/form/draft/merchant-form.ts';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './registration.module.css';

/** The wording is that of the specification, section 8, spelling included. */
const REFUSED = 'Sorry, we encountered an error. Please try agian later';
const POLICY_FAILED = 'Sorry, there was an error submitting your business. Please try again.';

interface RegistrationReviewProps {
  hand: DraftHandle;
  registrant: Registrant;
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
    <span className={css.uploaded}>
      <IconCheck size={16} aria-hidden />
      <span>Uploaded</span>
      <span>({word})</span>
    </span>
  );
}

/** What a section of the review shows; the account's type is not among it (specification, 2.5). */
function shownFields(section: string): MerchantField[] {
  return MERCHANT_KEYS.filter(
    (key) => merchantField(key).section === section && key !== 'accountType',
  );
}

/** Everything entered, to be read before it is submitted. */
function Summary({ draft, onStep }: { draft: Draft } & Pick<RegistrationReviewProps, 'onStep'>) {
  return (
    <div className={css.cards}>
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

/** The last look, and Submit. */
export function RegistrationReview(props: RegistrationReviewProps) {
  const { hand, registrant, refused } = props;
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const size = Object.values(uploadsOf(hand.draft)).reduce((sum, file) => sum + file.size, 0);

  const submit = async () => {
    setProcessing(true);
    setFailure(null);
    dismissAlert();
    const outcome = await submitBusiness(hand.draft, registrant, hand.attemptKey());
    if (outcome.kind === 'submitted') {
      await hand.remove();
      props.onSubmitted();
      return;
    }
    setProcessing(false);
    if (outcome.kind === 'policy-failed') {
      alert({ kind: 'error', message: POLICY_FAILED });
      return;
    }
    if (outcome.settled) hand.dropKey();
    setFailure(outcome.words ?? '');
    props.onRefused(outcome.fields);
  };
  return (
    <>
      <Summary draft={hand.draft} onStep={props.onStep} />
      <div className={layout.messages} role="alert">
        {failure !== null && (
          <NoteBox tone="bad" title={REFUSED}>
            {failure}
            <RefusedFields refused={refused} onStep={props.onStep} />
          </NoteBox>
        )}
      </div>
      <div className={css.actions}>
        {processing && size > 0 && <output>Sending {showSize(size)}…</output>}
        <Button loading={processing} onClick={() => void submit()}>
          Submit
        </Button>
      </div>
    </>
  );
}
