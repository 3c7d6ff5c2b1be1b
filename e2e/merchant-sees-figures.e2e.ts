import { test } from 'node:test';
import { signIn } from './steps/account-steps.ts';
import { OWNER } from './steps/customer-steps.ts';
import { ALL_LOOKS, checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

/** Three debits a day of a business for so many days: every fifth one fails, and one in 20 is returned. */
async function debit(email: string, days: number): Promise<void> {
  await environment.sql(`
    insert into debits (id, organization_id, reference, mandate_id, series_id, customer_id,
      product_id, bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net,
      origin, state, revision, failure_reason, retries_left, settled_at, created_at, updated_at)
    select gen_random_uuid(), organization_id, 'TGD' || translate(lpad(n::text, 10, '0'), '01', 'AB'),
      id, series_id, customer_id, product_id, bank_id, day, day, 'A:story-' || n, amount, 'UGX', 1000,
      150, amount - 1150, 'API', state, 3, failure_reason,  0,
      case when state in ('SETTLED', 'RETURNED') then day end, day, day
    from (select m.organization_id, m.id, m.series_id, m.customer_id, m.product_id, m.bank_id
        from mandates m join merchants using (organization_id)
        where representative_email = '${email}' and m.bank_id is not null
        order by m.id limit 1) mandate,
      (select n, (now() at time zone 'Africa/Kampala')::date - n / 3 as day,
          100000 + n * 7919 % 400000 as amount,
          case when n % 20 = 7 then 'RETURNED' when n % 5 = 1 then 'FAILED' else 'SETTLED' end as state,
          case when n % 20 = 7 then 'DISPUTED' when n % 15 = 1 then 'ACCOUNT_CLOSED'
            when n % 5 = 1 then 'INSUFFICIENT_FUNDS' end as failure_reason
        from generate_series(0, ${days * 3 - 1}) n) debit`);
}

test('a business sees what was settled, what failed and why, by day, week and month', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', OWNER.email);
  await titled(page, 'Mandates');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await titled(page, 'Analytics');
  await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor();
  await checkScreen(page, '280-analytics-empty', ALL_LOOKS);

  await debit(OWNER.email, 80);
  await page.reload();
  await page.getByRole('heading', { name: 'How much was settled each day' }).waitFor();
  await page.getByText('67 of 90 debits that settled or failed: 74%.').waitFor();
  await page.getByRole('img', { name: /^Success rate by day/ }).waitFor();
  await checkScreen(page, '281-analytics', ALL_LOOKS);

  const why = page.getByRole('region', { name: 'Why do debits fail?' });
  await why.getByText('Show as a table').press('Enter');
  const reasons = why.getByRole('table', { name: 'Failure reasons' });
  await reasons.getByRole('link', { name: 'Insufficient funds in the account' }).waitFor();
  await page
    .getByRole('region', { name: /^How much/ })
    .getByText('Show as a table')
    .press('Enter');
  await page.getByRole('table', { name: 'Amounts by day' }).waitFor();
  await checkScreen(page, '282-analytics-tables', ALL_LOOKS);

  await page.getByRole('link', { name: 'Last 90 days' }).press('Enter');
  await page.waitForURL(/period=LAST_90_DAYS/);
  await page.getByRole('heading', { name: 'How much was settled each week' }).waitFor();
  await checkScreen(page, '283-analytics-weeks');
  await page.getByRole('link', { name: 'This year' }).press('Enter');
  await page.getByRole('heading', { name: 'How much was settled each month' }).waitFor();
  await checkScreen(page, '284-analytics-months');

  // A figure leads to what it counts.
  await page.getByRole('link', { name: /^Failed/ }).click();
  await page.waitForURL(/transactions\?.*outcome=FAILED/);
  await titled(page, 'Transactions');
});
