import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@tegeka/contract/kit/day.ts';
import {
  type GroupStatus,
  type StatusItem,
  writeStatuses,
} from '#features/clearing/iso/iso-answers.ts';
import { type DebitItem, PACS_003 } from '#features/clearing/iso/iso-debits.ts';
import { fromWireId, wireId } from '#features/clearing/iso/iso-fields.ts';
import type { IsoPart } from '#features/clearing/iso/iso-messages.ts';
import { CLEARING_HOUSE } from '../../simulator/simulator-clearing.ts';
import { openFolder } from '../../simulator/simulator-folder.ts';
import { fateOf } from '../../simulator/simulator-payers.ts';
import type { BookedEntry, SimulatorState } from '../../simulator/simulator-state.ts';
import type { TestServer } from '../test-server.ts';
import type { Chance } from './simulation-chance.ts';

/** What banks have really done, whatever they say. */
export interface Truth {
  /** Debits that were executed, by their instruction ids, with the entry that brings the money. */
  executed: Map<string, string>;
  /** Those of them that a bank says it has refused. */
  denied: Set<string>;
  /** Debits that were accepted after that, with the message that says so. */
  acceptedBy: Map<string, string>;
}

/** A file that waits to come in. */
export interface Answer {
  name: string;
  channel: string;
  due: Date;
  messageId: string;
  text: string;
  /** None where it can not be read. */
  parts: IsoPart[];
}

/** The answers to one file of ours that are on their way, and what is booked for it. */
export interface Answered {
  /** As it is written in messages: see {@link wireId}. */
  messageId: string;
  answers: Answer[];
  entries: BookedEntry[];
  /** What it asks for; none where it has no debits. */
  debits: DebitItem[];
}

/** Something that a bank must not do; false where it can not be done with these answers. */
type Misdeed = (of: Answered, state: SimulatorState) => Promise<boolean>;

const HOUR_MS = 3_600_000;
const afterHours = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS);

const isAcceptance = (part: IsoPart) => part.kind === 'STATUS' && part.status === 'ACSC';
const isCredit = (part: IsoPart) => part.kind === 'ENTRY' && part.direction === 'CREDIT';
const isEntry = (part: IsoPart) => part.kind === 'ENTRY';
const isReturn = (part: IsoPart) => part.kind === 'RETURN';

/** The first answer with a matching part. */
const saying = ({ answers }: Pick<Answered, 'answers'>, what: (part: IsoPart) => boolean) =>
  answers.find(({ parts }) => parts.some(what));

const refusal = (originalMessageId: string, reasonCode: string | null): GroupStatus => ({
  originalMessageId,
  status: 'RJCT',
  reasonCode,
  text: null,
});

const refusalOf = (
  messageId: string,
  { instructionId, endToEndId, amount, currency }: DebitItem,
  reasonCode: string | null,
): StatusItem => ({
  ...refusal(messageId, reasonCode),
  instructionId,
  transactionId: null,
  endToEndId,
  amount,
  currency,
  agent: null,
});

/** Reasons for refusing a debit: with a retry, without one, and no reason at all. */
const REASONS = ['AM04', 'MS02', null];
/** Why a file is refused: for technical reasons, or for others. */
const REASONS_OF_FILES = ['TECH', 'FF01', 'DT01', 'AC01', 'AM04', 'MS03', null];

