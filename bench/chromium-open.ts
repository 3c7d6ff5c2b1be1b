import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../tools/chromium.mjs';

/**
 * Starts a new Chromium with an empty profile of its own. Only names under localhost resolve, so
 * that nothing outside this machine can be part of a figure. `trusted` is the SPKI hash of a
 * certificate to accept; with an ordinary "ignore errors" nothing would be cached.
 */
export function openChromium(trusted?: string): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: [
      ...chromiumArguments,
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-extensions',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE *.localhost',
      ...(trusted ? [`--ignore-certificate-errors-spki-list=${trusted}`] : []),
    ],
  });
}
