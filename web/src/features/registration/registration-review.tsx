import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { submitBusiness } from '#features/registration/registration-calls.ts';
import { type FormStep, stepOf } from '#features/registration/registration-draft.ts';
import { FILE_FIELDS, type FileField, type TextField } from '#ui/form/business-draft.ts';
import type { DraftHand } from '#ui/form/business-hand.ts';
import { FORM_LABELS } from '#ui/form/business-labels.ts';
import type { Registrant } from '#features/registration/registration-payload.ts';
import type { FieldErrors } from '#ui/form/business-rules.ts';
import { RegistrationSummary } from '#features/registration/registration-summary.tsx';
import { alert, dismissAlert } from '#ui/feedback/alerts.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './registration.module.css';

/** The wording is that of the specification, section 8, spelling included. */
const REFUSED = 'Sorry, we encountered an error. Please try agian later';
const POLICY_FAILED = 'Sorry, there was an error submitting your business. Please try again.';

interface RegistrationReviewProps {
  hand: DraftHand;
  registrant: Registrant;
  refused: FieldErrors;
  onRefused: (fields: FieldErrors) => void;
  onStep: (step: FormStep) => void;
  onSubmitted: () => void;
}

function RefusedFields({ refused, onStep }: Pick<RegistrationReviewProps, 'refused' | 'onStep'>) {
  const fields = Object.keys(FORM_LABELS).filter(
    (name): name is TextField | FileField => name in refused,
  );
  if (fields.length === 0) return null;
  return (
    <ul>
      {fields.map((field) => (
        <li key={field}>
          <Anchor
            component="button"
            type="button"
            onClick={() => onStep(stepOf(field) ?? 'BUSINESS_INFO')}
          >
            {FORM_LABELS[field]}
          </Anchor>
          : {refused[field]}
        </li>
      ))}
    </ul>
  );
}

function uploadSize({ files }: DraftHand['draft']): number {
  return FILE_FIELDS.reduce((sum, field) => {
    const entry = files[field];
    return sum + (entry?.kind === 'chosen' ? entry.file.size : 0);
  }, 0);
}

/** The last look, and Submit. */
export function RegistrationReview(props: RegistrationReviewProps) {
  const { hand, registrant, refused } = props;
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const size = uploadSize(hand.draft);

  const submit = async () => {
    setProcessing(true);
    setFailure(null);
    dismissAlert();
    const outcome = await submitBusiness(hand.draft, registrant, hand.attemptKey());
    if (outcome.kind === 'submitted') {
      await hand.forget();
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
      <RegistrationSummary draft={hand.draft} onEdit={props.onStep} />
      <div className={css.notes} role="alert">
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
