import type { DebitItem } from '#features/clearing/iso/iso-debits.ts';
import type { GroupHeader } from '#features/clearing/iso/iso-header.ts';
import { type IsoPart, readIsoMessage } from '#features/clearing/iso/iso-messages.ts';
import type { TransferItem } from '#features/clearing/iso/iso-transfers.ts';

/** The parts that are read from a file which arrives in chunks of `size` bytes. */
export async function partsOf(file: string | Uint8Array, size = 1000): Promise<IsoPart[]> {
  const bytes = Buffer.from(file);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: IsoPart[] = [];
  for await (const part of readIsoMessage(pieces())) parts.push(part);
  return parts;
}

export const SAMPLE_HEAD: GroupHeader = {
  messageId: '0193b000-0000-7000-8000-0000000000a1',
  createdAt: new Date('2026-11-23T06:00:00Z'),
  from: 'TEGEUGKA',
  to: 'UGCHUGKA',
};

export const SAMPLE_DEBIT: DebitItem = {
  instructionId: '0193b000-0000-7000-8000-0000000000b1',
  endToEndId: '0193b000-0000-7000-8000-0000000000c1',
  amount: 150_000,
  currency: 'UGX',
  collectOn: '2026-11-23',
  oneOff: false,
  mandateReference: 'TGK23456789AB',
  signedOn: '2026-11-01',
  creditorName: 'Tegeka',
  creditorId: 'UG00TGK0001',
  creditorAccount: '1010009876543',
  creditorAgent: 'SBICUGKX',
  ultimateCreditor: 'Jinja Academy & Sons <Ltd>',
  debtorName: 'Grace Nakato',
  debtorAccount: '9030001234567',
  debtorAgent: 'DFCUUGKA',
  categoryPurpose: 'OTHR',
  purpose: null,
  text: 'School fees, term 3',
};

/** So many debits, each with an id and a payer of its own. */
export const sampleDebits = (count: number): DebitItem[] =>
  Array.from({ length: count }, (_, n) => ({
    ...SAMPLE_DEBIT,
    instructionId: `0193b000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    debtorName: `Grace Nakato ${n}`,
  }));

export const SAMPLE_TRANSFER: TransferItem = {
  instructionId: '0193b000-0000-7000-8000-0000000000d1',
  endToEndId: '0193b000-0000-7000-8000-0000000000d2',
  amount: 1_250_000,
  currency: 'UGX',
  creditorName: 'Jinja Academy',
  creditorAccount: '3010004567890',
  creditorAgent: 'CERBUGKA',
  text: 'Payout of 23/11/2026',
};
