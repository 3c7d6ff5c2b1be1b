import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const COOKIE = 'tegeka-scheme';
const YEAR_SECONDS = 31_536_000;

function read(fallback: MantineColorScheme): MantineColorScheme {
  if (typeof document === 'undefined') return fallback;
  const found = /(?:^|; )tegeka-scheme=(light|dark)/.exec(document.cookie)?.[1];
  return found === 'light' || found === 'dark' ? found : fallback;
}

function write(value: string, maxAge: number): void {
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${maxAge}; samesite=lax`;
}

/**
 * Stores the choice of light or dark in a cookie (local storage is reserved for the session's
 * keys). public/early.js reads it before the app is loaded.
 */
export const schemeManager: MantineColorSchemeManager = {
  get: read,
  set: (value) => write(value === 'auto' ? '' : value, value === 'auto' ? 0 : YEAR_SECONDS),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => write('', 0),
};
