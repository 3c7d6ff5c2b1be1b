import { CONTACT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import {
  type BusinessProfile,
  getBusinessProfile,
  updateContact,
} from '@tegeka/contract/merchants/merchant-profile.ts';
import { call } from '#platform/call/call.ts';
import { phoneOf } from '#ui/form/draft/field-errors.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

const versioned = (profile: BusinessProfile) => ({ ...profile, version: profile.contactVersion });

interface ContactFormProps {
  profile: BusinessProfile;
  onSaved: () => void;
  onClose: () => void;
}

/** The form for contact data and logo, over the profile. Changes take effect without approval. */
export function ProfileContactForm({ profile, onSaved, onClose }: ContactFormProps) {
  const { merchantId } = profile;
  return (
    <FormDrawer
      draft="contact"
      heading="Edit contact data"
      action="Save"
      fields={CONTACT_FIELDS}
      endpoint={updateContact}
      params={{ merchantId }}
      toBody={({ phoneNumber, representativePhone }) => ({
        phoneNumber: phoneOf(String(phoneNumber)),
        representativePhone: phoneOf(String(representativePhone)),
      })}
      stored={{ logo: profile.logo }}
      edit={{
        entity: versioned(profile),
        typed: ({ version, contact: { phoneNumber, representativePhone } }) => ({
          version,
          phoneNumber: String(phoneNumber.subscriberNumber),
          representativePhone: String(representativePhone.subscriberNumber),
        }),
        what: 'business',
        changedCode: 'CONTACT_CHANGED',
        latest: async () => versioned(await call(getBusinessProfile, { params: { merchantId } })),
      }}
      renderPreview={() => (
        <p>
          Changes take effect as soon as they are saved. The representative’s name and email belong
          to their account and are not changed here.
        </p>
      )}
      onSaved={() => undefined}
      onDone={onSaved}
      onClose={onClose}
    />
  );
}
