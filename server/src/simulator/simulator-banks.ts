import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type {
  InboundFile,
  OutboundFile,
  Transport,
} from '#features/clearing/clearing-transport.ts';
import type { GroupHeader } from '#features/clearing/iso/iso-header.ts';
import {
  type MandateItem,
  PAIN_011,
  readMandateMessage,
  writeAcceptance,
  writeCancellation,
} from '#features/clearing/iso/iso-mandates.ts';

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
const BY_FIRST_NAME: Readonly<Record<string, Ask>> = {
  declined: word(false),
  unanswered: () => [],
  late: word(true, LATE_DAYS),
  twice: (...asked) => confirms(...asked).flatMap((answer) => [answer, answer]),
  garbled: (...asked) =>
    confirms(...asked).map(({ text }) => ({ text: text.slice(0, -60), afterDays: 0 })),
  leaver: (head, request, original) => [
    ...confirms(head, request, original),
    {
      text: writeCancellation(head(), [{ reference: request.reference, reasonCode: 'MD16' }]),
      afterDays: 1,
    },
  ],
};

function behaviourOf({ debtorName }: Request): Ask {
  const [first = ''] = debtorName.toLowerCase().split(/\s+/);
  return Object.entries(BY_FIRST_NAME).find(([name]) => name === first)?.[1] ?? confirms;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Ids of a file's answers follow from the file: sent again, it is answered with the same bytes. */
function messageIds(bytes: Buffer): () => string {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(bytes).update(String(count)).digest('hex').slice(0, 32);
  };
}

/** When a message was written: its answers bear the same moment, whenever it comes. */
const writtenAt = (bytes: Buffer) =>
  new Date(/<CreDtTm>([^<]+)</.exec(bytes.toString('utf8'))?.[1] ?? 0);

async function answersTo({ channel, bytes }: OutboundFile): Promise<Answer[]> {
  const nextId = messageIds(bytes);
  const answers: Answer[] = [];
  let messageId = '';
  let to = '';
  const createdAt = writtenAt(bytes);
  const head = () => ({ messageId: nextId(), createdAt, from: channel, to });
  for await (const part of readMandateMessage(chunksOf(bytes))) {
    if (part.kind === 'HEADER') {
      ({ messageId } = part);
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
  return answers;
}

/** `20261122T080000000Z_SBICUGKX_0193…_1.xml`: when it is sent, by whom, and for which file. */
const NAME = /^(\d{8}T\d{9}Z)_([A-Z0-9]{8,11})_.*\.xml$/;
const momentOf = (stamped: string) =>
  new Date(stamped.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, '');

/**
 * Banks of a sandbox: they read the real files and answer with real files, which wait in a folder until
 * the business clock has come to their moment.
 */
export function openSimulator(dataDir: string): Transport {
  const folder = path.join(dataDir, 'simulator');

  async function write(name: string, text: string): Promise<void> {
    const draft = path.join(folder, `.${name}`);
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path.join(folder, name));
  }

  function inboundFile(channel: string, name: string): InboundFile {
    const file = path.join(folder, name);
    return {
      channel,
      name,
      expectedSha256: null,
      read: async () => {
        const bytes = await readFile(file);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { size: bytes.length, sha256, bytes };
      },
      settle: () => rm(file, { force: true }),
    };
  }

  const waiting = async (): Promise<string[]> => {
    const names: string[] = await readdir(folder).catch(() => []);
    return names.toSorted((one, other) => one.localeCompare(other, 'en'));
  };

  return {
    nextAt: async () => {
      const [, due] = NAME.exec((await waiting()).find((name) => NAME.test(name)) ?? '') ?? [];
      return due === undefined ? null : momentOf(due);
    },
    send: async (file, at) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const [n, { text, afterDays }] of (await answersTo(file)).entries()) {
        const due = stamp(new Date(at.getTime() + afterDays * DAY_MS));
        await write(`${due}_${file.channel}_${path.parse(file.name).name}_${n}.xml`, text);
      }
    },
    receive: async (channels, most, at) => {
      const names = await waiting();
      return names
        .flatMap((name) => {
          const [, due = '', channel = ''] = NAME.exec(name) ?? [];
          const isDue = due !== '' && due <= stamp(at) && channels.has(channel);
          return isDue ? [inboundFile(channel, name)] : [];
        })
        .slice(0, most);
    },
  };
}
