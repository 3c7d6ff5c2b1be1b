/** Why a registration can be rejected, with what the business is told. */
export const REGISTRATION_REJECTIONS = {
  DOCUMENTS_NOT_GENUINE: 'The documents could not be confirmed as genuine.',
  NOT_IN_REGISTER: 'The business was not found in the register of companies.',
  ALREADY_REGISTERED: 'This business is registered with us already.',
  NOT_SUPPORTED: 'We can not serve this kind of business.',
  OTHER: 'The registration was not accepted.',
} as const;

/** Why a change of legal or bank data can be rejected, with what the business is told. */
export const CHANGE_REJECTIONS = {
  DOCUMENTS_NOT_GENUINE: REGISTRATION_REJECTIONS.DOCUMENTS_NOT_GENUINE,
  NOT_IN_REGISTER: REGISTRATION_REJECTIONS.NOT_IN_REGISTER,
  ACCOUNT_NOT_CONFIRMED: 'The bank account could not be confirmed as that of the business.',
  CHANGE_NOT_ACCEPTED: 'The change was not accepted.',
} as const;

/** What a review of a registration says on the checker's screen. */
export const REGISTRATION_WORDS = {
  label: 'New business',
  marked: 'Changed since the attempt before',
  approval: 'With the last approval that is needed, the business is active and told by email.',
  rejection: 'This is final for this registration. The business is told by email.',
  comment: 'The business reads this.',
} as const;

/** What a check of a change says on the checker's screen. */
export const CHANGE_WORDS = {
  label: 'Change of data',
  marked: 'Asked to be changed',
  approval:
    'With the last approval that is needed, the new data hold at once and the business is told by email.',
  rejection:
    'Everything stays as it is registered. The business is told by email and can ask for another change.',
  comment: 'The business reads this.',
} as const;
