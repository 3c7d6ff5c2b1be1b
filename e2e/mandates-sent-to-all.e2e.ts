import { test } from 'node:test';
import { openCustomers, OWNER } from './steps/customer-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { demoIsMade, makeWaitingMandate } from './environment/mandate-setup.ts';
import { messageTo } from './environment/outbox-read.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment();

const PAYERS = [
  { firstName: 'Sarah', lastName: 'Namutebi', phone: '0772123987' },
  { firstName: 'Moses', lastName: 'Okello', phone: '0772123988' },
];

test('all payers of a filter are asked, and the screen says how far it is', async (t) => {
  const { server } = environment;
  await demoIsMade(server);
  for (const payer of PAYERS) await makeWaitingMandate(server, OWNER.email, payer, 'LATER');
  const { page } = await environment.person(t);
  await openCustomers(page, server);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Mandates').click();
  await titled(page, 'Mandates');
  await page.getByRole('navigation', { name: 'States' }).getByText('Not sent').click();
  await page.getByRole('button', { name: 'Send to all' }).click();
  const dialog = page.getByRole('dialog', { name: /^Send \d+ requests\?$/ });
  await dialog.getByText(/\d+ SMS and/).waitFor();
  await checkScreen(page, '250-send-to-all');
  await dialog.getByRole('button', { name: /^Send to \d+$/ }).click();
  await page.getByText('Everybody has had their turn').waitFor();
  await checkScreen(page, '251-sent-to-all');
  for (const { phone } of PAYERS)
    await messageTo(server, `+256${phone.slice(1)}`, /may take up to/);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Everybody has had their turn').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('navigation', { name: 'States' }).waitFor();
  await page.getByText('Everybody has had their turn').waitFor({ state: 'detached' });
});
