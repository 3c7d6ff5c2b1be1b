/** What a reason has in it, whatever its case, and what is then shown; the first that fits counts. */
const LABELS = [
  ['sandbox', 'Test'],
  ['timed out', 'Timeout'],
  ['insufficient funds', 'Insufficient funds'],
  ['bad request', 'Bad request'],
  ['unexpected error', 'Unexpected error'],
  ['not permitted', 'Not permitted'],
  ['not allowed', 'Not allowed'],
] as const;

/**
 * What is shown as the reason of a transaction (specification, 8). A reason that is not recognised is
 * shown as it is, but not beside a transaction that is SETTLED; null where nothing is shown.
 */
export function reasonLabel(reason: string | null, transactionStatus: string): string | null {
  const text = reason?.trim() ?? '';
  const found = LABELS.find(([part]) => text.toLowerCase().includes(part));
  if (found) return found[1];
  return text === '' || transactionStatus === 'SETTLED' ? null : text;
}
