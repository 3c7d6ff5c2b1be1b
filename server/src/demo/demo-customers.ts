import type { CustomerInput } from '@tegeka/contract/customers/customer-commands.ts';
import { CUSTOMER, type Customer } from '@tegeka/contract/customers/customers.ts';
import { sql } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { insertCustomer, setCustomerState } from '#features/customers/customers-service.ts';
import { customersOf, readCustomers } from '#features/customers/customers-store.ts';
import { actorOf } from '#platform/state/transition.ts';
import { type AuditedPerson, writeAudit } from '#platform/history/audit.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { callerOf } from './demo-callers.ts';
import { DEMO_PEOPLE } from './demo-guide.ts';

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
  ['Successful', null, 'Nansubuga', '+256772540118', null, 'NT-0025'],
  ['Declined', null, 'Ocen', '+256782540119', null, 'NT-0026'],
  ['Unanswered', null, 'Kigozi', '+256772540120', null, 'NT-0027'],
  ['Late', null, 'Nambi', '+256782540121', null, 'NT-0028'],
  ['Twice', null, 'Odeke', '+256772540122', null, 'NT-0029'],
  ['Garbled', null, 'Tendo', '+256782540123', null, 'NT-0030'],
  ['Penniless', null, 'Mukasa', '+256772540131', null, 'NT-0031'],
  ['Successful', null, 'Ayebare', '+256772540132', null, 'NT-0032'],
  ['Bounced', null, 'Lwanga', '+256772540133', null, 'NT-0033'],
  ['Disputer', null, 'Akena', '+256772540134', null, 'NT-0034'],
  ['Closed', null, 'Namara', '+256772540135', null, 'NT-0035'],
  ['Blocked', null, 'Otim', '+256772540136', null, 'NT-0036'],
  ['Silent', null, 'Achan', '+256772540137', null, 'NT-0037'],
  ['Mixed', null, 'Kiiza', '+256772540138', null, 'NT-0038'],
  ['Stopped', null, 'Auma', '+256772540139', null, 'NT-0039'],
  ['Simon', 'Peter', 'Engole', '+256771968352', 'sp.engole@mail.example', 'NT-0024'],
];

interface DemoCustomer {
  input: CustomerInput;
  /** Reason of the disabling. Null if enabled. */
  disabledBecause: string | null;
}

/** The customers of Nile Traders, in the order of their creation; banks of the simulator answer by first names. */
const DEMO_CUSTOMERS: readonly DemoCustomer[] = LINES.map(
  ([firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber, why = null]) => ({
    input: { firstName, middleName, lastName, phoneNumber, email, customerReferenceNumber },
    disabledBecause: why,
  }),
);

/** Those of the demo's customers who are still there, by their references. */
export async function readDemoCustomers(
  tx: Tx,
  organizationId: string,
): Promise<ReadonlyMap<string, Customer>> {
  const references = DEMO_CUSTOMERS.map(({ input }) => input.customerReferenceNumber);
  const { rows } = await sql<{ id: string }>`select id from (${customersOf(organizationId)}) c
    where reference = any(${references})`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const customers = [...(await readCustomers(tx, ids)).values()];
  return new Map(customers.map((customer) => [customer.customerReferenceNumber, customer]));
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Adds a customer at a given time, disables them if the demo says so, and writes the audit
 * entries.
 */
async function seedCustomer(
  ctx: AppContext,
  tx: PlatformTx,
  caller: AuditedPerson,
  { input, disabledBecause: reason }: DemoCustomer,
  at: Date,
): Promise<void> {
  const { organizationId } = caller;
  const { id } = await insertCustomer(tx, { id: ctx.ids.uuid(at), organizationId, input, at });
  const note = { entity: CUSTOMER.entity, entityId: id };
  const entry = { at, requestId: 'demo', caller };
  await writeAudit(tx, ctx.ids, { ...entry, action: 'createCustomer', note });
  if (reason === null) return;
  const later = new Date(at.getTime() + DAY);
  const actor = actorOf(caller);
  await setCustomerState(ctx, tx, {
    id,
    organizationId,
    to: 'DISABLED',
    actor,
    reason,
    at: later,
  });
  const changes = { status: { before: 'ACTIVE', after: 'DISABLED' } };
  await writeAudit(tx, ctx.ids, {
    ...entry,
    at: later,
    action: 'disableCustomer',
    note: { ...note, changes, reason },
  });
}

/** Adds the customers of the demo's approved business, with the audit entries of their creation. */
export async function seedCustomers(ctx: AppContext, tx: PlatformTx): Promise<void> {
  const owner = await callerOf(tx, DEMO_PEOPLE.approved);
  const now = (await businessTime(tx, ctx.clock.now())).getTime();
  for (const [n, customer] of DEMO_CUSTOMERS.entries()) {
    // One customer a day, the last one yesterday, each some minutes later in the morning.
    const at = new Date(now - (DEMO_CUSTOMERS.length - n) * (DAY - 7 * 60_000) - 2 * 3_600_000);
    await seedCustomer(ctx, tx, owner, customer, at);
  }
}
