import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { bulletList, messageTemplates, paragraph } from '#platform/message-templates.ts';

/** What each message about a change names: which fields, never their values. */
interface ChangeData {
  firstName: string;
  businessName: string;
  /** Who sent the change. */
  by: string;
  fields: readonly string[];
  link: string;
}

/** What is written about changes of legal and bank data. */
export const CHANGE_MESSAGES = messageTemplates({
  'change-submitted': (data: ChangeData) => ({
    subject: `A change of ${data.businessName} was submitted`,
    text: `Dear ${data.firstName},

${data.by} asked to change these data of ${data.businessName}:

${bulletList(data.fields)}

We are checking this and will write to you. Until then everything stays as it is. If you do not know of it, sign in and take it back:
${data.link}

${PRODUCT_NAME}`,
  }),
  'change-applied': (data: ChangeData) => ({
    subject: `The data of ${data.businessName} were changed`,
    text: `Dear ${data.firstName},

we have checked the change that ${data.by} asked for. From now on these data of ${data.businessName} are new:

${bulletList(data.fields)}

Sign in to see them:
${data.link}

${PRODUCT_NAME}`,
  }),
  'change-corrections': (
    data: ChangeData & {
      corrections: readonly { label: string; comment: string }[];
      comment: string | null;
    },
  ) => ({
    subject: `Please correct the change of ${data.businessName}`,
    text: `Dear ${data.firstName},

we have read the change that ${data.by} asked for. Before we can go on, please correct:

${bulletList(data.corrections.map(({ label, comment }) => `${label}: ${comment}`))}
${paragraph(data.comment)}
Sign in, correct and send it again; until then everything stays as it is:
${data.link}

${PRODUCT_NAME}`,
  }),
  'change-rejected': (data: ChangeData & { reason: string; comment: string | null }) => ({
    subject: `The change of ${data.businessName} was not accepted`,
    text: `Dear ${data.firstName},

we have checked the change that ${data.by} asked for, and can not accept it. Everything stays as it is.

${data.reason}
${paragraph(data.comment)}
Sign in to send another one:
${data.link}

${PRODUCT_NAME}`,
  }),
  'change-expired': (data: ChangeData) => ({
    subject: `Please send the change of ${data.businessName} again`,
    text: `Dear ${data.firstName},

we are sorry: the change that ${data.by} asked for was not checked in time. Nothing is wrong with it, and what was entered is kept. Sign in and send it again:
${data.link}

${PRODUCT_NAME}`,
  }),
  'change-not-applied': (data: ChangeData & { reason: string }) => ({
    subject: `One more thing about the change of ${data.businessName}`,
    text: `Dear ${data.firstName},

the change that ${data.by} asked for was approved, but we could not make it:

${data.reason}

Everything stays as it is. Sign in, look at it and send it again:
${data.link}

${PRODUCT_NAME}`,
  }),
});
