import { isIPv4, isIPv6 } from 'node:net';
import type { DeviceKind } from '@tegeka/contract/sessions.ts';
import Bowser from 'bowser';

/** Characters of a user agent that are looked at; real ones are shorter. */
const LOOKED_AT = 400;
/** Characters of the words: two names of at most so many. */
const NAME = 30;

/** A browser as its owner will recognise it. */
export interface Device {
  /** Such as 'Chrome on Android'. */
  words: string;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = {
  mobile: 'PHONE',
  tablet: 'TABLET',
  desktop: 'COMPUTER',
};

/** Names of programs, and nothing that could pass for a sentence or a link in a message. */
function plain(name: string | undefined): string {
  return (name ?? '').replaceAll(/[^\p{L}\p{N} +-]/gu, '').slice(0, NAME);
}

/** What a browser says of itself, in words. It can say anything: this is for display only. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, LOOKED_AT);
  if (text === '') return { words: 'Unknown device', kind: 'OTHER' };
  const { browser, os, platform } = Bowser.parse(text);
  const names = [plain(browser.name), plain(os.name)].filter(Boolean);
  return {
    words: names.join(' on ') || 'Unknown device',
    kind: KINDS[platform.type ?? ''] ?? 'OTHER',
  };
}

/** The first groups of an IPv6 address: what a provider gives to one customer. */
function ipv6Network(address: string): string {
  const [head = ''] = address.split('::', 1);
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  return `${groups.join(':')}:*`;
}

/**
 * The network's part of an address, `41.210.145.*` or `2c0f:f368:1:*`: enough to tell home from
 * abroad, and less than names a device. Null for what is no address.
 */
export function networkOf(address: string): string | null {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(bare)) return bare.replace(/\d+$/, '*');
  return isIPv6(bare) ? ipv6Network(bare.toLowerCase()) : null;
}
