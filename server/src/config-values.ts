import { isIP } from 'node:net';
import * as z from 'zod/mini';

export const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
/** The parts of a list with commas. */
const listIn = (text: string) => text.split(',').map((part) => part.trim());

/** True for an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '32', ...more] = text.split('/');
  const max = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && more.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= max;
}

const areProxies = (text: string) => text === 'no' || listIn(text).every(isNetwork);
const PROXIES = 'must be no, or addresses and networks of proxies such as 10.0.0.0/8';
export const proxies = z.pipe(
  z.string().check(z.refine(areProxies, PROXIES)),
  z.transform((text: string) => (text === 'no' ? [] : listIn(text))),
);

/** What production may use without TLS, if told so. */
const INSECURE = ['mail', 'sms', 'provider', 'database'] as const;
export const insecure = z.pipe(z.pipe(z.string(), z.transform(listIn)), z.array(z.enum(INSECURE)));
export const origin = z.string().check(
  z.url({ protocol: /^https?$/ }),
  z.refine((text) => URL.canParse(text) && new URL(text).pathname === '/', 'must have no path'),
);

export const instanceKey = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is not 64 hex digits'));
export const bic = z.string().check(z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'is no BIC'));
const MEMBERS = /^[A-Z]{6}[A-Z0-9]{2,5}=\w{1,35}(\s*,\s*[A-Z]{6}[A-Z0-9]{2,5}=\w{1,35})*$/;
export const members = z.pipe(
  z.string().check(z.regex(MEMBERS, 'must be BICs and ids: UGCHUGKA=001, …')),
  z.transform((text: string) =>
    listIn(text).map((member) => {
      const [bicOf = '', id = ''] = member.split('=');
      return { bic: bicOf, id };
    }),
  ),
);
export const budget = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000));
export const databaseUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'is no postgres:// URL'));
