import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import {
  FORM_STEPS,
  errorsOfStep,
  type FormStep,
  REGISTRATION_STEPS,
  type Step,
  stepAfter,
  stepToShow,
} from '#features/registration/registration-form.ts';
import { RegistrationReview } from '#features/registration/registration-review.tsx';
import type { RegistrationStart } from '#features/registration/registration-start.ts';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { DraftForm, DraftNotes } from '#ui/form/draft/draft-form.tsx';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { type DraftHandle, useFieldDraft } from '#ui/form/draft/use-field-draft.ts';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import guest from '#ui/shell/guest.module.css';
import { StepCard } from '#ui/steps/step-card.tsx';
import layout from '#ui/shell/layout.module.css';

interface FormStepProps {
  step: FormStep;
  handle: DraftHandle;
  comments: FieldErrors;
  /** Errors of fields from the last submission. */
  refused: FieldErrors;
  onRefused: (refused: FieldErrors) => void;
  onNext: () => void;
}

/** A form step: its fields and the button Next. */
function RegistrationStep({ step, handle, comments, refused, onRefused, onNext }: FormStepProps) {
  const { banks, notice } = useBankOptions();
  const { businessName, ...others } = FORM_STEPS.find((known) => known.step === step)?.fields ?? {};
  // The account has the name already: it is an input only after a comment or a refusal.
  const asked = comments['businessName'] ?? refused['businessName'];
  const fields = businessName && asked ? { businessName, ...others } : others;
  return (
    <DraftForm
      handle={handle}
      check={(draft) => errorsOfStep(step, draft, { bank: banks ?? [] })}
      sets={[{ fields }]}
      comments={comments}
      loaded={{ bank: banks }}
      notice={'bank' in fields && notice}
      refused={refused}
      onRefused={onRefused}
      onPassed={onNext}
      actions={<Button type="submit">Next</Button>}
    />
  );
}

interface RegistrationWizardProps {
  start: RegistrationStart;
  step: FormStep | 'REVIEW';
  onStep: (step: Step) => void;
}

export function RegistrationWizard({ start, step: asked, onStep }: RegistrationWizardProps) {
  const handle = useFieldDraft(start.owner, start);
  const [refused, setRefused] = useState<FieldErrors>({});
  const step = stepToShow(asked, handle.draft);
  return (
    <StepCard steps={REGISTRATION_STEPS} at={step} onStep={onStep}>
      <div className={layout.messages}>
        <DraftNotes handle={handle} review={start.review} />
      </div>
      {step === 'REVIEW' ? (
        <RegistrationReview
          handle={handle}
          registrant={start.registrant}
          refused={refused}
          onRefused={setRefused}
          onStep={onStep}
          onSubmitted={() => onStep('SUCCESS')}
        />
      ) : (
        <RegistrationStep
          step={step}
          handle={handle}
          refused={refused}
          comments={start.comments}
          onRefused={setRefused}
          onNext={() => onStep(stepAfter(step))}
        />
      )}
    </StepCard>
  );
}

/** The end of the registration (specification, 2.5.5). */
export function RegistrationSuccess() {
  return (
    <GuestCard
      heading="Your business was submitted"
      wide
      centred
      entered
      icon={<IconCheck size={40} aria-hidden />}
    >
      <p className={guest['lead']}>
        Your business information is being reviewed. You will be notified on email.
      </p>
    </GuestCard>
  );
}
