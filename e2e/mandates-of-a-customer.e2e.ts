import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCustomers, openCustomer, OWNER } from './steps/customer-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { titled } from './steps/screen-steps.ts';
import { fieldsOf } from './environment/http-call.ts';
import {
  listOf,
  makeActiveMandate,
  makeWaitingMandate,
  ownerOf,
} from './environment/mandate-setup.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { reloadWithDrafts } from './environment/browser-storage.ts';

const environment = openTestEnvironment();

const PAYER = { firstName: 'Sarah', lastName: 'Namutebi', phone: '0772123987' };
const NAME = 'Sarah Namutebi';

test('from a customer one sees their mandates, all of them in the list, and asks for another', async (t) => {
  const { server } = environment;
  const reference = await makeActiveMandate(server, OWNER.email, PAYER);
  const { page } = await environment.person(t);
  await openCustomers(page, server);
  await page.getByRole('searchbox').fill('namutebi');
  const drawer = await openCustomer(page, NAME);
  await drawer.getByRole('link', { name: reference }).waitFor();
  await checkScreen(page, '240-customer-mandates');
  await drawer.getByRole('link', { name: 'See it in the list' }).click();
  await titled(page, 'Mandates');
  await page.getByText(`Customer: ${NAME}, ${PAYER.phone}`).waitFor();
  await page.getByText('1 entry', { exact: true }).waitFor();
  await checkScreen(page, '241-mandates-of-customer');
  await page.goBack();

  await drawer.getByRole('link', { name: 'New mandate' }).click();
  const form = page.getByRole('dialog', { name: 'New mandate' });
  const chosen = form.getByRole('combobox', { name: 'Customer', exact: true });
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('dialog input')?.value.startsWith(name),
    NAME,
  );
  const firstDay = form.getByLabel('First day', { exact: true });
  await firstDay.fill('31/13/2027');
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.getByText('Enter a day, such as 21/11/2026').waitFor();
  await firstDay.fill('1-1-27');
  await firstDay.blur();
  await form.getByText('Friday, 1 January 2027').waitFor();
  assert.equal(await firstDay.inputValue(), '01/01/2027');
  await form.getByRole('button', { name: 'Open the calendar' }).first().waitFor();
  await reloadWithDrafts(page);
  await form.getByText('It is not saved yet.').waitFor();
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('dialog input')?.value.startsWith(name),
    NAME,
  );
  assert.equal(await chosen.inputValue(), `${NAME}, ${PAYER.phone}`);
  await form.getByText('This customer has open mandates').waitFor();
  await form.getByRole('link', { name: reference }).waitFor();
  await checkScreen(page, '241-mandate-beside-another');
});

test('a customer who is new is added from the mandate, which waits with all that was typed', async (t) => {
  const { server } = environment;
  const { page } = await environment.person(t);
  await openCustomers(page, server);
  await page.goto(`${server.origin('merchant')}/dashboard/mandates/new`);
  const form = page.getByRole('dialog', { name: 'New mandate' });
  await form.getByLabel('Last day', { exact: true }).fill('31 Dec 2031');
  const open = () => form.getByRole('link', { name: 'Add a customer' }).click();
  await open();
  const added = page.getByRole('dialog', { name: 'Add customer' });
  await added.getByRole('button', { name: 'Cancel' }).click();
  await form.getByText('Wednesday, 31 December 2031').waitFor();
  await open();
  await added.getByLabel('First name').fill('Joan');
  await added.getByLabel('Last name').fill('Kirabo');
  await added.getByLabel('Reference number').fill('KIRABO-1');
  await added.getByLabel('Phone number').fill('0772 123 994');
  await added.getByRole('button', { name: 'Add customer' }).click();
  await form.getByText('Wednesday, 31 December 2031').waitFor();
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('dialog input')?.value.startsWith('Joan Kirabo'),
  );
});

test('open mandates are found among many newer ones that have ended', async (t) => {
  const { server } = environment;
  const payer = { firstName: 'Agnes', lastName: 'Apio', phone: '0772123990' };
  const reference = await makeWaitingMandate(server, OWNER.email, payer, 'LATER');
  const { owner, base } = await ownerOf(server, OWNER.email);
  const { content } = await owner.ask(`${base}/mandates?search=${reference}`);
  const [open] = listOf(content);
  const customerId = fieldsOf(open?.['customer'])['id'];
  const json = {
    customerId,
    amountKind: 'FIXED',
    amount: 250_000,
    schedule: { kind: 'MONTHLY', day: 5 },
    start: open?.['start'],
    consentWay: 'PAGE',
    send: false,
  };
  for (let n = 0; n < 21; n += 1) {
    const { id } = await owner.ask(`${base}/mandates`, { json });
    const reason = 'Made by mistake';
    await owner.ask(`${base}/mandates/${String(id)}/cancel`, { json: { reason } });
  }
  const { page } = await environment.person(t);
  await openCustomers(page, server);
  await page.goto(
    `${server.origin('merchant')}/dashboard/mandates/new?customerId=${String(customerId)}`,
  );
  const form = page.getByRole('dialog', { name: 'New mandate' });
  await form.getByText('This customer has open mandates').waitFor();
  await form.getByRole('link', { name: reference }).waitFor();
  assert.equal(await form.getByRole('link', { name: /^TGK/ }).count(), 1);
});

