import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from './steps/account-steps.ts';
import { checkScreen } from './steps/screen-check.ts';
import { heading, titled } from './steps/screen-steps.ts';
import { openTestEnvironment } from './environment/test-environment.ts';

const environment = openTestEnvironment({ shared: true });
const AMINA = 'amina@nile-traders.example';

const calls = (page: Page) => page.getByRole('navigation', { name: 'Calls' });

async function openReference(page: Page, app: 'merchant' | 'bank'): Promise<void> {
  await page.goto(`${environment.server.origin(app)}/dashboard/api-documentation`);
  await heading(page, 'Tegeka API (sandbox)');
}

/** Parses a curl command of the page as a shell would, and makes the call outside of the browser. */
function run(command: string, token: string): Promise<Response> {
  const [, address = ''] = /"(https?:[^"]+)"/.exec(command) ?? [];
  const [, method = 'GET'] = /-X (\w+)/.exec(command) ?? [];
  const [, body] = /-d '([\s\S]*?)'(?: |$)/.exec(command) ?? [];
  const headers = new Headers();
  for (const [, name = '', value = ''] of command.matchAll(/-H "([^:]+): ([^"]*)"/g))
    headers.set(name, value.replace('$TOKEN', token));
  // Not every machine resolves names under localhost.
  const local = address.replace(/\/\/\w+\.localhost/, '//127.0.0.1');
  return fetch(local, { method, headers, ...(body && { body }) });
}

test('a developer copies a token and makes the first calls as they are written', async (t) => {
  const { page, context } = await environment.person(t);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await signIn(page, environment.server, 'merchant', AMINA);
  const asking = page.waitForRequest(/\/openapi\/sandbox\.json$/);
  await openReference(page, 'merchant');
  const headers = await (await asking).allHeaders();
  assert.equal(headers['application-domain'], 'MERCHANT');
  assert.match(headers['authorization'] ?? '', /^Bearer /);
  await titled(page, 'API Documentation');
  await checkScreen(page, '70-reference-introduction');

  await page.getByRole('button', { name: 'Copy my access token' }).click();
  await page.getByText('Access token copied.').waitFor();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const first = await page.getByRole('region', { name: 'Example: Authentication' }).innerText();
  const me = await run(first, token);
  assert.equal(me.status, 200);
  assert.match(await me.text(), /amina@nile-traders\.example/);

  await calls(page).getByRole('searchbox', { name: 'Find a call' }).fill('add customer');
  await page.waitForURL(/find=add/);
  await calls(page).getByRole('link', { name: 'POST Add a customer' }).click();
  await heading(page, 'Add a customer');
  assert.equal(await calls(page).locator('[aria-current=page]').count(), 1);
  const command = await page.getByRole('region', { name: 'Example in curl' }).innerText();
  assert.match(command, /"Idempotency-Key: /);
  const made = await run(command, token);
  assert.equal(made.status, 201, await made.clone().text());
  const again = await run(command, token);
  assert.deepEqual(await again.json(), await made.json(), 'the same key makes one customer');
  await checkScreen(page, '71-reference-call');
  assert.deepEqual(
    [...new Set(asked)].filter((host) => host !== '' && !host.endsWith('localhost')),
    [],
    'nothing is fetched from elsewhere',
  );
});

/** Kilobytes of scripts transferred for a page with an empty cache. */
async function scriptsOf(page: Page, address: string, ready: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.enable');
  const scripts = new Map<string, string>();
  // By URL: without a cache a preloaded script is transferred twice.
  const bytes = new Map<string, number>();
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.set(requestId, response.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url) bytes.set(url, encodedDataLength);
  });
  await page.goto(address);
  await heading(page, ready);
  await page.waitForLoadState('networkidle');
  return [...bytes.values()].reduce((sum, size) => sum + size, 0) / 1024;
}

test('the reference is light: all of its page stays below 200 KB of scripts', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'merchant', AMINA);
  const address = `${environment.server.origin('merchant')}/dashboard/api-documentation`;
  const weight = await scriptsOf(page, address, 'Tegeka API (sandbox)');
  t.diagnostic(`scripts of the API reference: ${weight.toFixed(1)} KB`);
  assert.ok(weight > 50 && weight < 200, String(weight));
});

test('a call has an address of its own, and calls of every kind can be read', async (t) => {
  const { page } = await environment.person(t);
  await signIn(page, environment.server, 'bank', 'ruth@stanbic.example');
  await openReference(page, 'bank');
  const links = calls(page).getByRole('link');
  const total = await links.count();
  assert.ok(total > 25, String(total));
  for (let at = 1; at < total; at += 4) {
    await links.nth(at).click();
    await calls(page).locator('[aria-current=page]').and(links.nth(at)).waitFor();
    await page.getByRole('heading', { name: 'Refusals', exact: true }).waitFor();
  }
  await page.goto(
    `${environment.server.origin('bank')}/dashboard/api-documentation?operation=decideApprovalRequest`,
  );
  await page.getByText('With decision: "REJECT"').waitFor();
  await checkScreen(page, '72-reference-forms');
  await page.goto(
    `${environment.server.origin('bank')}/dashboard/api-documentation?operation=gone`,
  );
  await page.getByText('There is no call named gone').waitFor();
  await heading(page, 'Tegeka API (sandbox)');
});

test('on a phone the calls are opened by keyboard, chosen, and out of the way again', async (t) => {
  const { page } = await environment.person(t, { phone: true, dark: true });
  await signIn(page, environment.server, 'merchant', AMINA);
  await openReference(page, 'merchant');
  const opener = page.getByRole('button', { name: 'All calls' });
  await opener.focus();
  await page.keyboard.press('Enter');
  assert.equal(await opener.getAttribute('aria-expanded'), 'true');
  await checkScreen(page, '73-reference-contents');
  const link = calls(page).getByRole('link', {
    name: 'POST Upload a CSV or XLSX file of customers',
  });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Upload a CSV or XLSX file/ }).waitFor();
  assert.equal(await opener.getAttribute('aria-expanded'), 'false');
  await checkScreen(page, '74-reference-upload');
});
