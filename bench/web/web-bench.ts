import type { Browser } from 'playwright-core';
import type { BudgetResult } from '../budget.ts';
import { openChromium } from '../chromium-open.ts';
import { findPort, startDemo, waitForHistory } from '../demo-process.ts';
import { signIn } from '../demo-sign-in.ts';
import { markdownTable, median } from '../markdown-table.ts';
import { judgeVisits } from './web-budgets.ts';
import { type Figures, measureVisit } from './web-measure.ts';
import { DESKTOP, POOR_PHONE, type Profile } from './web-profiles.ts';
import { openProxy } from './web-proxy.ts';
import { VISITS, type VisitPlace } from './web-visits.ts';

type Results = Map<Profile, Map<string, Figures[]>>;

/** The result: a text, and the result for each budget. */
export interface WebReport {
  text: string;
  budgetResults: BudgetResult[];
}

/** Which pages to visit and how often. */
export interface WebOptions {
  rounds: number;
  /** Part of a visit's name. Default: all visits. */
  only?: string;
  /** Prints every file of the last round. */
  files: boolean;
}

/** Days of debits that the measured screens show. */
const HISTORY_DAYS = '40';

async function openPlace() {
  const [port, upstream] = [await findPort(), await findPort()];
  const proxy = await openProxy(port, upstream);
  const home = `https://tegeka.localhost:${port}`;
  const settings = {
    BASE_URL: home,
    TRUST_PROXY: '127.0.0.1',
    DEMO_HISTORY_DAYS: HISTORY_DAYS,
  };
  const demo = await startDemo({ port: upstream, settings });
  const close = async () => {
    proxy.close();
    await demo.close();
  };
  const inBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
    const browser = await openChromium(proxy.trusted);
    try {
      return await work(browser);
    } finally {
      await browser.close();
    }
  };
  const keep = (app: string, email: string) => inBrowser((browser) => signIn(browser, app, email));
  const at = (name: string) => `https://${name}.tegeka.localhost:${port}`;
  const place: VisitPlace = {
    merchantHome: at('merchant'),
    operatorHome: at('operator'),
    home,
    keep,
    issuer: `${at('id')}/realms/tegeka`,
  };
  await inBrowser((browser) => waitForHistory(browser, home));
  return { place, trusted: proxy.trusted, close };
}

/** Visits all pages in each round, so that a slow moment affects all of them. */
async function measureAll({ rounds, only }: WebOptions): Promise<Results> {
  const { place, trusted, close } = await openPlace();
  const results: Results = new Map([DESKTOP, POOR_PHONE].map((profile) => [profile, new Map()]));
  const visits = Object.entries(VISITS).filter(([name]) => name.includes(only ?? ''));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const [profile, found] of results) {
        for (const [name, prepare] of visits) {
          const label = `round ${round}, ${profile.name}, ${name}`;
          const done = found.get(name) ?? [];
          found.set(name, done);
          try {
            const figures = await measureVisit(await prepare(place), profile, trusted);
            done.push(figures);
            console.error(`${label}: ${(figures.usable / 1000).toFixed(2)} s`);
          } catch (error) {
            console.error(`${label}: left out. ${String(error)}`);
          }
        }
      }
    }
    return results;
  } finally {
    await close();
  }
}

type Figure = Exclude<keyof Figures, 'files'>;

const medianOf = (rounds: readonly Figures[], figure: Figure) =>
  median(rounds.map((round) => round[figure]));

function describe(profile: Profile, found: ReadonlyMap<string, Figures[]>): string {
  const rows = [...found].map(([name, rounds]) => {
    const kilobytes = (figure: Figure, digits = 0) => medianOf(rounds, figure).toFixed(digits);
    const seconds = (figure: Figure) => (medianOf(rounds, figure) / 1000).toFixed(2);
    return [
      name,
      kilobytes('js'),
      kilobytes('css', 1),
      kilobytes('total'),
      kilobytes('ahead'),
      kilobytes('requests'),
      seconds('largestPaint'),
      seconds('ready'),
      seconds('usable'),
    ];
  });
  const head = ['page', 'JS KB', 'CSS KB', 'total KB', 'ahead KB', 'requests', 'LCP s'];
  return `### ${profile.name}\n\n${markdownTable([...head, 'form stands s', 'usable s'], rows)}`;
}

function judgeAll(results: Results): BudgetResult[] {
  const phone = results.get(POOR_PHONE);
  return judgeVisits((visit, figure) => {
    const rounds = phone?.get(visit);
    return rounds && medianOf(rounds, figure);
  });
}

function listFiles(results: Results): string {
  const phone = [...(results.get(POOR_PHONE) ?? [])];
  return phone
    .map(([name, rounds]) => `### ${name}\n\n${rounds.at(-1)?.files.join('\n') ?? ''}`)
    .join('\n\n');
}

/** Measures the pages on a fast machine and on a slow phone. */
export async function benchWeb(options: WebOptions): Promise<WebReport> {
  const results = await measureAll(options);
  const tables = [...results].map(([profile, found]) => describe(profile, found));
  const parts = options.files ? [...tables, listFiles(results)] : tables;
  return {
    text: `${parts.join('\n\n')}\n\nKilobytes of 1000 bytes over the wire (brotli, headers included), median of ${options.rounds}.`,
    budgetResults: judgeAll(results),
  };
}
