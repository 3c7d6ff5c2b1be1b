import { Button } from '@mantine/core';
import type { Bank } from '@tegeka/contract/banks.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FormStep, STEP_FIELDS } from '#features/registration/registration-draft.ts';
import { FILE_FIELDS, type FileField, type TextField } from '#ui/form/business-draft.ts';
import { BusinessField } from '#ui/form/business-field.tsx';
import { BusinessFile } from '#ui/form/business-file.tsx';
import type { DraftHand } from '#ui/form/business-hand.ts';
import { errorsOfStep } from '#features/registration/registration-rules.ts';
import { type FieldErrors, withoutError } from '#ui/form/business-rules.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './registration.module.css';

type Field = TextField | FileField;

interface RegistrationStepProps {
  step: FormStep;
  hand: DraftHand;
  /** The banks to choose from; null while they are not there. */
  banks: readonly Bank[] | null;
  /** What stands above the fields, such as that the banks could not be loaded. */
  notice?: ReactNode;
  comments: FieldErrors;
  /** What the server said of fields at the last submission. */
  refused: FieldErrors;
  onAnswered: (field: Field) => void;
  onNext: () => void;
}

const isFile = (field: Field): field is FileField => FILE_FIELDS.some((known) => known === field);

/** The name came with the account: it is asked for only where somebody has found fault with it. */
const asked = (field: Field, { comments, refused }: RegistrationStepProps) =>
  field !== 'businessName' || Boolean(comments.businessName ?? refused.businessName);

interface StepFieldProps extends Pick<RegistrationStepProps, 'hand' | 'banks' | 'onAnswered'> {
  field: Field;
  error: string | undefined;
  comment: string | undefined;
}

/** One field of a step, bound to the draft. */
function StepField({ field, hand, banks, onAnswered, error, comment }: StepFieldProps) {
  const { texts, files } = hand.draft;
  const common = { error, comment };
  if (isFile(field)) {
    const change = (file: (typeof files)[FileField]) => {
      hand.setFile(field, file);
      onAnswered(field);
    };
    return (
      <BusinessFile
        {...common}
        field={field}
        file={files[field]}
        onChange={change}
        onLook={hand.lookInto}
      />
    );
  }
  const change = (text: string, shown: string) => {
    if (field === 'bank') hand.setBank(text, shown);
    else hand.setText(field, text);
    onAnswered(field);
  };
  return (
    <BusinessField {...common} field={field} value={texts[field]} banks={banks} onChange={change} />
  );
}

/** One step of the registration: its fields and Next. */
export function RegistrationStep(props: RegistrationStepProps) {
  const { step, hand, banks, comments, refused } = props;
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const next = async (event: FormEvent) => {
    event.preventDefault();
    const draft = await hand.settled();
    const found = errorsOfStep(step, draft, step === 'BUSINESS_BANK' ? (banks ?? []) : null);
    setMessage(found?.message ?? null);
    setErrors(found?.fields ?? {});
    if (found) setTries(tries + 1);
    else props.onNext();
  };
  const answered = (field: Field) => {
    setErrors((before) => withoutError(before, field));
    setMessage(null);
    props.onAnswered(field);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void next(event)}>
      {props.notice && <div className={css.notes}>{props.notice}</div>}
      <div className={css.fields}>
        {STEP_FIELDS[step]
          .filter((field) => asked(field, props))
          .map((field) => (
            <div key={field} className={isFile(field) ? css.wide : undefined}>
              <StepField
                field={field}
                hand={hand}
                banks={banks}
                error={errors[field] ?? refused[field]}
                comment={comments[field]}
                onAnswered={answered}
              />
            </div>
          ))}
      </div>
      <div className={css.notes} role="alert">
        {message && <NoteBox tone="bad">{message}</NoteBox>}
      </div>
      <div className={css.actions}>
        <Button type="submit">Next</Button>
      </div>
    </form>
  );
}
