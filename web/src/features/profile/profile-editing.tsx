import { Button } from '@mantine/core';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import { correctedOf, differencesOf } from '#features/profile/profile-change.ts';
import { CHANGE_EDIT, CONTACT_EDIT, type ProfileEdit } from '#features/profile/profile-edits.ts';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import { ChangedFields } from '#ui/detail/changed-fields.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { DraftFields } from '#ui/form/draft/draft-fields.tsx';
import { DraftForm, NOT_KEPT } from '#ui/form/draft/draft-form.tsx';
import { useDraftStart, useDraftTask } from '#ui/form/draft/draft-task.ts';
import type { DraftStart } from '#ui/form/draft/field-draft.ts';
import { FormCard, FormSet } from '#ui/form/draft/form-card.tsx';
import { commentsOf } from '#ui/form/draft/merchant-form.ts';
import { WaitNotice } from '#ui/shell/wait-notice.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './profile.module.css';

interface EditorProps {
  name: 'contact' | 'change';
  data: ProfileData;
  /** True for the look at the difference before it is sent. */
  checking: boolean;
  onStep: (step: 'details' | 'check') => void;
  onSent: () => Promise<void>;
}

interface EditingProps extends EditorProps {
  edit: ProfileEdit;
  start: DraftStart;
}

type Task = ReturnType<typeof useDraftTask<ProfileData>>;

function Notes({ task, review }: { task: Task; review: ProfileReview }) {
  const { overtaken, hand } = task;
  return (
    <div className={css.told} role="alert">
      {overtaken && (
        <NoteBox tone="warning" title={overtaken.title}>
          <p>{overtaken.text}</p>
        </NoteBox>
      )}
      {review && (
        <NoteBox tone="warning" title={review.reason}>
          {review.comment}
        </NoteBox>
      )}
      {hand.lost && <NoteBox tone="warning">{NOT_KEPT}</NoteBox>}
    </div>
  );
}
type ProfileReview = NonNullable<ProfileData['change']>['review'];

/** The difference before it is sent. */
function Check({ task, onBack }: { task: Task; onBack: () => void }) {
  const { hand, data, failure, working, send } = task;
  return (
    <FormCard
      heading="Check what changes"
      text="This is sent for review. Everything else stays as it is registered."
    >
      <div className={layout.messages}>
        <ChangedFields fields={differencesOf(hand.draft, data)} />
      </div>
      <div className={layout.messages} role="alert">
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
      <div className={css.actions}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={working} onClick={() => void send(hand.draft)}>
          Send for review
        </Button>
      </div>
    </FormCard>
  );
}

function Editing({ edit, start, onStep, ...props }: EditingProps) {
  const onRefused = () => edit.isReviewed && onStep('details');
  const task = useDraftTask(edit, props.data, start, { onSent: props.onSent, onRefused });
  const { hand, data, failure, refused, setRefused, working, send } = task;
  const { banks, notice } = useBankOptions();
  const review = edit.isReviewed ? (correctedOf(data)?.review ?? null) : null;
  // An address can ask for any step; nobody sends what is not finished, or nothing.
  const isReady = !edit.check(hand.draft, data, { bank: banks });
  const notes = <Notes task={task} review={review} />;
  if (edit.isReviewed && props.checking && isReady) {
    return (
      <>
        {notes}
        <Check task={task} onBack={() => onStep('details')} />
      </>
    );
  }
  const actions = (
    <>
      <ProfileLink look="default" {...(!edit.isReviewed && { onLeave: () => void hand.remove() })}>
        Cancel
      </ProfileLink>
      <Button type="submit" loading={working}>
        {edit.isReviewed ? 'Next' : 'Save'}
      </Button>
    </>
  );
  return (
    <>
      {notes}
      <FormCard heading={edit.heading} text={edit.text}>
        <DraftForm
          hand={hand}
          refused={refused}
          failure={failure}
          actions={actions}
          onRefused={setRefused}
          check={(draft) => edit.check(draft, data, { bank: banks ?? [] })}
          onPassed={(draft) => (edit.isReviewed ? onStep('check') : void send(draft))}
        >
          {(errors, onChanged) => (
            <>
              {edit.isReviewed && <div className={layout.messages}>{notice}</div>}
              {edit.sets.map(({ part, title, fields }) => (
                <FormSet key={part ?? ''} part={part} title={title}>
                  <DraftFields
                    fields={fields}
                    hand={hand}
                    errors={errors}
                    onChanged={onChanged}
                    loaded={{ bank: banks }}
                    comments={commentsOf(review?.corrections ?? [])}
                    keeps={edit.keeps(data)}
                    registered={edit.registered(data)}
                  />
                </FormSet>
              ))}
            </>
          )}
        </DraftForm>
      </FormCard>
    </>
  );
}

/** A form in the place of the profile: contact data, or a change of legal and bank data. */
export function ProfileEditor(props: EditorProps) {
  const edit = props.name === 'contact' ? CONTACT_EDIT : CHANGE_EDIT;
  const start = useDraftStart(edit, props.data);
  return start ? <Editing {...props} edit={edit} start={start} /> : <WaitNotice />;
}
