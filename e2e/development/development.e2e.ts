import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openPerson } from '../environment/browser-person.ts';
import { type Development, startDevelopment } from './development-process.ts';
import { openBrowser } from '../environment/test-run.ts';
import { typeSignIn } from '../steps/account-steps.ts';
import { checkScreen } from '../steps/screen-check.ts';
import { landing } from '../steps/screen-steps.ts';

let browser: Browser;
let development: Development;
before(async () => {
  browser = await openBrowser();
  development = await startDevelopment();
});
after(async () => {
  await development.end();
  await browser.close();
});

/** A person with more patience: what is shown first is compiled first. */
async function openDeveloper(t: TestContext): Promise<Page> {
  const { page, context } = await openPerson(browser, t);
  context.setDefaultTimeout(60_000);
  return page;
}

test('while developing, a changed component is seen without losing the state of the screen', async (t) => {
  const { server, edit } = development;
  const page = await openDeveloper(t);
  await typeSignIn(page, server, 'merchant', 'amina@nile-traders.example');
  await landing(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('z');
  const edited = performance.now();
  await edit(
    'web/src/ui/shell/search-dialog.tsx',
    'Type the beginning of a name',
    'Type some letters of a name',
  );
  await page.getByText('Type some letters of a name').waitFor();
  t.diagnostic(`a component was seen after ${Math.round(performance.now() - edited)} ms`);
  assert.equal(await field.inputValue(), 'z', 'what was typed in the changed component');
});

test('while developing, a changed handler answers without another command', async (t) => {
  const { server, edit } = development;
  const count = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/banks`);
    // A call that was under way when the server ended.
    if (!answer.ok) return Number.POSITIVE_INFINITY;
    const banks: unknown[] = await answer.json();
    return banks.length;
  };
  assert.ok((await count()) > 1);
  const edited = performance.now();
  await edit(
    'server/src/features/banks/banks-routes.ts',
    'readOfferedBanks(tx, now))',
    'readOfferedBanks(tx, now).then((banks) => banks.slice(0, 1)))',
  );
  while ((await count()) > 1) await pause(50);
  t.diagnostic(`a handler answered after ${Math.round(performance.now() - edited)} ms`);
});

test('while developing, the pages of all apps and of payers are there', async (t) => {
  const { server } = development;
  const page = await openDeveloper(t);
  for (const [app, email] of [
    ['operator', 'olivia@operator.example'],
    ['bank', 'ruth@stanbic.example'],
  ] as const) {
    await typeSignIn(page, server, app, email);
  }
  await page.goto(`${server.origin('merchant')}/register/user`);
  await page.getByPlaceholder('Your business email').waitFor();
  await page.goto(server.origin('consumer'));
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('while developing, the gallery shows every component, accessible in both colour schemes', async (t) => {
  const { server } = development;
  const page = await openDeveloper(t);
  await page.goto(`${server.origin()}/gallery`);
  await page.getByRole('heading', { name: 'Components of web/src/ui' }).waitFor();
  assert.deepEqual(await page.getByRole('alert').allInnerTexts(), [], 'no component is missing');
  const pages = await page
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(String(link.getAttribute('href'))).slice(1)),
    );
  assert.ok(pages.length > 100);
  const findings: string[] = [];
  for (const shown of pages) {
    await page.evaluate((name) => {
      location.hash = name;
    }, shown);
    await page.locator(`[data-gallery="${shown}"]`).waitFor({ state: 'attached' });
    await page.locator('body:not([data-step])').waitFor({ state: 'attached' });
    await checkScreen(page, `gallery-${shown.replaceAll(/\W+/g, '-')}`).catch((error: unknown) =>
      findings.push(`${shown}: ${String(error)}`),
    );
  }
  assert.deepEqual(findings, []);
});
