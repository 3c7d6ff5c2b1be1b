/** A figure that has to be met. */
export interface Budget {
  what: string;
  limit: number;
  unit: string;
}

/** A budget with what was measured. */
export interface Verdict extends Budget {
  measured: number;
  met: boolean;
}

/** Compares a measured figure with its budget; one that could not be measured is a miss. */
export function judge(budget: Budget, measured: number): Verdict {
  return { ...budget, measured, met: measured <= budget.limit };
}

/** One line for each budget: what, limit, measured, and whether it was missed. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ what, limit, unit, measured, met }) => {
      const figure = `${measured.toFixed(unit === 's' || unit === '×' ? 2 : 0)} ${unit}`;
      return `- ${met ? 'met' : '**MISSED**'}: ${what} ≤ ${limit} ${unit}, measured ${figure}`;
    })
    .join('\n');
}
