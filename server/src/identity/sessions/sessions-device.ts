import { isIP } from 'node:net';
import type { DeviceKind } from '@tegeka/contract/sessions.ts';
import Bowser from 'bowser';
import { addressOf } from '#platform/http/limits.ts';

/** Maximum length of a user agent that is parsed. Real ones are shorter. */
const MAX_USER_AGENT = 400;
/** Maximum length of each of the two names in the description. */
const MAX_NAME = 30;

/** A browser, described so that its owner recognises it. */
export interface Device {
  /** Such as 'Chrome on Android'. */
  label: string;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = {
  mobile: 'PHONE',
  tablet: 'TABLET',
  desktop: 'COMPUTER',
};

/**
 * Reduces a name to plain characters: a message must not contain a sentence or link of the caller.
 */
function plain(name: string | undefined): string {
  return (name ?? '').replaceAll(/[^\p{L}\p{N} +-]/gu, '').slice(0, MAX_NAME);
}

/** Describes a browser by its user agent. A client can send any value: for display only. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  if (text === '') return { label: 'Unknown device', kind: 'OTHER' };
  const { browser, os, platform } = Bowser.parse(text);
  const names = [plain(browser.name), plain(os.name)].filter(Boolean);
  return {
    label: names.join(' on ') || 'Unknown device',
    kind: KINDS[platform.type ?? ''] ?? 'OTHER',
  };
}

/**
 * The network part of an address, `41.210.145.*` or `2c0f:f368:1:*`. It is enough to recognise an
 * unknown network and identifies no device. Null if the text is not an address.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0) return null;
  const counted = addressOf({ ip: address });
  return counted.includes(':') ? counted.replace(/:[^:]*::$/, ':*') : counted.replace(/\d+$/, '*');
}
