const WHOLE = new Intl.NumberFormat('en-GB');

/** A count as people read it, `12,345`; where counting stopped early, `more than 10,000`. */
export function countWords(count: number, capped = false): string {
  return capped ? `more than ${WHOLE.format(count)}` : WHOLE.format(count);
}
