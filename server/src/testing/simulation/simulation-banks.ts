import path from 'node:path';
import { CLEARING_FILE_MAX } from '@tegeka/contract/clearing/clearing.ts';
import { readContent } from '#features/clearing/clearing-files.ts';
import { PACS_003 } from '#features/clearing/iso/iso-debits.ts';
import { fromWireId, wireId } from '#features/clearing/iso/iso-fields.ts';
import type { IsoPart } from '#features/clearing/iso/iso-messages.ts';
import { SETTLEMENT_BANK } from '../../simulator/simulator-bookings.ts';
import { CLEARING_HOUSE } from '../../simulator/simulator-clearing.ts';
import { openFolder } from '../../simulator/simulator-folder.ts';
import { fateOf } from '../../simulator/simulator-payers.ts';
import { openState, type SimulatorState, withStateLock } from '../../simulator/simulator-state.ts';
import { partsOf } from '../iso-samples.ts';
import type { TestServer } from '../test-server.ts';
import type { Chance } from './simulation-chance.ts';
import { type Answer, type Answered, openMisdeeds, type Truth } from './simulation-misdeeds.ts';

/** The simulated banks. They record what they have executed, and do not always report it correctly. */
export interface Banks {
  truth: Truth;
  /** Number of misdeeds by name: see {@link openMisdeeds}. */
  misdeeds: Record<string, number>;
  /** Commits misdeeds about some of the files that were not examined before. */
  misbehave(): Promise<void>;
}

async function readWaiting(place: string): Promise<Answer[]> {
  const folder = openFolder(place);
  const found: Answer[] = [];
  for (const file of await folder.waiting()) {
    // A server may have processed it meanwhile.
    const read = await folder.inbound(file).read(CLEARING_FILE_MAX);
    const text = String(read?.bytes ?? '');
    const parts = await partsOf(text, 60_000).catch((): IsoPart[] => []);
    const [head] = parts;
    const messageId = head?.kind === 'HEADER' ? head.messageId : '';
    found.push({ ...file, messageId, text, parts });
  }
  return found;
}

const SOON_MS = 5000;

/** True while a file of payments goes out, or soon will: the simulator then writes its state. */
const isSending = ({ db, clock }: TestServer['ctx']) =>
  db.asPlatform('what goes out', async (tx) => {
    const soon = new Date(clock.now().getTime() + SOON_MS);
    const row = await tx
      .selectFrom('clearing_files')
      .select('id')
      .where('state', '=', 'READY')
      .where('channel', 'in', [CLEARING_HOUSE, SETTLEMENT_BANK])
      .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<', soon)]))
      .executeTakeFirst();
    return row !== undefined;
  });

/** The debits of a file that the clearing house has got. */
const readDebits = ({ db, keys }: TestServer['ctx'], messageId: string) =>
  db.asPlatform('what was asked for', async (tx) => {
    const file = await tx
      .selectFrom('clearing_files')
      .select('id')
      .where('direction', '=', 'OUT')
      .where('message', '=', PACS_003)
      .where('message_id', '=', messageId)
      .executeTakeFirst();
    const bytes = file && (await readContent(tx, keys, file.id));
    const parts = bytes ? await partsOf(bytes, 60_000) : [];
    return parts.filter((part) => part.kind === 'DEBIT');
  });

/** Records as executed the debits whose money is booked. */
function noteExecuted({ entries, debits }: Answered, state: SimulatorState, truth: Truth): void {
  const paid = debits.filter((debit) => {
    const fate = fateOf(debit, state);
    return fate !== 'SILENT' && fate.later !== null;
  });
  for (const { entryId, direction, batch, items } of entries)
    if (direction === 'CREDIT')
      for (const { instructionId } of batch === null ? items : paid)
        if (instructionId !== null) truth.executed.set(instructionId, fromWireId(entryId));
}

export function openBanks({ ctx, config }: TestServer, chance: Chance, percent: number): Banks {
  const place = path.join(config.dataDir, 'simulator');
  const memory = openState(place);
  const truth: Truth = { executed: new Map(), denied: new Set(), acceptedBy: new Map() };
  const known = Object.entries(openMisdeeds(place, config, { chance, truth }));
  const misdeeds: Record<string, number> = {};
  const seen = new Set<string>();

  /** The waiting answers to files that were not examined before. */
  async function readAnswered(state: SimulatorState): Promise<Answered[]> {
    const found: Answered[] = [];
    // The id of the file that is answered stands in the name of each answer.
    const byFile = Map.groupBy(await readWaiting(place), ({ name }) => name.split('_')[2] ?? '');
    for (const [messageId, answers] of byFile) {
      const ids = answers.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'ENTRY' ? [wireId(part.entryId)] : [])),
      );
      const entries = state.entries.filter(({ entryId }) => ids.includes(entryId));
      if (entries.length === 0 || seen.has(messageId)) continue;
      seen.add(messageId);
      found.push({ messageId, answers, entries, debits: await readDebits(ctx, messageId) });
    }
    return found;
  }

  /** Commits one of the misdeeds that are possible with these answers. */
  async function misdo(of: Answered, state: SimulatorState): Promise<void> {
    const left = [...known];
    while (left.length > 0) {
      const one = chance.pick(left);
      left.splice(left.indexOf(one), 1);
      const [name, misdeed] = one;
      if (!(await misdeed(of, state))) continue;
      misdeeds[name] = (misdeeds[name] ?? 0) + 1;
      return;
    }
  }

  return {
    truth,
    misdeeds,
    async misbehave() {
      if (await isSending(ctx)) return;
      await withStateLock(place, async () => {
        const state = await memory.read();
        for (const of of await readAnswered(state)) {
          noteExecuted(of, state, truth);
          if (chance.percent(percent)) await misdo(of, state);
        }
        await memory.write(state);
      });
    },
  };
}
