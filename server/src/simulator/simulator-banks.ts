import { Readable } from 'node:stream';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { OutboundFile } from '#features/clearing/clearing-transport.ts';
import type { GroupHeader } from '#features/clearing/iso/iso-header.ts';
import {
  type MandateItem,
  PAIN_011,
  writeAcceptance,
  writeCancellation,
} from '#features/clearing/iso/iso-mandates.ts';
import { readIsoMessage } from '#features/clearing/iso/iso-messages.ts';
import { replyTo } from './simulator-answers.ts';
import type { Folder } from './simulator-folder.ts';
import { firstName } from './simulator-payers.ts';

/** A file that a bank of the simulator sends, and after how many days of the business clock. */
interface Answer {
  text: string;
  afterDays: number;
}

/** The longest deadline of a bank in the demo, and one day more. */
const LATE_DAYS = 8;

type Request = Extract<MandateItem, { kind: 'REQUEST' }>;
type Ask = (head: () => GroupHeader, request: Request, originalMessageId: string) => Answer[];

const word =
  (accepted: boolean, afterDays = 0): Ask =>
  (head, { reference }, originalMessageId) => [
    {
      text: writeAcceptance(head(), [
        { originalMessageId, reference, accepted, reasonCode: accepted ? null : 'AC01' },
      ]),
      afterDays,
    },
  ];
const confirms = word(true);

/** What a bank does about a mandate, by the first name of the account; everybody else is confirmed. */
const BY_FIRST_NAME = new Map<string, Ask>([
  ['declined', word(false)],
  ['unanswered', () => []],
  ['late', word(true, LATE_DAYS)],
  ['twice', (...asked) => confirms(...asked).flatMap((answer) => [answer, answer])],
  [
    'garbled',
    (...asked) =>
      confirms(...asked).map(({ text }) => ({ text: text.slice(0, -60), afterDays: 0 })),
  ],
  [
    'leaver',
    (head, request, original) => [
      ...confirms(head, request, original),
      {
        text: writeCancellation(head(), [{ reference: request.reference, reasonCode: 'MD16' }]),
        afterDays: 1,
      },
    ],
  ],
]);

const behaviourOf = ({ debtorName }: Request): Ask =>
  BY_FIRST_NAME.get(firstName(debtorName)) ?? confirms;

/** Answers to pain.009 and pain.011 of the bank that has the channel. */
export async function answerMandates(folder: Folder, file: OutboundFile, at: Date): Promise<void> {
  const { channel, bytes } = file;
  const reply = replyTo(folder, file);
  const answers: Answer[] = [];
  let messageId = '';
  let to = '';
  let createdAt = at;
  const head = () => ({ messageId: reply.nextId(), createdAt, from: channel, to });
  for await (const part of readIsoMessage(Readable.from([bytes]))) {
    if (part.kind === 'HEADER') {
      // Answers have the time of the inquiry: where it comes twice, they have the same bytes.
      ({ messageId, createdAt } = part);
      to = part.from ?? '';
    } else if (part.kind === 'REQUEST') {
      answers.push(...behaviourOf(part)(head, part, messageId));
    } else if (part.kind === 'CANCELLATION') {
      const { reference } = part;
      const accepted = {
        originalMessageId: messageId,
        reference,
        accepted: true,
        reasonCode: null,
      };
      answers.push({ text: writeAcceptance(head(), [accepted], PAIN_011), afterDays: 0 });
    }
  }
  for (const { text, afterDays } of answers)
    await reply.put(channel, new Date(at.getTime() + afterDays * DAY_MS), text);
}
