import { createTransport } from 'nodemailer';
import type { Config } from '#config.ts';
import { sendSms } from './notification-sms.ts';

/** A message ready to leave. */
export interface OutgoingMessage {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
}

/** The ways out of the house. */
export interface Transports {
  /** True where messages stay in the outbox for reading and nothing leaves. */
  readable: boolean;
  send(message: OutgoingMessage): Promise<void>;
}

const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** SMTP for mail and a gateway for SMS where configured; else the readable outbox (demo only). */
export function openTransports(config: Config): Transports {
  const { smtpUrl, mailFrom, sms } = config.notifications;
  if (smtpUrl === null) {
    return { readable: true, send: () => Promise.reject(new Error('The outbox keeps its post')) };
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
