/** A unique key, for example an idempotency key. */
export function newKey(): string {
  return crypto.randomUUID();
}
