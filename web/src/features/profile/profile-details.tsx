import type { Bank } from '@tegeka/contract/banks.ts';
import { type ReactNode, useState } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { correctedOf, differencesOf, keptNumber } from '#features/profile/profile-draft.ts';
import { ProfileForm } from '#features/profile/profile-form.tsx';
import { CHANGE_SETS, errorsOfChange, isFile } from '#features/profile/profile-rules.ts';
import type { FileField, TextField } from '#ui/form/business-draft.ts';
import { BusinessField } from '#ui/form/business-field.tsx';
import { BusinessFile } from '#ui/form/business-file.tsx';
import type { DraftHand } from '#ui/form/business-hand.ts';
import { commentsOf } from '#ui/form/business-refusals.ts';
import { type FieldErrors, withoutError } from '#ui/form/business-rules.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './profile.module.css';

type Field = TextField | FileField;

interface ProfileDetailsProps {
  data: ProfileData;
  hand: DraftHand;
  banks: readonly Bank[] | null;
  /** What stands above the fields, such as that the banks could not be loaded. */
  notice: ReactNode;
  /** What the server said of fields at the last try. */
  refused: FieldErrors;
  onAnswered: (field: Field) => void;
  onNext: () => void;
}

type ChangeFieldProps = Pick<ProfileDetailsProps, 'data' | 'hand' | 'banks' | 'onAnswered'> & {
  field: Field;
  error: string | undefined;
};

/** One field of the form, bound to the draft. */
function ChangeField({ field, data, hand, banks, error, onAnswered }: ChangeFieldProps) {
  const { texts, files } = hand.draft;
  const comment = commentsOf(correctedOf(data)?.review?.corrections ?? [])[field];
  const common = { error, comment };
  if (isFile(field)) {
    // Without another one the registered document stays.
    const registered = { kind: 'stored', stored: data.profile.certificateOfIncorporation } as const;
    const file = files[field];
    return (
      <BusinessFile
        {...common}
        field={field}
        file={file}
        stays={file?.kind === 'stored' && file.stored.id === registered.stored.id}
        onLook={hand.lookInto}
        onChange={(other) => {
          hand.setFile(field, other ?? registered);
          onAnswered(field);
        }}
      />
    );
  }
  const change = (text: string, shown: string) => {
    if (field === 'bank') hand.setBank(text, shown);
    else hand.setText(field, text);
    onAnswered(field);
  };
  return (
    <BusinessField
      {...common}
      field={field}
      value={texts[field]}
      banks={banks}
      keeps={field === 'accountNumber' ? keptNumber(data) : undefined}
      onChange={change}
    />
  );
}

/** Legal and bank data, filled in as they are registered, to be changed. */
export function ProfileDetails(props: ProfileDetailsProps) {
  const { data, hand, banks, refused } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const next = async () => {
    const draft = await hand.settled();
    const found = errorsOfChange(draft, data, banks ?? []);
    const wrong = Object.keys(found).length > 0;
    setErrors(found);
    const same = !wrong && differencesOf(draft, data).length === 0;
    setMessage(
      wrong ? 'Please correct the marked fields.' : same ? 'Nothing was changed yet.' : null,
    );
    if (!wrong && !same) props.onNext();
  };
  const answered = (field: Field) => {
    setErrors((before) => withoutError(before, field));
    setMessage(null);
    props.onAnswered(field);
  };
  return (
    <ProfileForm
      heading="Change legal or bank data"
      text="Change what is new, as it stands in the legal documents. We check every change; until it is approved, everything stays as it is."
      action="Next"
      working={false}
      onSubmit={() => void next()}
    >
      <div className={css.notes}>{props.notice}</div>
      {CHANGE_SETS.map(({ part, title, fields }) => (
        <fieldset key={part} id={part} tabIndex={-1} className={css.set}>
          <legend>{title}</legend>
          <div className={css.inputs}>
            {fields.map((field) => (
              <div key={field} className={isFile(field) ? css.wide : undefined}>
                <ChangeField
                  {...{ field, data, hand, banks, onAnswered: answered }}
                  error={errors[field] ?? refused[field]}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <div className={css.notes} role="alert">
        {message && <NoteBox tone="bad">{message}</NoteBox>}
      </div>
    </ProfileForm>
  );
}
