import { useState } from 'react';
import { fetchProfileData, type ProfileData } from '#features/profile/profile-calls.ts';
import { ProfileCheck } from '#features/profile/profile-check.tsx';
import { ProfileDetails } from '#features/profile/profile-details.tsx';
import { NOT_KEPT } from '#features/profile/profile-form.tsx';
import { correctedOf, differencesOf } from '#features/profile/profile-draft.ts';
import { errorsOfChange } from '#features/profile/profile-rules.ts';
import { changeOver, type ChangeStart } from '#features/profile/profile-start.ts';
import { useBanks } from '#ui/form/business-banks.tsx';
import type { Draft } from '#ui/form/business-draft.ts';
import { useDraft } from '#ui/form/business-hand.ts';
import { type FieldErrors, withoutError } from '#ui/form/business-rules.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './profile.module.css';

/** What a reload says where the server would refuse what was typed before. */
const OLDER = 'The data of the business have changed since you began.';

type ChangeStep = 'details' | 'check';

interface ProfileChangeProps {
  data: ProfileData;
  start: ChangeStart;
  step: ChangeStep;
  onStep: (step: ChangeStep) => void;
  onSent: () => Promise<void>;
}

interface StepsProps extends ProfileChangeProps {
  /** That what is registered has changed meanwhile. */
  told: string | null;
  onConflict: (draft: Draft, words: string) => Promise<void>;
}

function Notes({ data, told, lost }: Pick<StepsProps, 'data' | 'told'> & { lost: boolean }) {
  const review = correctedOf(data)?.review;
  return (
    <div className={css.told} role="alert">
      {told && (
        <NoteBox tone="warning" title={told}>
          What you changed is kept. It stands below, beside what is registered now.
        </NoteBox>
      )}
      {review && (
        <NoteBox tone="warning" title={review.reason}>
          {review.comment}
        </NoteBox>
      )}
      {lost && <NoteBox tone="warning">{NOT_KEPT}</NoteBox>}
    </div>
  );
}

function ChangeSteps(props: StepsProps) {
  const { data, start, onStep } = props;
  const hand = useDraft(start.owner, start);
  const [refused, setRefused] = useState<FieldErrors>({});
  const { banks, notice } = useBanks();
  // An address can ask for any step; nobody sends what is not finished, or nothing.
  const unfinished = Object.keys(errorsOfChange(hand.draft, data, banks)).length > 0;
  const ready = !unfinished && differencesOf(hand.draft, data).length > 0;
  const notes = <Notes data={data} told={props.told} lost={hand.lost} />;
  if (props.step === 'check' && ready) {
    return (
      <>
        {notes}
        <ProfileCheck
          {...{ data, hand, onConflict: props.onConflict, onSent: props.onSent }}
          onBack={() => onStep('details')}
          onRefused={(fields) => {
            setRefused(fields);
            if (Object.keys(fields).length > 0) onStep('details');
          }}
        />
      </>
    );
  }
  return (
    <>
      {notes}
      <ProfileDetails
        {...{ data, hand, banks, notice, refused }}
        onAnswered={(field) => setRefused((before) => withoutError(before, field))}
        onNext={() => onStep('check')}
      />
    </>
  );
}

/** A change of legal or bank data, from what is registered to what is sent. */
export function ProfileChange(props: ProfileChangeProps) {
  const [held, setHeld] = useState({ data: props.data, start: props.start, round: 0 });
  const [told, setTold] = useState<string | null>(props.start.isOlder ? OLDER : null);
  const conflict = async (draft: Draft, words: string) => {
    const data = await fetchProfileData(held.data.profile.merchantId);
    const start = await changeOver(draft, held.start, data);
    setHeld({ data, start, round: held.round + 1 });
    setTold(words);
  };
  return (
    <ChangeSteps
      key={held.round}
      {...props}
      {...{ data: held.data, start: held.start, told }}
      onConflict={conflict}
    />
  );
}
