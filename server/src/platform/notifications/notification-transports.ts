import { createTransport } from 'nodemailer';
import type { Config } from '#config.ts';
import { sendSms } from './notification-sms.ts';

/** A rendered message to send. */
export interface OutgoingMessage {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
}

/** Email and SMS transports. */
export interface Transports {
  /** True if messages stay in the readable outbox and nothing is sent (demo). */
  readable: boolean;
  send(message: OutgoingMessage): Promise<void>;
}

const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * SMTP for email and a gateway for SMS if configured; otherwise the readable outbox (demo only).
 */
export function openTransports(config: Config): Transports {
  const { smtpUrl, mailFrom, sms } = config.notifications;
  if (smtpUrl === null) {
    return {
      readable: true,
      send: () => Promise.reject(new Error('Nothing is sent: messages stay in the outbox')),
    };
  }
  const mail = createTransport({ url: smtpUrl, ...TIMEOUT }, { from: mailFrom });
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
