import { useQuery } from '@tanstack/react-query';
import { type ClearingFile, HOUSES } from '@tegeka/contract/clearing.ts';
import { type ExceptionKind, listExceptions } from '@tegeka/contract/exceptions.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { useSession } from '#platform/session/session.ts';
import { ButtonLink } from '#ui/list/empty-state.tsx';

/** What went wrong, in a few words. */
export const KIND_WORDS: Readonly<Record<ExceptionKind, string>> = {
  UNREADABLE: 'File can not be read',
  TOO_LARGE: 'File is too large',
  CHECKSUM: 'File was changed on its way',
  ID_REUSED: 'Id was used before',
  OTHER_SENDER: 'Another sender',
  UNKNOWN_MANDATE: 'Unknown mandate',
  OTHER_BANK: "Another bank's mandate",
  NOT_ASKED: 'Was not asked',
  LATE: 'Answer came too late',
  ENDED: 'Mandate had ended',
  CONTRADICTION: 'Contradicts an answer',
  CANCELLATION_REFUSED: 'Cancellation not accepted',
  FAILED: 'Our work on a file failed',
};

/** What the messages are about, by the beginning of their names. */
const MESSAGES: Readonly<Record<string, string>> = {
  'pain.009': 'Asks to confirm',
  'pain.011': 'Cancels',
  'pain.012': 'Answers',
};

const HOUSE_WORDS: Readonly<Record<string, string>> = {
  'clearing-house': 'Clearing house',
  'settlement-bank': 'Settlement bank',
};

/** Who is at the other end. */
export const partyWords = ({ channel, bank }: Pick<ClearingFile, 'channel' | 'bank'>): string =>
  HOUSE_WORDS[channel] ?? bank?.name ?? channel;

/** Who is no payer's bank, to filter by. */
export const HOUSE_OPTIONS = HOUSES.map((value) => ({ value, label: HOUSE_WORDS[value] ?? value }));

/** The message of a file in words. */
export function messageWords({ message, state }: Pick<ClearingFile, 'message' | 'state'>): string {
  if (message !== null) return MESSAGES[message.slice(0, 8)] ?? message;
  return state === 'RECEIVED' ? 'Not read yet' : 'Can not be read';
}

const openQuery = endpointQuery(listExceptions, { query: { size: 1, state: 'OPEN' } });

function ExceptionsLink() {
  const open = useQuery(openQuery, cache).data?.counts.OPEN;
  return (
    <ButtonLink to="/dashboard/mandates/exceptions" variant="default">
      {open ? `Exceptions (${open.toLocaleString('en')} open)` : 'Exceptions'}
    </ButtonLink>
  );
}

/** The ways between mandates and what goes on with their banks; nothing for who may not see it. */
export function ClearingLinks({ at }: { at: 'mandates' | 'exceptions' | 'clearing-files' }) {
  if (!useSession()?.user.roles.includes('clearing.read')) return null;
  return (
    <>
      {at !== 'mandates' && (
        <ButtonLink to="/dashboard/mandates" variant="default">
          Mandates
        </ButtonLink>
      )}
      {at !== 'exceptions' && <ExceptionsLink />}
      {at !== 'clearing-files' && (
        <ButtonLink to="/dashboard/mandates/clearing-files" variant="default">
          Files
        </ButtonLink>
      )}
    </>
  );
}
