import { until } from '../test-mandate.ts';
import type { TestPerson } from '../test-server.ts';

const CLOCK = '/api/v1/business-clock';

/** The time of the business clock. */
export async function businessNow(operator: TestPerson): Promise<Date> {
  return new Date((await operator.client.call(CLOCK)).json.now);
}

/** Moves the business clock and waits until everything that is due on the way is done. */
export async function moveClock(operator: TestPerson, to: 'TOMORROW' | 'WEEK'): Promise<void> {
  const { client } = operator;
  const { status, text } = await client.call(`${CLOCK}/moves`, { method: 'POST', body: { to } });
  if (status !== 202) throw new Error(`The clock was not moved: ${text}`);
  await until(async () => (await client.call(CLOCK)).json.movingTo === null);
}
