import {
  IMPORT_COLUMN_NAMES,
  type ImportColumn,
  type ImportMapping,
  mappingErrors,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import { refuse } from '#platform/http/refusal.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What else our columns are called in other people's tables, without spaces and signs. */
const SYNONYMS: Record<ImportColumn, readonly string[]> = {
  firstName: words('firstname givenname givennames forename christianname fname'),
  middleName: words('middlename middlenames othername othernames secondname mname'),
  lastName: words('lastname surname familyname lname sname'),
  phoneNumber: words(`
    phonenumber phone phoneno telephone telephonenumber telephoneno tel telno telnumber mobile
    mobilenumber mobileno mobilephone mobiletel cell cellphone cellnumber contact contactnumber
    contactno msisdn customerphone customermobile customerphonenumber momonumber`),
  email: words('email emailaddress emailid mail mailaddress customeremail contactemail'),
  customerReferenceNumber: words(`
    customerreferencenumber customerreference customerreferenceno customerref customerrefno
    customerrefnumber reference referencenumber referenceno ref refno refnumber accountref
    accountreference accountnumber accountno accountid customerid customernumber customerno
    customercode clientid clientref clientreference clientnumber clientno membernumber memberno
    memberid policynumber policyno studentnumber studentno studentid`),
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

/** Refuses a mapping that names columns which the file has not, or lacks those that are needed. */
export function checkMapping(mapping: ImportMapping, columns: readonly string[]): void {
  const unknown = IMPORT_COLUMN_NAMES.filter((name) => (mapping[name] ?? 0) >= columns.length);
  const wrong = [
    ...unknown.map((name) => [name, 'The file has no such column.'] as const),
    ...Object.entries(mappingErrors(mapping)),
  ];
  const fields = wrong.map(([name, message]) => ({ field: `mapping.${name}`, message }));
  if (fields.length > 0) throw refuse('INPUT_INVALID', { fields });
}
