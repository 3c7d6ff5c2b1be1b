import type { InputOf } from '@tegeka/contract/kit/endpoint.ts';
import type { updateContact } from '@tegeka/contract/merchants/merchant-profile.ts';
import { CONTACT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { labelsOf } from '@tegeka/contract/kit/fields.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { AuditNote } from '#platform/history/audit.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import { writeContactChanged } from './merchants-messages.ts';
import { lockMerchant, type Registration } from './merchants-store.ts';

/** Contact data as they arrive; without a logo the one before stays. */
export interface NewContact {
  merchantId: string;
  contact: InputOf<typeof updateContact>['body'];
  logo: StoredUpload | undefined;
  /** The name of who sends them. */
  by: string;
}

/** The logo's id; the same picture sent again is the same file. */
async function logoOf(ctx: AppContext, tx: Tx, merchant: Registration, upload?: StoredUpload) {
  const { logo } = merchant.documents;
  if (!upload || upload.sha256 === logo.sha256) return logo.id;
  const { organizationId } = merchant.submission;
  return (await ctx.files.keep(tx, upload, { organizationId, kind: 'logo' })).id;
}

function wordsOf({ submission, documents }: Registration): Record<string, string> {
  return {
    phoneNumber: showPhone(submission.phoneNumber.subscriberNumber),
    representativePhone: showPhone(submission.userInfo.phoneNumber.subscriberNumber),
    logo: documents.logo.url,
  };
}

const LABELS = new Map(Object.entries(labelsOf(CONTACT_FIELDS)));

function changesOf(before: Registration, after: Registration): NonNullable<AuditNote['changes']> {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = Object.keys(now).filter((field) => old[field] !== now[field]);
  return Object.fromEntries(
    changed.map((field) => [field, { before: old[field], after: now[field] }]),
  );
}

/**
 * Changes how an active business is reached, writes to its representative, and gives what changed.
 * Refuses CONTACT_CHANGED where it was made from an older version.
 */
export async function changeContact(
  ctx: AppContext,
  tx: Tx,
  { merchantId, contact, logo, by }: NewContact,
): Promise<{ merchant: Registration; changes: NonNullable<AuditNote['changes']> }> {
  const before = await lockMerchant(tx, merchantId);
  if (contact.version !== before.contactVersion) throw refuse('CONTACT_CHANGED');
  await tx
    .updateTable('merchants')
    .set({
      phone: contact.phoneNumber.subscriberNumber,
      representative_phone: contact.representativePhone.subscriberNumber,
      logo_file_id: await logoOf(ctx, tx, before, logo),
      contact_version: before.contactVersion + 1,
    })
    .where('id', '=', merchantId)
    .execute();
  const merchant = await lockMerchant(tx, merchantId);
  const changes = changesOf(before, merchant);
  const fields = Object.keys(changes).map((field) => LABELS.get(field) ?? field);
  if (fields.length > 0) await writeContactChanged(ctx, tx, merchant, { by, fields });
  return { merchant, changes };
}
