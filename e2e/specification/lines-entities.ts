/** Section 3: entities and their fields. */
export const ENTITY_LINES = {
  '3.user':
    'User profile: firstName, lastName, email, lists domainName, organizationId, businessName, phoneNumber',
  '3.user.roles': 'The access token carries realm roles',
  '3.organization': 'Current organization: organizationId, organizationName, logoUrl',
  '3.merchant': 'Merchant profile: merchantState, organizationId, businessName, logoUrl',
  '3.merchant.id': 'A merchant id is stored after lookup',
  '3.bank-profile': 'Bank profile: id, name, logoUrl, organizationId',
  '3.bank': 'Bank record of the list: id, name',
  '3.draft.held': 'The registration draft is held on the client across steps',
  '3.draft.cleared': 'It is cleared after successful merchant submission',
  '3.draft.email': 'userEmail: string',
  '3.draft.phone': "userPhoneNumber: countryCode '256', region 'UG', subscriberNumber (integer)",
  '3.draft.user': 'userInfo: firstName, lastName, businessName, organizationId read at submit',
  '3.draft.info': 'businessInfo: industry, registrationNumber, phoneNumber, taxNumber, two files',
  '3.draft.address':
    "address: country, countryCode (default 'UG'), region, city, street, postalCode, buildingName",
  '3.draft.account':
    'bankAccount: bank (id and name), accountName, accountNumber, accountType, branch, branchCode',
  '3.carried':
    'Carried from login: firstName, lastName, businessName, organizationId, phone number, email',
  '3.industries': 'The 15 industry options, in their wording and order',
  '3.representative':
    'Account payload: firstName, lastName, businessName, password, email, phoneNumber, isAdmin, domainName',
  '3.representative.admin': 'isAdmin is always true',
  '3.submission':
    'businessName, registrationNumber, taxNumber, industry, phoneNumber, organizationId, approvalPolicyId',
  '3.submission.accounts':
    'bankAccounts: exactly one of branch, branchCode, accountName, accountNumber, accountType, bankId',
  '3.submission.address': 'businessAddress',
  '3.submission.user': 'userInfo: email, phoneNumber, firstName, lastName',
  '3.submission.files': 'Logo and certificate of incorporation travel as files',
  '3.customer':
    'id, firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber, status',
  '3.customer.disabled': 'DISABLED is a status of a customer',
  '3.transaction': 'transactionCharge and exciseDuty of the list formatter are numbers',
  '3.transaction.names':
    'merchantName, merchantBankName, customerName and customerBankName stand in the list',
  '3.transaction.status': 'transactionStatus (SETTLED is one value) and reason go together',
  '3.session.user': 'Stored: a user record (optional organizationId, merchantId, bankId)',
  '3.session.token': 'Stored: an access token',
  '3.session.organization': 'Stored: the current organization',
  '3.roles': 'Role enumeration: OPERATOR, ACH, BANK, MERCHANT, CONSUMER',
} as const;

/** Section 4.1 to 4.3: sign-in, registration, forms and codes. */
export const FLOW_LINES = {
  '4.1.1.redirect': 'Not signed in: redirect to the identity provider',
  '4.1.1.load': 'Then load the profile and roles',
  '4.1.2.domain': 'Admitted only if domainName includes the current domain; else logged out',
  '4.1.2.organization': 'Admitted only if an organizationId exists; else logged out',
  '4.1.2.consumer': 'Not admitted in the domain CONSUMER: logged out',
  '4.1.2.ach': 'Not admitted in the domain ACH: logged out',
  '4.1.3.operator': 'OPERATOR: a fixed name and logo; to /dashboard/mandates',
  '4.1.3.merchant.lookup': 'MERCHANT: the merchant profile is fetched by organizationId',
  '4.1.3.merchant.active': 'ACTIVE: merchant id and organization stored; to /dashboard/mandates',
  '4.1.3.merchant.pending': 'PENDING_APPROVAL: to /register/pending-approval',
  '4.1.3.merchant.action': 'ACTION_REQUIRED: to /register/pending-approval',
  '4.1.3.merchant.suspended': 'SUSPENDED: to /register/pending-approval',
  '4.1.3.merchant.rejected': 'REJECTED: to /register/pending-approval',
  '4.1.3.merchant.none': '404: details are kept for registration; to /register/business',
  '4.1.3.bank':
    'BANK: bank profile fetched, bank id and organization stored; to /dashboard/mandates',
  '4.1.4': 'Then the user is marked logged in',
  '4.1.5.mouse': 'Inactivity counts from the last mouse move',
  '4.1.5.key': 'Inactivity counts from the last key press',
  '4.1.5.scroll': 'Inactivity counts from the last scroll',
  '4.1.5.tabs': 'A sign of life in any tab counts',
  '4.1.5.logout': "30 minutes later: logout to the domain's home address",
  '4.2.account': 'EMAIL -> PHONE_NUMBER -> PERSONAL_INFO -> account created -> user logs in',
  '4.2.business': 'BUSINESS_INFO -> BUSINESS_ADDRESS -> BUSINESS_BANK -> REVIEW -> SUCCESS',
  '4.2.cleared': 'After submission the draft is cleared and the business awaits approval',
  '4.2.policy-first':
    'On submit the approval policy id is fetched first, then the merchant is sent',
  '4.2.policy': 'A value that is returned becomes approvalPolicyId',
  '4.2.no-policy': 'Without a value there is no approvalPolicyId',
  '4.3.form.default': 'Form state DEFAULT',
  '4.3.form.error': 'Form state ERROR',
  '4.3.form.submitting': 'Form state SUBMITTING or PROCESSING',
  '4.3.form.loading': 'Form state LOADING (while banks load)',
  '4.3.form.data': 'Form state HAS_DATA',
  '4.3.code.default': 'Code state DEFAULT',
  '4.3.code.processing': 'Code state PROCESSING',
  '4.3.code.success': 'Code state SUCCESS',
  '4.3.code.error': 'Code state ERROR',
} as const;
