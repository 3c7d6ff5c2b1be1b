/** The time zone of everything that is shown (no daylight saving). */
const ZONE = 'Africa/Kampala';

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO 8601 instant as day/month/year in Kampala, `21/11/2026`. */
export function showDay(instant: string): string {
  return DAY.format(Date.parse(instant));
}

/** An ISO 8601 instant as day/month/year and time in Kampala, `21/11/2026, 14:05`. */
export function showMoment(instant: string): string {
  return MOMENT.format(Date.parse(instant));
}
