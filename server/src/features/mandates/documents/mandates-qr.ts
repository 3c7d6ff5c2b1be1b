import { encode } from 'uqr';
import { readCustomer } from '#features/customers/customers-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import { refuse } from '#platform/http/refusal.ts';
import { expectMobile, tokenHash } from '../mandates-consent-request.ts';
import { keepOpen } from '../mandates-next-action.ts';
import { writeLink } from '../mandates-consent-store.ts';
import type { MandateRow } from '../mandates-store.ts';

/** Light modules around the code, by which a camera finds it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code, drawn as one path of squares. */
function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

/** Makes a consent link that the merchant shows instead of sending it. Refuses MANDATE_STATE. */
export async function makeQr(ctx: AppContext, tx: Tx, row: MandateRow, now: Date) {
  if (row.consent_way !== 'PAGE' || row.state !== 'PENDING_VERIFICATION')
    throw refuse('MANDATE_STATE');
  // The page sends a code to this number.
  expectMobile(await readCustomer(tx, row.customer_id));
  const at = await businessTime(tx, now);
  const token = ctx.ids.secret();
  await writeLink(tx, row, { hash: tokenHash(token), at });
  await keepOpen(tx, row, at);
  return qrPath(`${originOf(ctx.config.http, 'CONSUMER')}/mandates/${token}`);
}
