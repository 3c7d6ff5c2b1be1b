/** A key that no other device makes, such as the one under which a submission is sent only once. */
export function newKey(): string {
  return crypto.randomUUID();
}
