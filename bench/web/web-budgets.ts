import { type Budget, judge, type BudgetResult } from '../budget.ts';

/** A figure with a budget: seconds, or kilobytes transferred. */
type Figure = 'largestPaint' | 'ready' | 'usable' | 'js' | 'css' | 'total';

/** The limit of a visit's figure on the slow phone. */
interface WebBudget {
  visit: string;
  figure: Figure;
  what: string;
  limit: number;
}

const cold = 'landing page, cold';
const start = 'auth/login to sign-in page';
const after = 'landing page after the sign-in page';

const WEB_BUDGETS: readonly WebBudget[] = [
  { visit: 'register/user', figure: 'largestPaint', what: 'largest paint', limit: 1.8 },
  { visit: 'register/user', figure: 'ready', what: 'email can be typed', limit: 1.8 },
  { visit: 'register/user', figure: 'usable', what: 'Next works', limit: 4.5 },
  { visit: 'register/user', figure: 'js', what: 'JavaScript', limit: 80 },
  { visit: 'register/user', figure: 'css', what: 'CSS', limit: 15 },
  { visit: 'consent page', figure: 'ready', what: 'can be read', limit: 1.2 },
  { visit: 'consent page', figure: 'total', what: 'all of it', limit: 15 },
  { visit: 'sign-in page', figure: 'usable', what: 'usable', limit: 1 },
  { visit: start, figure: 'usable', what: 'usable', limit: 3.5 },
  { visit: start, figure: 'js', what: 'JavaScript', limit: 10 },
  { visit: after, figure: 'usable', what: 'usable', limit: 2.5 },
  { visit: cold, figure: 'usable', what: 'usable', limit: 6 },
  { visit: cold, figure: 'js', what: 'JavaScript', limit: 150 },
  { visit: 'register/business, cold', figure: 'js', what: 'JavaScript', limit: 200 },
  { visit: 'uploads, cold', figure: 'js', what: 'JavaScript', limit: 200 },
  { visit: 'profile, cold', figure: 'js', what: 'JavaScript', limit: 200 },
  { visit: 'reference, cold', figure: 'js', what: 'JavaScript', limit: 200 },
  { visit: 'inbox, cold', figure: 'js', what: 'JavaScript', limit: 200 },
  { visit: 'customers, cold', figure: 'usable', what: 'usable', limit: 6.5 },
  { visit: 'customers, cold', figure: 'js', what: 'JavaScript', limit: 145 },
  ...['transactions', 'products', 'billing', 'analytics'].flatMap((name): WebBudget[] => [
    { visit: `${name}, cold`, figure: 'usable', what: 'usable', limit: 6.5 },
    {
      visit: `${name}, cold`,
      figure: 'js',
      what: 'JavaScript',
      limit: name === 'analytics' ? 260 : 155,
    },
  ]),
];

/**
 * Compares the measured visits with their budgets. `measured` returns milliseconds or kilobytes,
 * or undefined.
 */
export function judgeVisits(
  measured: (visit: string, figure: Figure) => number | undefined,
): BudgetResult[] {
  return WEB_BUDGETS.flatMap(({ visit, figure, what, limit }) => {
    const found = measured(visit, figure);
    if (found === undefined) return [];
    const weighs = figure === 'js' || figure === 'css' || figure === 'total';
    const budget: Budget = { what: `${visit}: ${what}`, limit, unit: weighs ? 'KB' : 's' };
    return [judge(budget, weighs ? found : found / 1000)];
  });
}
