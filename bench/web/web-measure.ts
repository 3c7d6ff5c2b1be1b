import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openChromium } from '../chromium-open.ts';
import { watchPage, type Wanted } from './web-probe.ts';
import { applyProfile, type Profile } from './web-profiles.ts';
import { type Amount, countTraffic, type Traffic } from './web-traffic.ts';

const TIMEOUT = 120_000;

/** An action of a person, measured from its start until the page is usable. */
export interface Visit {
  wanted: Wanted;
  /** Initial local storage of the app's pages. */
  storage?: { origin: string; kept: Record<string, string> };
  /** Runs before the measurement. */
  before?(page: Page): Promise<void>;
  /** Starts the measurement. It must not wait for the next page. */
  start(page: Page): Promise<unknown>;
  /** The URL at which it ends. */
  arrives: RegExp;
}

/** Cost of one visit. Times in milliseconds from its start. */
export interface Figures extends Amount {
  largestPaint: number;
  ready: number;
  usable: number;
  files: string[];
}

interface Arrival {
  href: string;
  began: number;
  largestPaint: number | null;
  readyAt: number | null;
  usableAt: number | null;
}

function lookAt(page: Page): Promise<Arrival | null> {
  return page
    .evaluate(() => ({
      href: location.href,
      began: performance.timeOrigin,
      largestPaint: window.tegekaSeen?.largestPaint ?? null,
      readyAt: window.tegekaSeen?.readyAt ?? null,
      usableAt: window.tegekaSeen?.usableAt ?? null,
    }))
    .catch(() => null);
}

async function awaitArrival(
  page: Page,
  traffic: Traffic,
  visit: Visit,
  settle: number,
): Promise<Arrival> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    await sleep(250);
    const seen = await lookAt(page);
    const there = seen !== null && visit.arrives.test(seen.href) && seen.usableAt !== null;
    if (there && traffic.quietFor(settle)) return seen;
    if (performance.now() > end)
      throw new Error(`Not usable in ${TIMEOUT / 1000} s, at ${page.url()}`);
  }
}

/** Makes one visit in a new browser with an empty profile. */
export async function measureVisit(
  visit: Visit,
  profile: Profile,
  trusted: string,
): Promise<Figures> {
  const browser = await openChromium(trusted);
  try {
    const context = await browser.newContext(profile.context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.addInitScript(watchPage, visit.wanted);
    if (visit.storage)
      await page.addInitScript(({ origin, kept }) => {
        if (location.origin !== origin) return;
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      }, visit.storage);
    const session = await context.newCDPSession(page);
    await applyProfile(session, profile);
    const traffic = countTraffic(session);
    await page.goto('about:blank');
    await visit.before?.(page);
    traffic.restart();
    const began = Date.now();
    const started = visit.start(page).catch(() => undefined);
    const arrival = await awaitArrival(page, traffic, visit, profile.settle);
    await started;
    // Redirects and other documents may lie between the first document and the last one.
    const offset = Math.max(0, arrival.began - began);
    return {
      ...traffic.amount(),
      largestPaint: offset + (arrival.largestPaint ?? Number.NaN),
      ready: offset + (arrival.readyAt ?? Number.NaN),
      usable: offset + (arrival.usableAt ?? Number.NaN),
      files: traffic.list(),
    };
  } finally {
    await browser.close();
  }
}
