import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { messageTemplates } from '#platform/message-templates.ts';

export const IDENTITY_MESSAGES = messageTemplates({
  'code-email': ({ code }: { code: string }) => ({
    validMinutes: 10,
    subject: `Your ${PRODUCT_NAME} verification code`,
    text: `Hello,

your verification code is

${code}

It is valid for 10 minutes. Nobody at ${PRODUCT_NAME} will ever ask you for it. If you did not ask for a code, ignore this message.

${PRODUCT_NAME}`,
  }),
  'code-sms': ({ code }: { code: string }) => ({
    validMinutes: 10,
    subject: '',
    text: `${code} is your ${PRODUCT_NAME} verification code. Valid for 10 minutes. Share it with nobody.`,
  }),
  'reset-code-email': ({ code }: { code: string }) => ({
    validMinutes: 10,
    subject: `Reset your ${PRODUCT_NAME} password`,
    text: `Hello,

the code to set a new password is

${code}

It is valid for 10 minutes. Nobody at ${PRODUCT_NAME} will ever ask you for it. If you did not ask for a code, your password is still safe: ignore this message.

${PRODUCT_NAME}`,
  }),
  'reset-code-sms': ({ code }: { code: string }) => ({
    validMinutes: 10,
    subject: '',
    text: `${code} is your code to set a new ${PRODUCT_NAME} password. Valid for 10 minutes. Share it with nobody.`,
  }),
  'reset-link': ({ firstName, link }: { firstName: string; link: string }) => ({
    validMinutes: 15,
    subject: `Set a new ${PRODUCT_NAME} password`,
    text: `Dear ${firstName},

this link sets a new password. It works once, within 15 minutes:
${link}

Nobody at ${PRODUCT_NAME} will ever ask you for it. If you did not ask for it, your password is still safe: ignore this message.

${PRODUCT_NAME}`,
  }),
  'reset-codes-off': ({ firstName, link }: { firstName: string; link: string }) => ({
    subject: `Wrong codes were entered for your ${PRODUCT_NAME} account`,
    text: `Dear ${firstName},

somebody entered too many wrong codes to set a new password for your account. Your password is still safe, and codes do not set a new one for now. If you need a new password, ask for it here: you get a link by email instead of a code.
${link}

${PRODUCT_NAME}`,
  }),
  'account-exists-email': ({ link }: { link: string }) => ({
    subject: `You have a ${PRODUCT_NAME} account already`,
    text: `Hello,

somebody, probably you, tried to create a ${PRODUCT_NAME} account with this email. There is one already: sign in, or set a new password if you have forgotten yours.
${link}

If it was not you, ignore this message.

${PRODUCT_NAME}`,
  }),
  'account-exists-sms': (_: object) => ({
    subject: '',
    text: `This number belongs to a ${PRODUCT_NAME} account already. Sign in with its email, or ignore this message.`,
  }),
  'no-account-email': ({ link }: { link: string }) => ({
    subject: `There is no ${PRODUCT_NAME} account with this email`,
    text: `Hello,

somebody, probably you, asked for a new password for this email, but it has no ${PRODUCT_NAME} account. Perhaps you signed up with another email, or not yet:
${link}

If it was not you, ignore this message.

${PRODUCT_NAME}`,
  }),
  welcome: (data: { firstName: string; businessName: string; link: string }) => ({
    subject: `Welcome to ${PRODUCT_NAME}`,
    text: `Dear ${data.firstName},

your account was created. Sign in to complete setting up ${data.businessName}; have your legal business documents ready.
${data.link}

${PRODUCT_NAME}`,
  }),
  'password-changed': (data: { firstName: string; link: string }) => ({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    text: `Dear ${data.firstName},

your password was changed a moment ago, and you have been signed out everywhere. If it was you, sign in with the new one.

If it was not you, set a new password at once:
${data.link}

${PRODUCT_NAME}`,
  }),
  'new-sign-in': (data: {
    firstName: string;
    device: string;
    network: string | null;
    at: string;
    sessionsLink: string;
    resetLink: string;
  }) => ({
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    text: `Dear ${data.firstName},

your account was signed in to with a browser that we do not know:

Browser: ${data.device}
Time: ${data.at} (Kampala)
Network: ${data.network ?? 'unknown'}

If it was you, there is nothing to do. Where you are signed in, and how to end it, is shown here:
${data.sessionsLink}

If it was not you, set a new password at once; it signs out everybody:
${data.resetLink}

${PRODUCT_NAME}`,
  }),
  'message-budget': (use: {
    whose: string;
    channel: 'email' | 'sms';
    day: string;
    budget: number;
    isUsedUp: boolean;
  }) => {
    const what = use.channel === 'sms' ? 'SMS' : 'emails';
    const budget = `${use.budget.toLocaleString('en')} ${what}`;
    const state = use.isUsedUp ? 'is used up' : 'is used to 80 %';
    const effect = use.isUsedUp
      ? `Codes and links are sent all the same. Notices of debits and other ${what} are held and sent from 08:00 tomorrow; debits whose payers are told too late move to a later day. Payers are not asked today any more.`
      : `Beyond it, notices of debits and other ${what} are held until tomorrow morning. Codes and links are sent all the same.`;
    return {
      subject: `${PRODUCT_NAME}: the budget of ${what} ${state}`,
      text: `Hello,

the budget of ${budget} for ${use.day} ${state}, for: ${use.whose}.

${effect}

If the amount is expected, raise the budget in the settings of the server (docs/operations/settings.md, Budgets of messages). If not, find out what sends so many.

${PRODUCT_NAME}`,
    };
  },
});