test('who has no mobile number is offered the signed form alone', async (t) => {
  const { server } = environment;
  const { owner, base } = await ownerOf(server, OWNER.email);
  const made = { lastName: 'Okot', middleName: '', email: 'okot@example.com' };
  for (const [firstName, phoneNumber] of [
    ['Peter', ''],
    ['Paul', '0414 123987'],
    ['Mary', '0772 123989'],
  ])
    await owner.ask(`${base}/customers`, {
      json: { ...made, firstName, phoneNumber, customerReferenceNumber: `OKOT-${firstName}` },
    });
  const { page } = await environment.person(t);
  await openCustomers(page, server);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Mandates').click();
  await page.getByRole('link', { name: 'New mandate' }).first().click();
  const form = page.getByRole('dialog', { name: 'New mandate' });
  const way = form.getByLabel('How the customer agrees');
  const offered = async (name: string) => {
    await form.getByRole('combobox', { name: 'Customer', exact: true }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name} Okot`) }).click();
    const hint = form.getByText('This customer has no mobile number');
    await hint.waitFor({ state: name === 'Mary' ? 'detached' : 'visible' });
    return way.getByRole('option').allInnerTexts();
  };
  for (const name of ['Peter', 'Paul']) {
    assert.deepEqual(await offered(name), ['Choose', 'On a signed form']);
    assert.equal(await way.inputValue(), 'FORM');
    await form.getByLabel('Account number').waitFor();
  }
  assert.equal((await offered('Mary')).length, 4);
});

test('the terms of an active mandate are changed: the payer of a higher amount is asked, the present one goes on', async (t) => {
  const { server } = environment;
  const payer = { firstName: 'Grace', lastName: 'Auma', phone: '0772123988' };
  const reference = await makeActiveMandate(server, OWNER.email, payer);
  const { page, expects } = await environment.person(t);
  await openCustomers(page, server);
  await page.getByRole('searchbox').fill('auma');
  const customer = await openCustomer(page, 'Grace Auma');
  await customer.getByRole('link', { name: reference }).click();
  const drawer = page.getByRole('dialog', { name: 'Mandate of Grace Auma' });
  await drawer.getByRole('link', { name: 'Change terms' }).click();
  const form = page.getByRole('dialog', { name: `Change ${reference}` });
  await form.getByText('The payer reads').waitFor();
  const way = form.getByLabel('How the customer agrees');
  await way.selectOption({ label: 'By answering an SMS' });
  await form.getByLabel("Payer's bank").selectOption({ label: 'Stanbic Bank Uganda' });
  await form.getByLabel('Account number').fill('9030 0055 5566');
  await form.getByText(/ending in 5566.* Taken each month on the 5th, from /).waitFor();
  await checkScreen(page, '243-mandate-change-sms');
  await way.selectOption({ label: 'On a page, by link' });
  expects(/400/);
  await form.getByLabel('Maximum per debit').fill('1,000');
  await form.getByRole('button', { name: 'Change the mandate' }).click();
  await form.getByText('The maximum per debit is less than the amount due').waitFor();
  await checkScreen(page, '243-mandate-change');
  await form.getByLabel('Maximum per debit').fill('900,000');
  await form.getByRole('button', { name: 'Change the mandate' }).click();
  await drawer.getByText(/^Request sent to .+\. TG\w+ continues until it is active\.$/).waitFor();
  await drawer.getByText('Waiting for customer').first().waitFor();
  await checkScreen(page, '244-mandate-changed');
  await drawer.getByRole('link', { name: reference }).click();
  await drawer.getByText('Change of terms').waitFor();
  await drawer.getByRole('link', { name: 'Change terms' }).waitFor();
});

test('the figures lead to what they count, and filters are taken away one by one', async (t) => {
  const { page } = await environment.person(t);
  await openCustomers(page, environment.server);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Mandates').click();
  await titled(page, 'Mandates');
  const due = page.getByRole('link', { name: /^Due in 7 days/ });
  await due.getByText(/^USh \d/).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  const lines = await page.getByRole('region', { name: 'Figures' }).boundingBox();
  assert.ok(lines && lines.height < 80, 'the figures are one line on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await due.click();
  await titled(page, 'Transactions');
  await page.getByRole('button', { name: 'Remove Day' }).waitFor();
  assert.match(page.url(), /outcome=DUE/);
  await page.goBack();
  const tile = page.getByRole('link', { name: /^Active mandates/ });
  await tile.getByText(/^\d/).waitFor();
  await tile.click();
  await page.waitForURL(/status=ACTIVE/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('namutebi');
  await page.getByRole('option', { name: new RegExp(NAME) }).click();
  await checkScreen(page, '242-mandates-filters');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(`Customer: ${NAME}, ${PAYER.phone}`).waitFor();
  await page.getByText('1 entry', { exact: true }).waitFor();
});
