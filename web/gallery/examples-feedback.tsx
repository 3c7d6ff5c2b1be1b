import { useQuery } from '@tanstack/react-query';
import { cache } from '#platform/call/cache.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { alert } from '#platform/device/page.ts';
import { ActionButton } from '#ui/feedback/action-button.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { FlashMessage, flashMessage } from '#ui/feedback/flash-message.tsx';
import { ChoicesFailed, LoadFailed, NoteBox } from '#ui/feedback/note-box.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { Done, type Examples, nothing, Pressed } from './gallery-example.tsx';

const question = {
  heading: 'Disable Amina Nakato?',
  children: <p>Nothing new is collected from her. You can enable her again.</p>,
  action: 'Disable',
  draft: 'gallery question',
  onDone: nothing,
  onClose: nothing,
};
const sent = async () => undefined;
const refused = () => Promise.reject(new CallFailed({ status: 500 }));
const never = () => new Promise<Blob>(nothing);
const reason = { label: 'Reason', hint: 'The history keeps it', missing: 'Say why' };
const SUBMIT = 'dialog button[type=submit]';
const SAVE = '[data-state=saving] button';

function Failure({ error }: { error: CallFailed }) {
  const query = useQuery(
    { queryKey: ['gallery', error.status], queryFn: () => Promise.reject(error), retry: false },
    cache,
  );
  return query.isError ? <LoadFailed what="The figures" query={query} /> : <p>Loading…</p>;
}

const showAlerts = () => {
  alert({ kind: 'success', message: 'Your password is changed.' });
  alert({ kind: 'warning', message: 'The file is large.' });
  alert({ kind: 'error', message: 'Sorry, that email exists', advice: 'Sign in instead.' });
};
const showFlash = () => flashMessage({ place: 'gallery', message: 'Amina Nakato was added.' });

export const feedbackExamples: Examples = {
  ActionButton: {
    states: {
      closed: () => (
        <ActionButton {...question} send={sent} label="Disable" of="the customer Amina Nakato" />
      ),
    },
  },
  ActionDialog: {
    alone: 'example',
    states: {
      plain: () => <ActionDialog {...question} send={sent} />,
      danger: () => <ActionDialog {...question} danger leave="Keep her" send={sent} />,
      'with a reason': () => <ActionDialog {...question} reason={reason} send={sent} />,
      'without its reason': () => (
        <Pressed at={SUBMIT}>
          <ActionDialog {...question} reason={reason} send={sent} />
        </Pressed>
      ),
      sending: () => (
        <Pressed at={SUBMIT}>
          <ActionDialog {...question} send={never} />
        </Pressed>
      ),
      failed: () => (
        <Pressed at={SUBMIT}>
          <ActionDialog {...question} send={refused} />
        </Pressed>
      ),
    },
  },
  AlertsRegion: {
    alone: 'example',
    states: {
      // The page around the gallery has the region.
      'all kinds': () => (
        <Done run={showAlerts}>
          <h1>Alerts</h1>
        </Done>
      ),
    },
  },
  ChoicesFailed: { states: { failed: () => <ChoicesFailed onRetry={nothing} /> } },
  FlashMessage: {
    states: {
      shown: () => (
        <Done run={showFlash}>
          <FlashMessage place="gallery" />
        </Done>
      ),
      nothing: () => <FlashMessage place="elsewhere" />,
    },
  },
  LoadFailed: {
    states: {
      error: () => <Failure error={new CallFailed({ status: 500 })} />,
      offline: () => <Failure error={new CallFailed({ status: 0, offline: true })} />,
    },
  },
  NoteBox: {
    states: {
      good: () => <NoteBox tone="good">Amina Nakato was added.</NoteBox>,
      warning: () => <NoteBox tone="warning">The file waits until 14 April 2026.</NoteBox>,
      bad: () => <NoteBox tone="bad">The file could not be read.</NoteBox>,
      'with a title': () => (
        <NoteBox tone="warning" title="Incomplete documents">
          The certificate is cut off at the bottom.
        </NoteBox>
      ),
    },
  },
  ProgressLine: {
    states: {
      begun: () => <ProgressLine label="Checking" percent={null} text="300 rows" />,
      half: () => <ProgressLine label="Sending" percent={50} text="24 KB of 48 KB" />,
    },
  },
  SaveButton: {
    states: {
      ready: () => (
        <SaveButton name="customers.csv" load={async () => new Blob(['First,Last'])}>
          Save the customers
        </SaveButton>
      ),
      saving: () => (
        <Pressed at={SAVE}>
          <SaveButton name="customers.csv" load={never}>
            Save the customers
          </SaveButton>
        </Pressed>
      ),
    },
  },
};
