import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBanks } from '#ui/form/business-banks.tsx';
import type { FormStep } from '#features/registration/registration-draft.ts';
import { useDraft } from '#ui/form/business-hand.ts';
import { RegistrationReview } from '#features/registration/registration-review.tsx';
import { furthestStep } from '#features/registration/registration-rules.ts';
import { type FieldErrors, withoutError } from '#ui/form/business-rules.ts';
import { type Step, STEPS } from '#features/registration/registration-search.ts';
import type { RegistrationStart } from '#features/registration/registration-start.ts';
import { RegistrationStep } from '#features/registration/registration-step.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './registration.module.css';

/** What each step is called and says (specification, 2.5). */
const WORDS: Record<FormStep | 'REVIEW', { heading: string; text: string | null }> = {
  BUSINESS_INFO: { heading: 'Register your Business', text: null },
  BUSINESS_ADDRESS: {
    heading: 'Primary Business Address',
    text: 'Enter the primary headquarters as on the legal documents.',
  },
  BUSINESS_BANK: {
    heading: 'Primary Bank Account',
    text: 'Enter the primary account to receive customer payments.',
  },
  REVIEW: { heading: 'Review your business', text: null },
};

const NOT_KEPT =
  'This device can not keep everything you enter. Please finish without closing or reloading this page.';

interface RegistrationWizardProps {
  start: RegistrationStart;
  step: FormStep | 'REVIEW';
  onStep: (step: Step) => void;
}

/** Heading and back arrow of a step; a step that replaces another takes the focus. */
function StepHead({ step, onBack }: { step: FormStep | 'REVIEW'; onBack: (() => void) | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <>
      <div className={css.head}>
        {onBack && (
          <button type="button" className={css.back} aria-label="Back" onClick={onBack}>
            <IconArrowLeft size={20} aria-hidden />
          </button>
        )}
        <span>Step {STEPS.indexOf(step) + 1} of 4</span>
      </div>
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        {WORDS[step].heading}
      </h2>
      {WORDS[step].text && <p className={css.text}>{WORDS[step].text}</p>}
    </>
  );
}

function Notes({ start, lost }: { start: RegistrationStart; lost: boolean }): ReactNode {
  return (
    <div className={css.notes}>
      {start.correcting && start.review && (
        <NoteBox tone="warning" title={start.review.reason}>
          {start.review.comment}
        </NoteBox>
      )}
      {lost && <NoteBox tone="warning">{NOT_KEPT}</NoteBox>}
    </div>
  );
}

/** The registration of a business, step by step. */
export function RegistrationWizard({ start, step: asked, onStep }: RegistrationWizardProps) {
  const hand = useDraft(start.owner, start);
  const [refused, setRefused] = useState<FieldErrors>({});
  const { banks, notice } = useBanks();
  // An address can ask for any step; nobody gets past one that is not finished.
  const furthest = furthestStep(hand.draft);
  const step = STEPS.indexOf(asked) > STEPS.indexOf(furthest) ? furthest : asked;
  const at = STEPS.indexOf(step);
  const goTo = (offset: 1 | -1) => onStep(STEPS[at + offset] ?? 'BUSINESS_INFO');
  return (
    <div className={css.page}>
      <div className={css.card}>
        <StepHead step={step} onBack={step === 'BUSINESS_INFO' ? null : () => goTo(-1)} />
        <Notes start={start} lost={hand.lost} />
        {step === 'REVIEW' ? (
          <RegistrationReview
            hand={hand}
            registrant={start.registrant}
            refused={refused}
            onRefused={setRefused}
            onStep={onStep}
            onSubmitted={() => onStep('SUCCESS')}
          />
        ) : (
          <RegistrationStep
            key={step}
            step={step}
            hand={hand}
            banks={banks}
            notice={step === 'BUSINESS_BANK' ? notice : null}
            comments={start.comments}
            refused={refused}
            onAnswered={(field) => setRefused((before) => withoutError(before, field))}
            onNext={() => goTo(1)}
          />
        )}
      </div>
    </div>
  );
}
