import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportMapping,
} from '@tegeka/contract/customer-import-rules.ts';

/** What else our columns are called in other people's tables, without spaces and signs. */
const SYNONYMS: Record<ImportColumn, readonly string[]> = {
  firstName: ['firstname', 'givenname', 'givennames', 'forename', 'christianname', 'fname'],
  middleName: ['middlename', 'middlenames', 'othername', 'othernames', 'secondname', 'mname'],
  lastName: ['lastname', 'surname', 'familyname', 'lname', 'sname'],
  phoneNumber: [
    ...['phonenumber', 'phone', 'phoneno', 'telephone', 'telephonenumber', 'telephoneno', 'tel'],
    ...['telno', 'telnumber', 'mobile', 'mobilenumber', 'mobileno', 'mobilephone', 'mobiletel'],
    ...['cell', 'cellphone', 'cellnumber', 'contact', 'contactnumber', 'contactno', 'msisdn'],
    ...['customerphone', 'customermobile', 'customerphonenumber', 'momonumber'],
  ],
  email: [
    'email',
    'emailaddress',
    'emailid',
    'mail',
    'mailaddress',
    'customeremail',
    'contactemail',
  ],
  customerReferenceNumber: [
    ...['customerreferencenumber', 'customerreference', 'customerreferenceno', 'customerref'],
    ...['customerrefno', 'customerrefnumber', 'reference', 'referencenumber', 'referenceno', 'ref'],
    ...['refno', 'refnumber', 'accountref', 'accountreference', 'accountnumber', 'accountno'],
    ...['accountid', 'customerid', 'customernumber', 'customerno', 'customercode', 'clientid'],
    ...['clientref', 'clientreference', 'clientnumber', 'clientno', 'membernumber', 'memberno'],
    ...['memberid', 'policynumber', 'policyno', 'studentnumber', 'studentno', 'studentid'],
  ],
};

/** Upper and lower case, spaces, underscores, stars and hyphens make no other name. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds our columns among those of a file by their names. Where two fit, the first counts. */
export function matchColumns(columns: readonly string[]): ImportMapping {
  const names = columns.map(plain);
  const found = IMPORT_COLUMN_NAMES.flatMap((ours) => {
    const at = SYNONYMS[ours]
      .map((synonym) => names.indexOf(synonym))
      .find((position) => position >= 0);
    return at === undefined ? [] : [[ours, at] as const];
  });
  return Object.fromEntries(found);
}

/** Columns that a mapping still lacks: the required ones, and one way to reach a customer. */
export function missingColumns(mapping: ImportMapping): ImportColumn[] {
  const required = IMPORT_COLUMN_NAMES.filter((name) => IMPORT_COLUMNS[name].required);
  const missing = required.filter((name) => mapping[name] === undefined);
  const reachable = mapping.phoneNumber !== undefined || mapping.email !== undefined;
  return reachable ? missing : [...missing, 'phoneNumber'];
}
