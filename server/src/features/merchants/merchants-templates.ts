import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { bulletList, messageTemplates, paragraph } from '#platform/message-templates.ts';

/** Whom every message about a business goes to. */
interface Greeting {
  firstName: string;
  businessName: string;
}

/** What is written about businesses. */
export const MERCHANT_MESSAGES = messageTemplates({
  'merchant-submitted': (data: Greeting) => ({
    subject: `${data.businessName} was submitted`,
    text: `Dear ${data.firstName},

thank you. We have received the registration of ${data.businessName} and are reviewing it. You will hear from us by email.

${PRODUCT_NAME}`,
  }),
  'merchant-approved': (data: Greeting & { link: string }) => ({
    subject: `${data.businessName} is verified`,
    text: `Dear ${data.firstName},

good news: ${data.businessName} has been verified. Sign in to start collecting:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-corrections': (
    data: Greeting & {
      corrections: readonly { label: string; comment: string }[];
      comment: string | null;
      link: string;
    },
  ) => ({
    subject: `Please correct the registration of ${data.businessName}`,
    text: `Dear ${data.firstName},

we have read the registration of ${data.businessName}. Before we can go on, please correct:

${bulletList(data.corrections.map(({ label, comment }) => `${label}: ${comment}`))}
${paragraph(data.comment)}
Sign in, correct and send it again; everything else you entered is kept:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-rejected': (
    data: Greeting & {
      reason: string;
      comment: string | null;
      reference: string;
    },
  ) => ({
    subject: `The registration of ${data.businessName} was not accepted`,
    text: `Dear ${data.firstName},

we have reviewed the registration of ${data.businessName} and can not accept it.

${data.reason}
${paragraph(data.comment)}
If you think this is a mistake, please get in touch with us and give the reference ${data.reference}.

${PRODUCT_NAME}`,
  }),
  'merchant-expired': (data: Greeting & { link: string }) => ({
    subject: `Please send the registration of ${data.businessName} again`,
    text: `Dear ${data.firstName},

we are sorry: the registration of ${data.businessName} was not reviewed in time. Nothing is wrong with it, and everything you entered is kept. Sign in and send it again:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-not-activated': (
    data: Greeting & {
      reason: string;
      link: string;
    },
  ) => ({
    subject: `One more thing about the registration of ${data.businessName}`,
    text: `Dear ${data.firstName},

our review of ${data.businessName} is done, but we could not activate it yet:

${data.reason}

Sign in, change this and send the registration again; everything else you entered is kept:
${data.link}

${PRODUCT_NAME}`,
  }),
  'contact-changed': (
    // Which fields, never their values.
    data: Greeting & { by: string; fields: readonly string[]; link: string },
  ) => ({
    subject: `The contact data of ${data.businessName} were changed`,
    text: `Dear ${data.firstName},

${data.by} changed these data of ${data.businessName}:

${bulletList(data.fields)}

They hold from now on. If you do not know of it, sign in, look at them and talk to ${data.by}:
${data.link}

${PRODUCT_NAME}`,
  }),
  'merchant-suspended': (data: Greeting & { reason: string; reference: string }) => ({
    subject: `${data.businessName} is suspended`,
    text: `Dear ${data.firstName},

we have suspended ${data.businessName}. You can sign in and look at everything, but add and change nothing for now.

The reason: ${data.reason}

To have this settled, please answer this email and give the reference ${data.reference}.

${PRODUCT_NAME}`,
  }),
  'merchant-reinstated': (data: Greeting & { link: string }) => ({
    subject: `${data.businessName} is active again`,
    text: `Dear ${data.firstName},

${data.businessName} is active again. Everything is as you left it:
${data.link}

${PRODUCT_NAME}`,
  }),
});
