/** A table in Markdown; every column but the first is aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The value in the middle; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}
