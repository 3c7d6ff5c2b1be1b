import type { Config } from '#config.ts';

export const MESSAGE_CHANNELS = ['email', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export interface OutgoingMessage {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
}

export interface Transports {
  /** True if messages stay in the readable outbox and nothing is sent (demo). */
  readable: boolean;
  send(message: OutgoingMessage): Promise<void>;
}

const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * SMTP for email and a gateway for SMS if configured; otherwise the readable outbox (demo only).
 */
export async function openTransports(config: Config): Promise<Transports> {
  const { smtpUrl, mailFrom, mailNeedsTls, sms } = config.notifications;
  if (smtpUrl === null) {
    return {
      readable: true,
      send: () => Promise.reject(new Error('Nothing is sent: messages stay in the outbox')),
    };
  }
  // Loaded only if mail is sent: it takes a twelfth of the time to load all modules of the server.
  const { createTransport } = await import('nodemailer');
  const mail = createTransport(
    { url: smtpUrl, requireTLS: mailNeedsTls, ...TIMEOUT },
    { from: mailFrom },
  );
  return {
    readable: false,
    send: async ({ channel, to, subject, text }) => {
      if (channel === 'email') {
        await mail.sendMail({ to, subject: subject ?? '', text });
      } else if (sms) {
        await sendSms(sms, to, text);
      } else {
        throw new Error('There is no SMS gateway');
      }
    },
  };
}

type SmsConfig = NonNullable<Config['notifications']['sms']>;

/** Status codes of an accepted message (documented as 100 to 102). */
const ACCEPTED = new Set([100, 101, 102]);
const SMS_TIMEOUT = 15_000;

/** The gateway refused an SMS. `code` and `responseCode` are logged, as those of an SMTP server. */
class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: 'HTTP_STATUS' | 'NOT_ACCEPTED';
  readonly responseCode: number | undefined;

  constructor(code: GatewayError['code'], responseCode: number | undefined) {
    super('The SMS gateway did not take the message');
    this.code = code;
    this.responseCode = responseCode;
  }
}

interface GatewayAnswer {
  SMSMessageData?: { Recipients?: { statusCode?: number }[] };
}

/**
 * Sends an SMS through Africa's Talking's messaging API
 * (https://developers.africastalking.com/docs/sms/sending/bulk). Throws if it is not accepted.
 */
async function sendSms(sms: SmsConfig, to: string, text: string): Promise<void> {
  const { username, apiKey, sender, url } = sms;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { apiKey, accept: 'application/json' },
    body: new URLSearchParams({ username, to, message: text, ...(sender && { from: sender }) }),
    signal: AbortSignal.timeout(SMS_TIMEOUT),
  });
  if (!answer.ok) throw new GatewayError('HTTP_STATUS', answer.status);
  const { SMSMessageData: data } = (await answer.json()) as GatewayAnswer;
  const code = data?.Recipients?.[0]?.statusCode;
  if (code === undefined || !ACCEPTED.has(code)) {
    throw new GatewayError('NOT_ACCEPTED', code);
  }
}
