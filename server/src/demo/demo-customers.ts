import type { CustomerInput } from '@tegeka/contract/customers/customer-writing.ts';

/** A customer of the demo: name, phone, email, reference, and the reason if disabled. */
type CustomerLine = readonly [
  firstName: string,
  middleName: string | null,
  lastName: string,
  phone: string | null,
  email: string | null,
  reference: string,
  disabledBecause?: string,
];

const LINES: readonly CustomerLine[] = [
  ['Grace', null, 'Namutebi', '+256772410233', 'grace.namutebi@mail.example', 'NT-0001'],
  ['Moses', null, 'Wasswa', '+256782556014', 'moses.wasswa@mail.example', 'NT-0002'],
  ['Sarah', 'Akello', 'Opio', '+256772884120', null, 'NT-0003'],
  ['Ibrahim', null, 'Ssekandi', '+256702315577', 'ibrahim@kibuye-stores.example', 'NT-0004'],
  ['Esther', null, 'Nabirye', '+256759204418', null, 'NT-0005', 'Closed her shop in Iganga.'],
  ['Joseph', 'Kato', 'Mugerwa', '+256774930516', 'jk.mugerwa@mail.example', 'NT-0006'],
  ['Florence', null, 'Atim', '+256785610092', 'florence@lira-fresh.example', 'NT-0007'],
  ['Robert', null, 'Byaruhanga', '+256701447830', 'robert.b@mail.example', 'NT-0008'],
  ['Prossy', null, 'Nalwanga', '+256776125809', null, 'NT-0009'],
  ['Denis', null, 'Odongo', '+256753882641', 'denis.odongo@mail.example', 'NT-0010'],
  ['Juliet', null, 'Kyomuhendo', '+256772007394', 'juliet@hoima-mart.example', 'NT-0011'],
  ['Hassan', null, 'Kiggundu', '+256787319925', null, 'NT-0012', 'Asked to stop in September.'],
  ['Rebecca', 'Nantongo', 'Ssemakula', '+256704558213', 'rebecca.s@mail.example', 'NT-0013'],
  ['Emmanuel', null, 'Tumusiime', '+256775640187', 'emma.tumusiime@mail.example', 'NT-0014'],
  ['Winnie', null, 'Adong', '+256783271560', null, 'NT-0015'],
  ['Charles', null, 'Okot', null, 'charles@gulu-hardware.example', 'NT-0016'],
  ['Harriet', null, 'Kobusingye', '+256752916374', 'harriet.k@mail.example', 'NT-0017'],
  ['Fred', null, 'Lubega', '+256778043295', null, 'NT-0018'],
  ['Irene', 'Apio', 'Emuron', '+256786502731', 'irene.emuron@mail.example', 'NT-0019'],
  ['Yusuf', null, 'Mayanja', '+256706184952', 'accounts@mayanja-and-sons.example', 'NT-0020'],
  ['Agnes', null, 'Birungi', '+256773359046', null, 'NT-0021', 'Moved to Nairobi.'],
  ['Patrick', null, 'Ojok', '+256784726018', 'patrick.ojok@mail.example', 'NT-0022'],
  ['Mariam', null, 'Nakimuli', '+256755401687', 'mariam@wandegeya-pharmacy.example', 'NT-0023'],
  ['Simon', 'Peter', 'Engole', '+256771968352', 'sp.engole@mail.example', 'NT-0024'],
];

/** A customer of the demo's approved business. */
export interface DemoCustomer {
  input: CustomerInput;
  /** Reason of the disabling. Null if enabled. */
  disabledBecause: string | null;
}

/** The customers of Nile Traders, in the order of their creation. */
export const DEMO_CUSTOMERS: readonly DemoCustomer[] = LINES.map(
  ([firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber, why = null]) => ({
    input: { firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber },
    disabledBecause: why,
  }),
);
