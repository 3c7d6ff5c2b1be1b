import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { submitChange } from '@tegeka/contract/merchants/merchant-changes.ts';
import { useEffect, useState } from 'react';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import {
  changeDraft,
  CHANGED_SETS,
  changeInputOf,
  checkChange,
  correctedOf,
  differencesOf,
  keptNumber,
} from '#features/profile/profile-change.ts';
import { call } from '#platform/call/call.ts';
import { session } from '#platform/session/session.ts';
import { ChangedFields } from '#ui/detail/changed-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { useBankOptions } from '#ui/form/draft/bank-options.tsx';
import { DraftForm, DraftNotes } from '#ui/form/draft/draft-form.tsx';
import { type DraftStart, startDraft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { commentsOf } from '#ui/form/draft/merchant-form.ts';
import { useDraftSubmit } from '#ui/form/draft/use-draft-submit.ts';
import { useFieldDraft } from '#ui/form/draft/use-field-draft.ts';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';
import layout from '#ui/shell/layout.module.css';

interface ChangeFormProps {
  data: ProfileData;
  /** True for the step that shows the difference before it is sent. */
  checking: boolean;
  onStep: (step: 'details' | 'check') => void;
  onSent: () => Promise<void>;
  /** Somebody else changed the data: the form starts again from the current data, with the draft. */
  onOvertaken: () => void;
}

const CHANGE_TEXT =
  'Change what is new, as it stands in the legal documents. We check every change; until it is approved, everything stays as it is.';
const CHECK_TEXT = 'This is sent for review. Everything else stays as it is registered.';

/** The owner of the draft. A draft of another attempt is ignored and deleted. */
function ownerOf(data: ProfileData) {
  const corrected = correctedOf(data);
  return {
    name: 'change',
    email: session.current()?.user.email ?? '',
    basis: corrected ? `${corrected.id} ${corrected.attempt}` : 'new',
  };
}

function LoadedForm({ data, start, ...props }: ChangeFormProps & { start: DraftStart }) {
  const handle = useFieldDraft(ownerOf(data), start);
  const { draft } = handle;
  const [refused, setRefused] = useState<FieldErrors>({});
  const { failure, sending, send } = useDraftSubmit(handle, (fields, code) => {
    if (code === 'DETAILS_CHANGED' && !handle.lost) return props.onOvertaken();
    setRefused(fields);
    if (Object.keys(fields).length > 0) props.onStep('details');
  });
  const { banks, notice } = useBankOptions();
  // The part of the form that the address names takes the focus.
  const part = location.hash.slice(1);
  useEffect(() => document.getElementById(part)?.focus(), [part]);
  const review = correctedOf(data)?.review;
  const number = keptNumber(draft, data);
  const sendChange = (idempotencyKey: string) => {
    const params = { merchantId: data.profile.merchantId };
    const body = changeInputOf(draft, data);
    return call(submitChange, { params, body, files: uploadsOf(draft), idempotencyKey });
  };
  // The step comes from the address: an unfinished or unchanged draft cannot be sent.
  const isChecked = props.checking && !checkChange(draft, data, { bank: banks });
  return (
    <>
      <div className={`${layout.stack} ${layout.notes} ${layout.above}`} role="alert">
        {start.isOlder && (
          <NoteBox tone="warning" title="The data of the business have changed since you began.">
            <p>What you changed is kept. It stands below, beside what is registered now.</p>
          </NoteBox>
        )}
        <DraftNotes handle={handle} review={review} />
      </div>
      <GuestCard
        key={String(isChecked)}
        wide
        entered={isChecked || part === ''}
        heading={isChecked ? 'Check what changes' : 'Change legal or bank data'}
      >
        <Text c="dimmed" mt="xs">
          {isChecked ? CHECK_TEXT : CHANGE_TEXT}
        </Text>
        {isChecked ? (
          <>
            <div className={layout.messages}>
              <ChangedFields fields={differencesOf(draft, data)} />
            </div>
            <div className={layout.messages} role="alert">
              {failure && <NoteBox tone="bad">{failure}</NoteBox>}
            </div>
            <div className={`${layout.row} ${layout.below}`}>
              <Button variant="default" onClick={() => props.onStep('details')}>
                Back
              </Button>
              <Button loading={sending} onClick={() => void send(sendChange, props.onSent)}>
                Send for review
              </Button>
            </div>
          </>
        ) : (
          <DraftForm
            sets={CHANGED_SETS}
            handle={handle}
            refused={refused}
            failure={failure}
            notice={notice}
            loaded={{ bank: banks }}
            comments={commentsOf(review?.corrections ?? [])}
            keeps={number === null ? {} : { accountNumber: number }}
            onRefused={setRefused}
            check={(typed) => checkChange(typed, data, { bank: banks ?? [] })}
            onPassed={() => props.onStep('check')}
            actions={
              <>
                <Button variant="default" component={Link} to="/dashboard/profile">
                  Cancel
                </Button>
                <Button type="submit">Next</Button>
              </>
            }
          />
        )}
      </GuestCard>
    </>
  );
}

/** The form for a change of legal and bank data, shown instead of the profile. */
export function ProfileChangeForm(props: ChangeFormProps) {
  const { data } = props;
  const [start, setStart] = useState<DraftStart | null>(null);
  useEffect(() => {
    // Read once: from then on the form has the newest input.
    if (!start) void startDraft(ownerOf(data), changeDraft(data)).then(setStart);
  }, [start, data]);
  return start ? <LoadedForm {...props} start={start} /> : <WaitNotice />;
}
