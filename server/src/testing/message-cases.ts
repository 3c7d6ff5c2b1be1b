import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { DebitItem } from '#features/clearing/iso/iso-debits.ts';
import { instant, wireId } from '#features/clearing/iso/iso-fields.ts';
import type { TestServer } from './test-server.ts';

const CASES = path.join(import.meta.dirname, 'cases');

/** The bytes of a case, about a debit that waits for its answer. Its encoding is kept. */
export async function readCase(
  { config, clock }: TestServer,
  name: string,
  { messageId }: { messageId: string },
  { instructionId, endToEndId, amount }: DebitItem,
): Promise<Buffer> {
  const now = clock.now();
  const values: Record<string, string> = {
    INSTR: wireId(instructionId),
    E2E: endToEndId,
    AMOUNT: String(amount),
    'AMOUNT+150': String(amount + 150),
    ORIGINAL: wireId(messageId),
    NEW: wireId(randomUUID()),
    NEW2: wireId(randomUUID()),
    HOUSE: config.clearing.houseBic,
    ACCOUNT: config.clearing.settlementAccount,
    DAY: isoDay(now),
    NOW: instant(now),
  };
  const text = await readFile(path.join(CASES, name), 'latin1');
  const filled = text.replaceAll(/\{\{([^}]+)\}\}/g, (whole, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name} has an unknown ${whole}`);
    return value;
  });
  return Buffer.from(filled, 'latin1');
}
