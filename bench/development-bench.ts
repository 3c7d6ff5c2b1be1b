import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceInFile } from '../tools/file-edit.mjs';
import { type Budget, judge } from './budget.ts';
import { findPort, inClone, startDemo } from './demo-process.ts';
import { markdownTable, median } from './markdown-table.ts';
import type { StartReport } from './start-bench.ts';

const COMPONENT: Budget = { what: 'a changed component replaced', limit: 1, unit: 's' };
const HANDLER: Budget = { what: 'a changed handler answers', limit: 3, unit: 's' };

/** How long nothing happens between two changes, in milliseconds. */
const PAUSE_MS = 2000;

/** The median of seconds from a change until it is seen, over some rounds that change it there and back. */
async function secondsToSee(rounds: number, texts: [string, string], change: Change) {
  const seconds: number[] = [];
  let [from, to] = texts;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(PAUSE_MS);
    const began = performance.now();
    await change(from, to);
    seconds.push((performance.now() - began) / 1000);
    [from, to] = [to, from];
  }
  return median(seconds);
}
type Change = (from: string, to: string) => Promise<void>;

const textOf = async (address: string) => (await fetch(address)).text();

/** Changes a component and waits until Vite has announced it and serves it. */
async function componentSeconds(folder: string, home: string, rounds: number): Promise<number> {
  const module = '/src/ui/shell/search-dialog.tsx';
  // A module is watched once it, and what imports it, has been asked for.
  for (const part of ['search-button.tsx', 'search-dialog.tsx'])
    await textOf(`${home}/src/ui/shell/${part}`);
  const [, token] = /wsToken = "([^"]+)"/.exec(await textOf(`${home}/@vite/client`)) ?? [];
  const socket = new WebSocket(`${home.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const seconds = await secondsToSee(
    rounds,
    ['Type the beginning', 'Type some letters'],
    async (from, to) => {
      const updated = new Promise<void>((resolve) => {
        const hear = ({ data }: MessageEvent) => {
          if (!String(data).includes(module)) return;
          socket.removeEventListener('message', hear);
          resolve();
        };
        socket.addEventListener('message', hear);
      });
      await replaceInFile(folder, `web${module}`, from, to);
      await updated;
      const served = await textOf(`${home}${module}?t=${performance.now()}`);
      if (!served.includes(to)) throw new Error(`${module} is served as it was`);
    },
  );
  socket.close();
  return seconds;
}

/** Changes a handler and waits until it answers as changed. */
function handlerSeconds(folder: string, home: string, rounds: number): Promise<number> {
  const whole = 'readOfferedBanks(tx, now))';
  const first = 'readOfferedBanks(tx, now).then((banks) => banks.slice(0, 1)))';
  return secondsToSee(rounds, [whole, first], async (from, to) => {
    await replaceInFile(folder, 'server/src/features/banks/banks-routes.ts', from, to);
    const isSeen = async () => {
      const answer = await fetch(`${home}/api/v1/banks`);
      // A call that was under way when the server ended.
      if (!answer.ok) return false;
      const banks: unknown[] = await answer.json();
      return to === first ? banks.length === 1 : banks.length > 1;
    };
    while (!(await isSeen())) await sleep(20);
  });
}

/** Times `npm run dev` on a fresh clone of the last commit, and how soon changes are seen. */
export function benchDevelopment(rounds: number): Promise<StartReport> {
  return inClone(async (folder) => {
    const start = async () =>
      startDemo({
        port: await findPort(),
        repository: folder,
        dataDir: path.join(folder, 'data', 'development'),
        script: 'dev',
      });
    const fresh = await start();
    await fresh.close();
    const again = await start();
    const home = `http://127.0.0.1:${again.port}`;
    try {
      const component = await componentSeconds(folder, home, rounds);
      const handler = await handlerSeconds(folder, home, rounds);
      const rows = [
        ['ready, on a fresh clone: packages, database, demo', (fresh.readyAfter / 1000).toFixed(1)],
        ['ready, again', (again.readyAfter / 1000).toFixed(1)],
        [`a changed component replaced, median of ${rounds}`, component.toFixed(2)],
        [`a changed handler answers, median of ${rounds}`, handler.toFixed(2)],
      ];
      return {
        text: markdownTable(['npm run dev', 'seconds'], rows),
        budgetResults: [judge(COMPONENT, component), judge(HANDLER, handler)],
      };
    } finally {
      await again.close();
    }
  });
}
