import { addDays } from '@tegeka/contract/kit/day.ts';
import { readClock } from '#testing/setup/test-clock.ts';
import { announcedDay, withdrawDay } from '#testing/setup/test-holidays.ts';
import type { Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

/** Valid calls about announced days: each withdraws what stands in its way. */
export function calendarRecipes(fuzz: FuzzServer): Recipes {
  return {
    announceDay: async () => {
      const client = await fuzz.clientOf('OPERATOR');
      const day = addDays((await readClock({ client })).today, 20);
      const { json } = await client.call('/api/v1/operator/calendar-overrides?size=100');
      for (const one of json.content) if (one.day === day) await withdrawDay(client, one.id);
      return { client, body: { day, kind: 'BUSINESS_DAY', name: 'Moved to Monday' } };
    },
    withdrawAnnouncedDay: async () => {
      const client = await fuzz.clientOf('OPERATOR');
      const calendarOverrideId = await announcedDay(client);
      return { client, params: { calendarOverrideId }, body: { reason: 'It was not seen' } };
    },
  };
}
