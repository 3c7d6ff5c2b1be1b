import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSignIn, newcomer, signIn } from './steps/account-steps.ts';
import { makeDatabase } from './environment/database-fresh.ts';
import { openProxy } from './environment/database-proxy.ts';
import {
  attach,
  BUSINESS,
  choose,
  fillAccount,
  fillAddress,
  fillBusinessInfo,
  fillRegistration,
  fillTexts,
  goOn,
  readTexts,
  submitRegistration,
} from './steps/registration-steps.ts';
import { OPERATOR } from './steps/review-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, next, says } from './steps/screen-steps.ts';
import { startServer } from './environment/server-process.ts';
import { proves } from './specification/proof-report.ts';
import { openTestEnvironment } from './environment/test-environment.ts';
import { makeAccount } from './environment/state-setup.ts';

const environment = openTestEnvironment();

const NOT_THERE = [/ERR_CONNECTION_REFUSED/, /ERR_EMPTY_RESPONSE/, /ERR_CONNECTION_RESET/];
const NEW_BUSINESS = /404 .*\/merchants\/organization\//;

test('a server that is killed in the middle of a registration loses nothing of it', async (t) => {
  const { server, files } = environment;
  const grace = newcomer('Lakeside', '600001');
  const { page, expects } = await environment.person(t, { expects: [NEW_BUSINESS] });
  await makeAccount(server, grace);
  await signIn(page, server, 'merchant', grace.email, grace.password);
  await fillBusinessInfo(page, files);
  await goOn(page, 'Primary Business Address');
  await fillAddress(page);
  expects(...NOT_THERE);
  await server.kill();
  await goOn(page, 'Primary Bank Account');
  await server.start();
  await fillAccount(page);
  await goOn(page, 'Review your business');
  await server.kill();
  await page.getByRole('button', { name: 'Submit' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /\w/ }).first();
  await alert
    .getByText(/Please try again|try agian/)
    .first()
    .waitFor();
  await checkScreen(page, '70-submit-without-server');
  await server.start();
  await submitRegistration(page);
  await page.goto(server.origin('merchant'));
  await heading(page, 'Business verification in progress');
});

test('a database that is gone for a while is told, and all goes on once it is back', async (t) => {
  const database = await makeDatabase();
  if (!database) return t.skip('needs TEST_DATABASE_URL');
  const line = await openProxy(database.url);
  const server = await startServer({ databaseUrl: line.url });
  t.after(async () => {
    await server.end();
    await line.cut();
    await database.drop();
  });
  const OFF = 'Sorry, server is off. Please contact system administrator.';
  const { page, leave } = await environment.person(t, {
    expects: [/503/, /CallFailed: Sorry, server/],
  });
  await signIn(page, server, 'operator', OPERATOR);
  const { page: stranger, leave: goAway } = await environment.person(t, { expects: [/503/] });
  await stranger.goto(`${server.origin('merchant')}/register/user`);
  await stranger.getByPlaceholder('Your business email').fill('owner@storm.example');
  await line.cut();
  await next(stranger).click();
  await stranger.getByRole('alert').getByText(OFF, { exact: true }).waitFor();
  await checkScreen(stranger, '71-server-off');
  await page.getByRole('button', { name: 'Approvals' }).click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('alert').getByText(OFF, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  proves(t, '8.503');
  assert.equal(await page.getByText(OFF).count(), 1, 'told once');
  await checkScreen(page, '72-server-off-inbox');
  await line.mend();
  await stranger.getByRole('button', { name: 'Dismiss' }).click();
  await next(stranger).click();
  await heading(stranger, 'Verify your Email');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Kololo Clinic' }).waitFor();
  await leave();
  await goAway();
});

test('a submission that is sent twice, or whose answer is lost, makes one request', async (t) => {
  const { server, files } = environment;
  const grace = newcomer('Twice', '600003');
  const { page, context } = await environment.person(t, {
    expects: [NEW_BUSINESS, /ERR_FAILED/, /429/],
  });
  await makeAccount(server, grace);
  await signIn(page, server, 'merchant', grace.email, grace.password);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/merchants'))
      keys.add(request.headers()['idempotency-key']);
  });
  await fillRegistration(page, files);
  // The server does its work, and its answer is lost on the way.
  const devtools = await context.newCDPSession(page);
  const lost: string[] = [];
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    lost.push(request.method);
    void devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  });
  const patterns = [{ urlPattern: '*/api/v1/merchants', requestStage: 'Response' as const }];
  await devtools.send('Fetch.enable', { patterns });
  await page.getByRole('button', { name: 'Submit' }).click();
  await says(page, 'Sorry, we encountered an error. Please try agian later');
  assert.deepEqual(lost, ['POST']);
  await devtools.send('Fetch.disable');
  // A refusal before the call is handled says nothing of the attempt before it.
  const problem = { title: 'That was too often.', code: 'TOO_MANY_REQUESTS', status: 429 };
  await page.route('**/api/v1/merchants', (route) => route.fulfill({ status: 429, json: problem }));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('That was too often.').waitFor();
  await page.unroute('**/api/v1/merchants');
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  await heading(page, 'Your business was submitted');
  const made = await environment.sql(
    `select from merchants where business_name = '${grace.businessName}'`,
  );
  assert.equal(made.length, 1);
  assert.equal(keys.size, 1, 'all attempts have the same idempotency key');
});

test('whoever is quicker than the look into a file loses nothing, and waits for it', async (t) => {
  const { page } = await environment.person(t, { expects: [NEW_BUSINESS] });
  const grace = newcomer('Quick', '600006');
  await makeAccount(environment.server, grace);
  await signIn(page, environment.server, 'merchant', grace.email, grace.password);
  await heading(page, 'Register your Business');
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = async function slowly() {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return new Response(this).arrayBuffer();
    };
  });
  await attach(page, 'Registration Certificate', environment.files.certificate);
  await attach(page, 'Business Logo', environment.files.logo);
  await choose(page, 'Industry', 'Retail');
  await fillTexts(page, BUSINESS);
  await goOn(page, 'Primary Business Address');
  await page.getByRole('button', { name: 'Back' }).click();
  await says(page, 'certificate.pdf', 'logo.png');
  assert.deepEqual(await readTexts(page, Object.keys(BUSINESS)), BUSINESS);
});

test('a session that has ended elsewhere leads to the logout page, and from there on', async (t) => {
  const { server, files } = environment;
  const grace = newcomer('Evening', '600005');
  const { page, context } = await environment.person(t, {
    expects: [NEW_BUSINESS, /401/, /400/, /CallFailed: Please sign in/],
  });
  await makeAccount(server, grace);
  await signIn(page, server, 'merchant', grace.email, grace.password);
  await fillBusinessInfo(page, files);
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.setItem('JWT_TOKEN', 'x.y.z');
    localStorage.setItem('REFRESH_TOKEN', 'not one of ours');
  });
  // An error message must not appear even for a moment: an observer records it.
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver(() => {
        if (/could not be loaded/.test(document.body.innerText)) window.name = 'flashed';
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  await page.reload();
  await page.waitForURL('**/auth/logout');
  assert.equal(await page.evaluate(() => window.name), '');
  await page.goto(server.origin('merchant'));
  await fillSignIn(page, grace.email, grace.password);
  await heading(page, 'Register your Business');
});