/** What banks must not do with a file that they have received, by name. */
export function openMisdeeds(
  place: string,
  { clearing }: TestServer['config'],
  { chance, truth }: { chance: Chance; truth: Truth },
): Readonly<Record<string, Misdeed>> {
  const folder = openFolder(place);

  async function say(due: Date, groups: readonly GroupStatus[], items: readonly StatusItem[]) {
    const messageId = randomUUID();
    const head = { messageId, createdAt: due, from: clearing.houseBic, to: clearing.bic };
    const text = writeStatuses(head, groups, items, PACS_003);
    await folder.put(CLEARING_HOUSE, due, `said-${messageId}`, text);
    return wireId(messageId);
  }
  const withdraw = (answers: readonly Answer[]) =>
    Promise.all(answers.map(({ name }) => rm(path.join(place, name), { force: true })));

  /** Removes entries before they are reported: their debits count as not executed. */
  function forget(state: SimulatorState, gone: readonly BookedEntry[]): void {
    state.entries = state.entries.filter((entry) => !gone.includes(entry));
    const ids = gone.map(({ entryId }) => fromWireId(entryId));
    for (const [debit, entryId] of truth.executed)
      if (ids.includes(entryId)) truth.executed.delete(debit);
  }

  return {
    /** The file has come twice: the first copy is worked on, the second one is refused. */
    calledDuplicate: async ({ messageId, answers, debits }) => {
      const [first] = answers;
      if (!first || debits.length === 0) return false;
      const due = afterHours(first.due, chance.pick([-1, 1, 24]));
      const code = chance.pick(['AM05', 'DU01']);
      const items = debits.map((debit) => refusalOf(messageId, debit, code));
      if (chance.percent(50)) await say(due, [refusal(messageId, code)], []);
      else await say(due, [], items);
      return true;
    },

    /** The whole file is refused, and nothing of it is executed. */
    fileRefused: async (of, state) => {
      const acceptance = saying(of, isAcceptance);
      if (!acceptance || of.debits.length === 0) return false;
      await withdraw(of.answers);
      forget(state, of.entries);
      const group = refusal(of.messageId, chance.pick(REASONS_OF_FILES));
      const named = chance.percent(50) ? of.debits : [];
      const items = named.map((debit) => refusalOf(of.messageId, debit, chance.pick(REASONS)));
      await say(afterHours(acceptance.due, -1), [group], items);
      return true;
    },

    /** The whole file is refused, and then accepted and paid. */
    fileRefusedThenAccepted: async ({ messageId, answers, debits }) => {
      const acceptance = saying({ answers }, isAcceptance);
      if (!acceptance || debits.length === 0) return false;
      const refused = refusal(messageId, chance.pick(REASONS_OF_FILES));
      await say(afterHours(acceptance.due, -1), [refused], []);
      const accepted = { ...refusal(messageId, null), status: 'ACSC' };
      const said = await say(acceptance.due, [accepted], []);
      for (const { instructionId } of debits) {
        truth.denied.add(instructionId);
        truth.acceptedBy.set(instructionId, said);
      }
      return true;
    },

    /** A debit is refused first, and then accepted and paid. */
    refusedThenAccepted: async (of) => {
      const acceptance = saying(of, isAcceptance);
      if (!acceptance) return false;
      const named = acceptance.parts.map((part) => part.kind === 'STATUS' && part.instructionId);
      const accepted = of.debits.filter(({ instructionId }) => named.includes(instructionId));
      if (accepted.length === 0) return false;
      const debit = chance.pick(accepted);
      truth.denied.add(debit.instructionId);
      truth.acceptedBy.set(debit.instructionId, acceptance.messageId);
      const item = refusalOf(of.messageId, debit, chance.pick(REASONS));
      await say(afterHours(acceptance.due, -1), [], [item]);
      return true;
    },

    /** A debit is accepted first, and then refused, before its money comes or after; or none comes. */
    acceptedThenRefused: async (of, state) => {
      const told = saying(of, isCredit);
      const entry = of.entries.find(({ batch }) => batch !== null);
      const paid = of.debits.filter((debit) => {
        const fate = fateOf(debit, state);
        const isExecuted = truth.executed.has(debit.instructionId);
        return isExecuted && fate !== 'SILENT' && fate.comesBack === null;
      });
      if (!told || !entry?.batch || paid.length === 0) return false;
      const debit = chance.pick(paid);
      if (chance.percent(50)) truth.denied.add(debit.instructionId);
      else {
        // Only the statement reports the rest of the sum.
        await withdraw([told]);
        truth.executed.delete(debit.instructionId);
        entry.amount -= debit.amount;
        entry.batch.count = (entry.batch.count ?? 0) - 1;
        if (entry.amount === 0) forget(state, [entry]);
      }
      const item = refusalOf(of.messageId, debit, chance.pick(REASONS));
      await say(afterHours(told.due, chance.pick([-1, 1])), [], [item]);
      return true;
    },

    /** Debits are returned before their money comes. */
    returnedEarly: async (of) => {
      const [told, back] = [saying(of, isCredit), saying(of, isReturn)];
      if (!told || !back) return false;
      await withdraw([back]);
      await folder.put(back.channel, afterHours(told.due, -1), `early-${randomUUID()}`, back.text);
      return true;
    },

    /** Only the statement reports the money, without references; some of it is taken back the next day. */
    nameless: async (of, state) => {
      const told = of.answers.filter(({ parts }) => parts.some(isEntry));
      if (told.length === 0) return false;
      await withdraw(told);
      for (const entry of of.entries) {
        Object.assign(entry, { batch: null, items: [] });
        if (entry.direction === 'DEBIT' || chance.percent(60)) continue;
        const back = { entryId: randomUUID().replaceAll('-', ''), direction: 'DEBIT' } as const;
        state.entries.push({ ...entry, ...back, bookedOn: addDays(entry.bookedOn, 1) });
      }
      return true;
    },
  };
}
