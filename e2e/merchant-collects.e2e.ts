import { test } from 'node:test';
import { makeActiveMandate } from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { proves } from './specification/proof-mark.ts';
import { openCustomers, OWNER } from './steps/customer-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-words.ts';

const environment = openTestEnvironment();

const PAYER = { firstName: 'Sarah', lastName: 'Namutebi', phone: '0772123987' };
const NAME = 'Sarah Namutebi';

test('a business collects by hand: a refusal stands at its field, charge and duty are negated', async (t) => {
  const { server } = environment;
  await makeActiveMandate(server, OWNER.email, PAYER);
  const { page } = await environment.person(t, { expects: [/status of 400/] });
  await openCustomers(page, server);
  await page.goto(`${server.origin('merchant')}/dashboard/mandates/transactions/new`);
  const form = page.getByRole('dialog', { name: 'Collect' });
  await form.getByRole('combobox', { name: 'Mandate' }).fill('namutebi');
  await page.getByRole('option', { name: new RegExp(NAME) }).click();
  await form.getByLabel('Your reference').fill('INV-77');
  await form.getByLabel('Amount').fill('900,000');
  await form.getByRole('button', { name: 'Collect' }).click();
  await form.getByText('The mandate allows USh 250,000 per debit').waitFor();
  await checkScreen(page, '260-collect-refused');
  await form.getByLabel('Amount').fill('100,000');
  await form.getByRole('button', { name: 'Collect' }).click();
  await titled(page, 'Transactions');
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  await row.getByText('-USh 1,000', { exact: true }).waitFor();
  await row.getByText('-USh 150', { exact: true }).waitFor();
  await checkScreen(page, '261-transactions');
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: `From ${NAME}` });
  await drawer.getByText('Only what has failed can be tried again.').waitFor();
  await checkScreen(page, '262-transaction');
  proves(t, '9.charge', '9.duty', '3.transaction');
});
