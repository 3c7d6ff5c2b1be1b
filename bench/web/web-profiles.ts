import type { BrowserContextOptions, CDPSession } from 'playwright-core';

/** A device and its network. */
export interface Profile {
  name: string;
  /** CPU slowdown factor, relative to this machine. */
  cpu: number;
  /** Bandwidth and latency. Null without throttling. */
  line: { bitsPerSecond: number; latency: number } | null;
  /** Milliseconds without transfers after which a page counts as loaded. */
  settle: number;
  context: BrowserContextOptions;
}

const ordinary = { locale: 'en-GB', timezoneId: 'Africa/Kampala' } as const;

/** This machine without throttling. */
export const DESKTOP: Profile = {
  name: 'desktop, unthrottled',
  cpu: 1,
  line: null,
  settle: 1200,
  context: { ...ordinary, viewport: { width: 1366, height: 768 } },
};

/** A cheap phone with a slow mobile network. */
export const POOR_PHONE: Profile = {
  name: 'poor phone (4x CPU, 400 kbit/s, 400 ms, 360x740)',
  cpu: 4,
  settle: 2000,
  line: { bitsPerSecond: 400_000, latency: 400 },
  context: {
    ...ordinary,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  },
};

/** Applies a profile's throttling to a page. */
export async function applyProfile(session: CDPSession, { cpu, line }: Profile): Promise<void> {
  const bytes = line ? line.bitsPerSecond / 8 : -1;
  await session.send('Network.enable');
  await session.send('Page.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line?.latency ?? 0,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}
