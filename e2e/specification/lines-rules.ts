/** Section 4.4 and 4.5: status badges by lowercase value, and disabled customers. */
export const STATUS_LINES = {
  '4.4.check': 'Teal badges have a check icon, others none',
  '4.4.active': 'active: teal',
  '4.4.true': 'true: teal',
  '4.4.completed': 'completed: teal',
  '4.4.approved': 'approved: teal',
  '4.4.cleared': 'cleared: teal',
  '4.4.settled': 'settled: teal',
  '4.4.enabled': 'enabled: teal',
  '4.4.successful': 'successful: teal',
  '4.4.disabled': 'disabled: grey',
  '4.4.false': 'false: grey',
  '4.4.error': 'error: red',
  '4.4.rejected': 'rejected: red',
  '4.4.failed': 'failed: red',
  '4.4.inactive': 'inactive: red',
  '4.4.cancelled': 'cancelled: red',
  '4.4.generated': 'generated: blue',
  '4.4.pending': 'pending: yellow',
  '4.4.processing': 'processing: yellow',
  '4.4.pending_approval': 'pending_approval: yellow',
  '4.4.registered': 'registered: yellow',
  '4.4.pending_verification': 'pending_verification: yellow',
  '4.5.disable': 'Disabling a customer sends status DISABLED',
} as const;

/** Section 5: validation rules and their messages. */
export const RULE_LINES = {
  '5.email.required': 'Email is required',
  '5.email.invalid': "'Sorry, an invalid email entered. Check the phone and try again.'",
  '5.email.exists': "Alert 'Sorry, that email exists'",
  '5.phone.ugandan': 'A valid Ugandan number, entered without the country code',
  '5.phone.input': "'Enter a valid Uganda Number e.g {phone}'",
  '5.phone.invalid':
    "Alert 'Sorry, an invalid phone number entered. Check the phone and try again.'",
  '5.phone.exists': "'Sorry, that phone number exists'",
  '5.phone.leading-0': 'The existence check is sent with a leading 0 before the number',
  '5.personal.required': "All four fields required: 'Sorry, please enter all fields to proceed.'",
  '5.info.required':
    "industry, registrationNumber, taxNumber, phoneNumber, certificate, logo required: 'Sorry, please enter all fields to proceed.'",
  '5.info.logo': 'Logo only jpg, jpeg, png',
  '5.address.required':
    "country, region, city, street, postalCode, buildingName required: 'Please fill all required to proceed'",
  '5.bank.required':
    "bankId, accountName, accountNumber, accountType, branch, branchCode required: 'Please fill all required to proceed'",
  '5.bank.listed': 'The chosen bank must be in the loaded list',
  '5.code.required': "5 digits required: 'Sorry, please check your number and try again'",
} as const;

/** Section 6: roles, permissions and headers. */
export const ACCESS_LINES = {
  '6.roles': 'OPERATOR, ACH, BANK, MERCHANT, CONSUMER',
  '6.roles.token':
    "Roles are read from the realm roles of the access token and stored as the user's roles",
  '6.domain': "Access is by domain: the user's domainName must include the current domain",
  '6.menu': 'The menu differs per domain',
  '6.stranger': 'An unauthenticated user of a protected route is sent to /auth/logout',
  '6.required-roles': 'A route may declare required roles; access then needs every one of them',
  '6.admin': 'The account creator is an admin of the merchant organization',
  '6.application-domain': "Every request carries 'Application-Domain' with the current domain",
  '6.application-domain.banks': 'Not those to the banks content service',
  '6.bearer': 'A bearer token is added to requests',
  '6.bearer.banks': 'Not to those to the banks content service',
  '6.bearer.reset': 'Not to GET requests to a path containing /users/reset-password',
  '6.csrf': 'Non-GET, non-HEAD requests: the token of a cookie is sent in a request header',
  '6.csrf.get': 'GET requests carry none',
  '6.csrf.relative': 'Only requests to relative URLs carry it',
} as const;
