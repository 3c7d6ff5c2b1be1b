import { cpus, loadavg, totalmem } from 'node:os';
import { openChromium } from './chromium-open.ts';

/** One sentence on when and on what a figure was measured. */
export async function describeMachine(withBrowser: boolean): Promise<string> {
  const [first] = cpus();
  const facts = [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} cores of ${first?.model.trim() ?? 'an unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `Node ${process.version.slice(1)}`,
  ];
  if (withBrowser) {
    const browser = await openChromium();
    facts.push(`Chromium ${browser.version()}`);
    await browser.close();
  }
  // The load by other programs: on a busy machine figures are worse.
  const [load = 0] = loadavg();
  return [...facts, `load before ${load.toFixed(1)}`].join(', ');
}
