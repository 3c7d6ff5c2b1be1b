import { addDays } from '@tegeka/contract/kit/day.ts';
import type { TestClient } from '../test-client.ts';
import type { TestPerson } from '../test-server.ts';
import { readClock } from './test-clock.ts';

const OVERRIDES = '/api/v1/operator/calendar-overrides';

export const announceDay = (client: TestClient, day: string, change: object = {}) =>
  client.call(OVERRIDES, {
    method: 'POST',
    body: { day, kind: 'HOLIDAY', name: 'Eid al-Adha', ...change },
  });

export const withdrawDay = (client: TestClient, id: string, reason = 'The moon was not seen') =>
  client.call(`${OVERRIDES}/${id}/withdraw`, { method: 'PATCH', body: { reason } });

/** Business days in their order, the first one so many days after today at the earliest. */
export async function businessDays(operator: Pick<TestPerson, 'client'>, ahead: number) {
  const { today } = await readClock(operator);
  const closed: string[] = [];
  for (const year of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]) {
    const { json } = await operator.client.call(`/api/v1/closed-days?year=${year}`);
    closed.push(...json.map(({ day }: { day: string }) => day));
  }
  return Array.from({ length: 40 }, (_, n) => addDays(today, ahead + n)).filter(
    (day) => ![0, 6].includes(new Date(day).getUTCDay()) && !closed.includes(day),
  );
}

/** Returns the id of an announced day in the future: an existing one, or a new business day. */
export async function announcedDay(client: TestClient): Promise<string> {
  const { json } = await client.call(`${OVERRIDES}?state=ANNOUNCED`);
  const found = json.content.find(({ isToCome }: { isToCome: boolean }) => isToCome);
  if (found) return String(found.id);
  const { today } = await readClock({ client });
  const made = await announceDay(client, addDays(today, 500), { kind: 'BUSINESS_DAY' });
  if (made.status !== 201) throw new Error(`Not announced: ${made.text}`);
  return String(made.json.id);
}
