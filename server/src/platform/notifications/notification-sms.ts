import type { Config } from '#config.ts';

type SmsConfig = NonNullable<Config['notifications']['sms']>;

/** Status codes of an accepted message (documented as 100 to 102). */
const ACCEPTED = new Set([100, 101, 102]);
const TIMEOUT = 15_000;

interface GatewayAnswer {
  SMSMessageData?: { Recipients?: { statusCode?: number }[] };
}

/**
 * Sends an SMS through Africa's Talking's messaging API
 * (https://developers.africastalking.com/docs/sms/sending/bulk). Throws if it is not accepted.
 */
export async function sendSms(sms: SmsConfig, to: string, text: string): Promise<void> {
  const { username, apiKey, sender, url } = sms;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { apiKey, accept: 'application/json' },
    body: new URLSearchParams({ username, to, message: text, ...(sender && { from: sender }) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`);
  const { SMSMessageData: data } = (await answer.json()) as GatewayAnswer;
  const code = data?.Recipients?.[0]?.statusCode;
  if (code === undefined || !ACCEPTED.has(code)) {
    throw new Error(`The SMS gateway refused the message (${code ?? 'no status'})`);
  }
}
