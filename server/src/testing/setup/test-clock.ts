import type { ClockMove } from '@tegeka/contract/calendar/calendar.ts';
import { until } from '../test-mandate.ts';
import type { TestPerson } from '../test-server.ts';

type Reader = Pick<TestPerson, 'client'>;

const CLOCK = '/api/v1/business-clock';

/** The business clock as a person reads it. */
export const readClock = async ({ client }: Reader) => (await client.call(CLOCK)).json;

export async function businessNow(operator: Reader): Promise<Date> {
  return new Date((await readClock(operator)).now);
}

export const askToMove = ({ client }: Reader, to: ClockMove) =>
  client.call(`${CLOCK}/moves`, { method: 'POST', body: { to } });

/** Moves the business clock and waits until everything due until then is done. Returns target and time. */
export async function moveClock(operator: Reader, to: ClockMove) {
  const { status, json, text } = await askToMove(operator, to);
  if (status !== 202) throw new Error(`The clock was not moved: ${text}`);
  await until(async () => (await readClock(operator)).movingTo === null);
  return { to: json.movingTo, now: (await readClock(operator)).now };
}
