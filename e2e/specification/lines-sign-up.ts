/** Section 2.4: account creation. */
export const SIGN_UP_LINES = {
  '2.4.order': 'EMAIL, PHONE_NUMBER, PERSONAL_INFO, RESET_SUCCESSS, in this order',
  '2.4.email.heading': "'Let's get started!'",
  '2.4.email.welcome':
    'Ready in under 5 minutes; the user should have legal business documents ready',
  '2.4.email.input': "One email input, placeholder 'Your business email'",
  '2.4.email.next': 'A Next button',
  '2.4.email.terms':
    'Next means agreeing to the merchant Terms of Use, Privacy Policy, Consumer Protection Policy',
  '2.4.email.terms-pdf': 'Each of the three is linked to a PDF',
  '2.4.email-code.heading': "'Verify your Email'",
  '2.4.email-code.text': "'Enter the 5 digit verification code sent to your email {email}'",
  '2.4.email-code.back': 'Back returns to email entry',
  '2.4.phone.heading': "'Enter your Phone Number'",
  '2.4.phone.text':
    "'Enter a number registered in your legal names to receive a 5 digit verification code'",
  '2.4.phone.prefix': 'A fixed +256 prefix',
  '2.4.phone.next': 'A Next button',
  '2.4.phone-code.heading': "'Verify Phone Number'",
  '2.4.phone-code.text': "'Enter the 5 digit verification code sent to your phone number'",
  '2.4.phone-code.back': 'Back returns to phone entry',
  '2.4.personal.heading': "'Create Account'",
  '2.4.personal.fields': 'First Name, Last Name, Business Name, Password',
  '2.4.personal.submit': 'Next submits',
  '2.4.success.heading': "'Your account was created!'",
  '2.4.success.text':
    "'Your account has been created succesfully, please login to complete setting up your business.'",
  '2.4.success.login': 'A Login link to /auth/login that opens in a new tab',
  '2.4.back.not-email': 'No back arrow on EMAIL',
  '2.4.back.not-success': 'No back arrow on the success step',
  '2.4.back.others': 'A back arrow on every other account step',
  '2.4.back.personal': 'Back from PERSONAL_INFO goes to PHONE_NUMBER',
} as const;

/** Section 2.6, 2.7 and 2.8: pending approval, customers, shared display elements. */
export const DISPLAY_LINES = {
  '2.6.icon': 'Clock icon',
  '2.6.heading': "'Business verification in progress'",
  '2.6.text': 'The information is being reviewed and the user will be notified by email',
  '2.7.list': 'The customer client lists, paged',
  '2.7.create': 'It creates a customer',
  '2.7.bulk': 'It uploads a file of many',
  '2.7.edit': 'It edits a customer',
  '2.7.disable': 'It disables a customer',
  '2.8.badge': 'Status badge: colour by lowercase value',
  '2.8.cards': 'Summary cards on the review step',
  '2.8.code': 'Verification code input with states',
  '2.8.phone': 'Phone input with fixed +256 prefix',
} as const;
