import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { CHANGE_TEMPLATES } from './notification-change-templates.ts';

/** A comment as a paragraph of its own, or nothing. */
function paragraph(text: string | null): string {
  return text === null ? '' : `\n${text}\n`;
}

/** What each message says; the data it needs is its parameter. */
export const TEMPLATES = {
  ...CHANGE_TEMPLATES,
  'code-email': ({ code }: { code: string }) => ({
    subject: `Your ${PRODUCT_NAME} verification code`,
    text: `Hello,

your verification code is

${code}

It is valid for 10 minutes. Nobody at ${PRODUCT_NAME} will ever ask you for it. If you did not ask for a code, ignore this message.

${PRODUCT_NAME}`,
  }),
  'code-sms': ({ code }: { code: string }) => ({
    subject: '',
    text: `${code} is your ${PRODUCT_NAME} verification code. Valid for 10 minutes. Share it with nobody.`,
  }),
  'reset-code-email': ({ code }: { code: string }) => ({
    subject: `Reset your ${PRODUCT_NAME} password`,
    text: `Hello,

the code to set a new password is

${code}

It is valid for 10 minutes. Nobody at ${PRODUCT_NAME} will ever ask you for it. If you did not ask for a code, your password is still safe: ignore this message.

${PRODUCT_NAME}`,
  }),
  'reset-code-sms': ({ code }: { code: string }) => ({
    subject: '',
    text: `${code} is your code to set a new ${PRODUCT_NAME} password. Valid for 10 minutes. Share it with nobody.`,
  }),
  'account-exists-email': ({ link }: { link: string }) => ({
    subject: `You have a ${PRODUCT_NAME} account already`,
    text: `Hello,

somebody, probably you, tried to create a ${PRODUCT_NAME} account with this email. There is one already: sign in, or set a new password if you have forgotten yours.
${link}

If it was not you, ignore this message.

${PRODUCT_NAME}`,
  }),
  'account-exists-sms': (_: Record<string, never>) => ({
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
  'merchant-submitted': (data: { firstName: string; businessName: string }) => ({
    subject: `${data.businessName} was submitted`,
    text: `Dear ${data.firstName},

thank you. We have received the registration of ${data.businessName} and are reviewing it. You will hear from us by email.

${PRODUCT_NAME}`,
  }),
  'merchant-approved': (data: { firstName: string; businessName: string; link: string }) => ({
    subject: `${data.businessName} is verified`,
    text: `Dear ${data.firstName},

good news: ${data.businessName} has been verified. Sign in to start collecting:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-corrections': (data: {
    firstName: string;
    businessName: string;
    corrections: readonly { label: string; comment: string }[];
    comment: string | null;
    link: string;
  }) => ({
    subject: `Please correct the registration of ${data.businessName}`,
    text: `Dear ${data.firstName},

we have read the registration of ${data.businessName}. Before we can go on, please correct:

${data.corrections.map(({ label, comment }) => `- ${label}: ${comment}`).join('\n')}
${paragraph(data.comment)}
Sign in, correct and send it again; everything else you entered is kept:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-rejected': (data: {
    firstName: string;
    businessName: string;
    reason: string;
    comment: string | null;
    reference: string;
  }) => ({
    subject: `The registration of ${data.businessName} was not accepted`,
    text: `Dear ${data.firstName},

we have reviewed the registration of ${data.businessName} and can not accept it.

${data.reason}
${paragraph(data.comment)}
If you think this is a mistake, please get in touch with us and give the reference ${data.reference}.

${PRODUCT_NAME}`,
  }),
  'merchant-expired': (data: { firstName: string; businessName: string; link: string }) => ({
    subject: `Please send the registration of ${data.businessName} again`,
    text: `Dear ${data.firstName},

we are sorry: the registration of ${data.businessName} was not reviewed in time. Nothing is wrong with it, and everything you entered is kept. Sign in and send it again:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-not-activated': (data: {
    firstName: string;
    businessName: string;
    reason: string;
    link: string;
  }) => ({
    subject: `One more thing about the registration of ${data.businessName}`,
    text: `Dear ${data.firstName},

our review of ${data.businessName} is done, but we could not activate it yet:

${data.reason}

Sign in, change this and send the registration again; everything else you entered is kept:
${data.link}

${PRODUCT_NAME}`,
  }),
} as const;

export type TemplateName = keyof typeof TEMPLATES;
export type TemplateData<T extends TemplateName> = Parameters<(typeof TEMPLATES)[T]>[0];
