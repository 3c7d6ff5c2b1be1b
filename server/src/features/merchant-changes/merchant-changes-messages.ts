import { MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import { merchantMessage } from '#features/merchants/merchants-messages.ts';
import { bulletList, messageTemplates } from '#platform/message-templates.ts';
import type { Change } from './merchant-changes-store.ts';

export const CHANGE_MESSAGES = messageTemplates({
  'change-submitted': merchantMessage(
    (name) => `A change of ${name} was submitted`,
    ({ by, businessName, fields, link }) => `${by} asked to change these data of ${businessName}:

${bulletList(fields)}

We are checking this and will write to you. Until then everything stays as it is. If you do not know of it, sign in and take it back:
${link}`,
  ),
  'change-applied': merchantMessage(
    (name) => `The data of ${name} were changed`,
    ({ by, businessName, fields, link }) =>
      `we have checked the change that ${by} asked for. From now on these data of ${businessName} are new:

${bulletList(fields)}

Sign in to see them:
${link}`,
  ),
});

/** What messages say of a change: who asked for it, and for which fields. */
export function changeData({ base, proposal, makerName: by }: Change) {
  return { by, fields: differingFields(base, proposal).map((key) => MERCHANT_LABELS[key]) };
}
