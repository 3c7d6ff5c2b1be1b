/** A state's name as people read it: PENDING_APPROVAL → Pending approval. */
export function statusWords(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
