/** A figure that has to be met. */
export interface Budget {
  what: string;
  limit: number;
  unit: string;
}

/** A budget with what was measured. */
export interface BudgetResult extends Budget {
  measured: number;
  met: boolean;
}

/** Compares a measured figure with its budget; one that could not be measured is a miss. */
export function judge(budget: Budget, measured: number): BudgetResult {
  return { ...budget, measured, met: measured <= budget.limit };
}

/** One line for each budget: what, limit, measured, and whether it was missed. */
export function describeBudgetResults(budgetResults: readonly BudgetResult[]): string {
  return budgetResults
    .map(({ what, limit, unit, measured, met }) => {
      const figure = `${measured.toFixed(unit === 's' || unit === '×' ? 2 : 0)} ${unit}`;
      return `- ${met ? 'met' : '**MISSED**'}: ${what} ≤ ${limit} ${unit}, measured ${figure}`;
    })
    .join('\n');
}
