import { useQuery } from '@tanstack/react-query';
import type { DebitView } from '@tegeka/contract/debits/debit-views.ts';
import {
  ANSWER_FILE,
  ANSWER_FILES,
  ANSWER_MAX,
  answerDispute,
  type Dispute,
  type DisputeState,
  getDispute,
  getDisputeView,
} from '@tegeka/contract/debits/disputes.ts';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { useState } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { config } from '#platform/config/config.ts';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { LoadFailed, NoteBox } from '#ui/feedback/note-box.tsx';
import { errorOfFile } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';

type Disputed = Pick<DebitView, 'id' | 'dispute' | 'customerBankName'>;

/** The dispute of a debit of a business. It is not asked for where there is none. */
export function useDispute(merchantId: string, { id, dispute }: Disputed) {
  const query = endpointQuery(getDispute, { params: { merchantId, transactionId: id } });
  return useQuery({ ...query, enabled: dispute !== null }, cache);
}

/** The dispute of a debit, for operators and the payer's bank. */
export function useDisputeView({ id, dispute }: Disputed) {
  const query = endpointQuery(getDisputeView, { params: { transactionId: id } });
  return useQuery({ ...query, enabled: dispute !== null }, cache);
}

/** Why a business can not answer; null where it can. `today` is empty until it is known. */
export function whyNoAnswer(dispute: Dispute | undefined, today: string): string | null {
  if (!dispute) return 'The dispute is not loaded yet.';
  if (dispute.state !== 'OPEN') return 'The bank has decided on this dispute.';
  if (today <= dispute.answerUntil) return null;
  return `You could answer until ${showDay(dispute.answerUntil)}.`;
}

const NOTES: Record<DisputeState, { tone: 'warning' | 'bad' | 'good'; title: string }> = {
  OPEN: { tone: 'warning', title: 'Disputed by the payer' },
  ACCEPTED: { tone: 'bad', title: 'The dispute was accepted' },
  REFUSED: { tone: 'good', title: 'The dispute was refused' },
  LAPSED: { tone: 'warning', title: 'The dispute was not decided in time' },
};

/** What holds and what comes next. */
function nextOf({ state, refusal, answer, answerUntil }: Dispute, bankName: string): string {
  switch (state) {
    case 'OPEN': {
      const who = config().domain === 'MERCHANT' ? 'You' : 'The business';
      if (answer !== null)
        return `${who} answered on ${showDay(answer.at)}. ${bankName} decides next.`;
      return `${bankName} decides. ${who} can answer until ${showDay(answerUntil)}.`;
    }
    case 'ACCEPTED':
      return `${bankName} returns the money to the payer.`;
    case 'REFUSED':
      return `${bankName} says: ${refusal}`;
    case 'LAPSED':
      return `${bankName} did not decide. The debit stands, and the payer can dispute it again.`;
  }
}

interface DisputeNoteProps {
  debit: Disputed;
  query: ReturnType<typeof useDispute>;
}

/** A dispute in the drawer of its debit: what the payer says, what comes next, and the answer of the business. */
export function DisputeNote({ debit, query }: DisputeNoteProps) {
  const dispute = query.data;
  if (debit.dispute === null) return null;
  if (query.isLoadingError) return <LoadFailed what="The dispute" query={query} />;
  if (!dispute) return null;
  const { reason, openedAt, openedBy, answer } = dispute;
  const said = openedBy === 'BANK' ? `The payer told ${debit.customerBankName}` : 'The payer wrote';
  // Operators check no answers: they may not open the documents.
  const isOpen = config().domain !== 'OPERATOR';
  return (
    <>
      <NoteBox {...NOTES[dispute.state]}>
        <p>
          {said} on {showDay(openedAt)}: “{reason}”
        </p>
        <p>{nextOf(dispute, debit.customerBankName)}</p>
      </NoteBox>
      {answer && (
        <SummaryCard
          title="Answer of the business"
          rows={[
            ['Sent', showMoment(answer.at)],
            ['Text', answer.text],
            ...answer.files.map(
              (file, n) =>
                [
                  `Document ${n + 1}`,
                  isOpen ? <StoredDocument key={file.id} label="Document" {...file} /> : file.name,
                ] as const,
            ),
          ]}
        />
      )}
    </>
  );
}

/** A chosen document of an answer, and what is wrong with it. */
interface Chosen {
  file: File;
  error: string | null;
}

interface AnswerDialogProps {
  merchantId: string;
  debit: Disputed;
  refresh: () => void;
  onClose: () => void;
}

/** The answer of a business to a dispute: a text and up to three documents. */
export function AnswerDialog({ merchantId, debit, refresh, onClose }: AnswerDialogProps) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const choose = async (at: number, file: File) => {
    const next = { file, error: await errorOfFile(file, ANSWER_FILE) };
    setChosen((before) => [...before.slice(0, at), next, ...before.slice(at + 1)]);
  };
  // One more field than documents, while more can be added.
  const fields = ANSWER_FILES.slice(0, chosen.length + 1);
  const files = Object.fromEntries(ANSWER_FILES.map((part, at) => [part, chosen[at]?.file]));
  return (
    <ActionDialog
      heading="Answer the dispute"
      action="Send the answer"
      draft={`answer ${debit.id}`}
      reason={{
        label: 'Why is the debit right?',
        hint: `${debit.customerBankName} reads it. You can answer once.`,
        missing: 'Say why the debit is right',
        max: ANSWER_MAX,
      }}
      check={() => chosen.every(({ error }) => error === null)}
      send={(text = '') =>
        call(answerDispute, {
          params: { merchantId, transactionId: debit.id },
          body: { text },
          files,
        }).finally(refresh)
      }
      onDone={() => flashMessage({ place: debit.id, message: 'The bank has your answer.' })}
      onClose={onClose}
      below={fields.map((part, at) => {
        const one = chosen[at];
        return (
          <FileField
            key={part}
            label={`Document ${at + 1} (optional)`}
            note="Such as a contract or a receipt: PDF, JPG or PNG, up to 10 MB"
            part={ANSWER_FILE}
            file={one ? { name: one.file.name, size: one.file.size, previewUrl: null } : null}
            {...(one?.error && { error: one.error })}
            onChoose={(file) => void choose(at, file)}
            onRemove={() => setChosen((before) => before.filter((_, n) => n !== at))}
          />
        );
      })}
    >
      <p>Your answer and the documents go to the officers of the bank who decide.</p>
    </ActionDialog>
  );
}
