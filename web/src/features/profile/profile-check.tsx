import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { sendChange } from '#features/profile/profile-sending.ts';
import { changeInputOf, differencesOf } from '#features/profile/profile-draft.ts';
import { ProfileForm } from '#features/profile/profile-form.tsx';
import type { Draft } from '#ui/form/business-draft.ts';
import type { DraftHand } from '#ui/form/business-hand.ts';
import type { FieldErrors } from '#ui/form/business-rules.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './profile.module.css';

interface ProfileCheckProps {
  data: ProfileData;
  hand: DraftHand;
  onBack: () => void;
  onRefused: (fields: FieldErrors) => void;
  /** What is registered has changed meanwhile. */
  onConflict: (draft: Draft, words: string) => Promise<void>;
  onSent: () => Promise<void>;
}

/** The difference before it is sent. */
export function ProfileCheck({ data, hand, ...props }: ProfileCheckProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [working, run] = useBusy();
  const { draft } = hand;
  const send = async () => {
    setFailure(null);
    const file = draft.files.certificateOfIncorporation;
    const certificate = file?.kind === 'chosen' ? { certificateOfIncorporation: file.file } : {};
    const outcome = await sendChange({
      params: { merchantId: data.profile.merchantId },
      ...{ body: changeInputOf(draft, data), files: certificate },
      idempotencyKey: hand.attemptKey(),
    });
    if (outcome.kind === 'sent') {
      await hand.forget();
      await props.onSent();
    } else if (outcome.kind === 'conflict') {
      hand.dropKey();
      await props.onConflict(draft, outcome.words);
    } else {
      if (outcome.settled) hand.dropKey();
      setFailure(outcome.words);
      props.onRefused(outcome.fields);
    }
  };
  return (
    <ProfileForm
      heading="Check what changes"
      text="This is sent for review. Everything else stays as it is registered."
      action="Send for review"
      working={working}
      back={
        <Button variant="default" onClick={props.onBack}>
          Back
        </Button>
      }
      onSubmit={() => void run(send)}
    >
      <div className={css.set}>
        <dl className={css.fields}>
          {differencesOf(draft, data).map(({ field, label, before, after }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <ChangedValue before={before}>{after}</ChangedValue>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={css.notes} role="alert">
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
    </ProfileForm>
  );
}
