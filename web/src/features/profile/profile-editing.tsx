import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchProfileData, type ProfileData } from '#features/profile/profile-calls.ts';
import {
  CHANGE_EDIT,
  CONTACT_EDIT,
  correctedOf,
  differencesOf,
  keptNumber,
  type ProfileEdit,
} from '#features/profile/profile-edits.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { session } from '#platform/session/session.ts';
import { ChangedFields } from '#ui/detail/changed-value.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { type DraftErrors, DraftForm, DraftNotes } from '#ui/form/draft/draft-form.tsx';
import { type Draft, type DraftStart, startDraft } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors, LoadedOptions } from '#ui/form/draft/field-errors.ts';
import { commentsOf, fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';
import { useFieldDraft } from '#ui/form/draft/use-field-draft.ts';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';
import layout from '#ui/shell/layout.module.css';

interface EditorProps {
  name: 'contact' | 'change';
  data: ProfileData;
  /** True for the look at the difference before it is sent. */
  checking: boolean;
  onStep: (step: 'details' | 'check') => void;
  onSent: () => Promise<void>;
}

const ownerOf = ({ name, basis }: ProfileEdit, data: ProfileData) => ({
  name,
  email: session.current()?.user.email ?? '',
  basis: basis(data),
});

/** Sends a draft; where others were faster, lays it over what is registered now. */
function useProfileTask(edit: ProfileEdit, props: EditorProps, start: DraftStart) {
  const handle = useFieldDraft(ownerOf(edit, props.data), start);
  const [data, setData] = useState(props.data);
  const [overtaken, setOvertaken] = useState(start.isOlder ? edit.overtaken(data, null) : null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [working, run] = useBusy();
  const fail = async (error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    // A refusal settles it: nothing was made, and a next try is a new one.
    if (error.status >= 400 && error.status < 500) handle.dropKey();
    if (error.problem?.code !== edit.conflict) {
      const fields = fieldErrorsOf(error.problem);
      setFailure(error.words());
      setRefused(fields);
      if (edit === CHANGE_EDIT && Object.keys(fields).length > 0) props.onStep('details');
      return;
    }
    const now = await fetchProfileData(data.profile.merchantId);
    handle.rebase(ownerOf(edit, now), edit.fresh(now));
    setData(now);
    setOvertaken(edit.overtaken(now, error.words()));
  };
  const send = (draft: Draft) =>
    run(async () => {
      setFailure(null);
      try {
        await edit.send(draft, data, handle.attemptKey());
      } catch (error) {
        return fail(error);
      }
      await handle.remove();
      await props.onSent();
    });
  const check = (draft: Draft, loaded: LoadedOptions): DraftErrors | null => {
    const errors = edit.errorsOf(draft, data, loaded);
    if (Object.keys(errors).length > 0)
      return { errors, message: 'Please correct the marked fields.' };
    const isSame = edit === CHANGE_EDIT && differencesOf(draft, data).length === 0;
    return isSame ? { errors, message: 'Nothing was changed yet.' } : null;
  };
  return { handle, data, overtaken, failure, refused, setRefused, working, send, check };
}

type Task = ReturnType<typeof useProfileTask>;

function Notes({ task: { overtaken, handle }, review }: { task: Task; review: ProfileReview }) {
  return (
    <div
      className={`${layout.stack} ${layout.notes} ${layout.above} ${layout.measure}`}
      role="alert"
    >
      {overtaken && (
        <NoteBox tone="warning" title={overtaken.title}>
          <p>{overtaken.text}</p>
        </NoteBox>
      )}
      <DraftNotes handle={handle} review={review} />
    </div>
  );
}
type ProfileReview = NonNullable<ProfileData['change']>['review'] | undefined;

/** The difference before it is sent. */
function Check({ task, onBack }: { task: Task; onBack: () => void }) {
  const { handle, data, failure, working, send } = task;
  return (
    <GuestCard wide entered heading="Check what changes">
      <Text c="dimmed" mt="xs">
        This is sent for review. Everything else stays as it is registered.
      </Text>
      <div className={layout.messages}>
        <ChangedFields fields={differencesOf(handle.draft, data)} />
      </div>
      <div className={layout.messages} role="alert">
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
      <div className={`${layout.row} ${layout.below}`}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={working} onClick={() => void send(handle.draft)}>
          Send for review
        </Button>
      </div>
    </GuestCard>
  );
}

interface EditingProps {
  edit: ProfileEdit;
  props: EditorProps;
  start: DraftStart;
}

function Editing({ edit, props, start }: EditingProps) {
  const task = useProfileTask(edit, props, start);
  const { handle, data, failure, refused, setRefused, working, send, check } = task;
  const { banks, notice } = useBankOptions();
  // The part of the form that the address names takes the focus.
  const part = location.hash.slice(1);
  useEffect(() => document.getElementById(part)?.focus(), [part]);
  const isReviewed = edit === CHANGE_EDIT;
  const review = isReviewed ? correctedOf(data)?.review : null;
  const number = keptNumber(handle.draft, data);
  // An address can ask for any step; nobody sends what is not finished, or nothing.
  if (isReviewed && props.checking && !check(handle.draft, { bank: banks })) {
    return (
      <>
        <Notes task={task} review={review} />
        <Check task={task} onBack={() => props.onStep('details')} />
      </>
    );
  }
  return (
    <>
      <Notes task={task} review={review} />
      <GuestCard wide entered={part === ''} heading={edit.heading}>
        <Text c="dimmed" mt="xs">
          {edit.text}
        </Text>
        <DraftForm
          sets={edit.sets}
          handle={handle}
          refused={refused}
          failure={failure}
          notice={isReviewed && notice}
          loaded={{ bank: banks }}
          comments={commentsOf(review?.corrections ?? [])}
          keeps={number === null ? {} : { accountNumber: number }}
          onRefused={setRefused}
          check={(draft) => check(draft, { bank: banks ?? [] })}
          onPassed={(draft) => (isReviewed ? props.onStep('check') : void send(draft))}
          actions={
            <>
              <Button
                variant="default"
                component={Link}
                to="/dashboard/profile"
                onClick={() => !isReviewed && void handle.remove()}
              >
                Cancel
              </Button>
              <Button type="submit" loading={working}>
                {isReviewed ? 'Next' : 'Save'}
              </Button>
            </>
          }
        />
      </GuestCard>
    </>
  );
}

/** A form in the place of the profile: contact data, or a change of legal and bank data. */
export function ProfileEditor(props: EditorProps) {
  const { name, data } = props;
  const edit = name === 'contact' ? CONTACT_EDIT : CHANGE_EDIT;
  const [start, setStart] = useState<DraftStart | null>(null);
  useEffect(() => {
    // Read once: from then on the form knows better.
    if (!start) void startDraft(ownerOf(edit, data), edit.fresh(data)).then(setStart);
  }, [start, edit, data]);
  return start ? <Editing edit={edit} props={props} start={start} /> : <WaitNotice />;
}
