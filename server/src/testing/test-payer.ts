import assert from 'node:assert/strict';
import { openPayer, payerBrowser, until } from './test-mandate.ts';
import { activeMerchant } from './test-merchant.ts';
import type { TestServer } from './test-server.ts';

/** The account of the payers of tests, as they type it in. */
export const PAYER_ACCOUNT = '903000555566';

let addresses = 0;

/** Payers at their page; the server trusts 127.0.0.1 as a proxy, so that browsers have addresses. */
export function openPayerPages(server: () => TestServer) {
  /** A browser, by default with an IP address that none had before. */
  const browserOf = (address = `192.0.2.${(addresses += 1)}`) => payerBrowser(server(), address);

  const messages = async (phone: string, pattern: RegExp) =>
    (await server().outbox(phone)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);

  const shop = async (change: { phoneNumber?: string } = {}) => {
    const { person, merchantId } = await activeMerchant(server());
    const { client, businessName, email: businessEmail } = person;
    const payer = await openPayer(server(), { client, merchantId }, change);
    return { client, businessName, businessEmail, merchantId, ...payer };
  };

  /** The newest link to the page that a phone got. */
  const linkFor = async (phone: string): Promise<string> => {
    const known = (await messages(phone, /\/me\/[\w-]{43}/)).length;
    const asked = await browserOf().visit('/', { phone });
    assert.match(asked.text, /Look at your phone/);
    return until(async () => {
      const links = await messages(phone, /\/me\/[\w-]{43}/);
      return links.length > known && links[0];
    });
  };

  /** The newest code to open a page. */
  const codeOf = async (phone: string) =>
    (await messages(phone, /^\d{5}(?= is your code to open)/))[0] ?? '';

  /** A browser at the form for code and account, and the right code. */
  const atTheForm = async (phone: string) => {
    const link = await linkFor(phone);
    const browser = browserOf();
    assert.match((await browser.visit(link)).text, new RegExp(`ends in ${phone.slice(-3)}`));
    assert.equal((await browser.visit(link, {})).to, `${link}/code`);
    const code = await codeOf(phone);
    const enter = (given = code, accountNumber = PAYER_ACCOUNT) =>
      browser.visit(`${link}/code`, { code: given, accountNumber });
    return { ...browser, link, code, enter };
  };

  const openPage = async (phone: string) => {
    const form = await atTheForm(phone);
    const entered = await form.enter();
    assert.deepEqual([entered.status, entered.to], [303, '/me'], entered.text);
    return form;
  };

  return { browserOf, messages, shop, linkFor, codeOf, atTheForm, openPage };
}
