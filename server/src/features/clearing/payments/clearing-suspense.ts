import { postEntries } from '#features/ledger/ledger-store.ts';
import type { InboundContext } from '../clearing-inbound.ts';

/**
 * Posts a booked amount that matches no item to suspense, or takes it out again. Credits are positive, debits
 * negative. The entry carries the operator's organization.
 */
export async function postSuspense(
  { tx, at, readOperator }: Pick<InboundContext, 'tx' | 'at' | 'readOperator'>,
  {
    sourceId,
    amount,
    purpose,
  }: {
    /** The exception, or the item of ours that was found for it. */
    sourceId: string;
    amount: number;
    purpose: 'SUSPENDED' | 'MATCHED' | 'MATCHED_DEBIT';
  },
): Promise<void> {
  const sign = purpose === 'SUSPENDED' ? 1 : -1;
  await postEntries(tx, { sourceKind: 'exception', purpose, at }, [
    {
      organizationId: await readOperator(tx),
      sourceId,
      lines: [
        { account: 'SETTLEMENT_BANK', amount: sign * amount },
        { account: 'SUSPENSE', amount: -sign * amount },
      ],
    },
  ]);
}

/** Posts what the bank has kept of a credit to bank fees, from suspense: the credit is then there in full. */
export async function postBankFee(
  { tx, at, readOperator }: Pick<InboundContext, 'tx' | 'at' | 'readOperator'>,
  /** As for {@link postSuspense}. */
  sourceId: string,
  bankFee: number,
): Promise<void> {
  await postEntries(tx, { sourceKind: 'exception', purpose: 'BANK_FEE', at }, [
    {
      organizationId: await readOperator(tx),
      sourceId,
      lines: [
        { account: 'BANK_FEES', amount: bankFee },
        { account: 'SUSPENSE', amount: -bankFee },
      ],
    },
  ]);
}
