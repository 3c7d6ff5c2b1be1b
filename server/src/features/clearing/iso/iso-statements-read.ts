import { createHash } from 'node:crypto';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { findReference } from '@tegeka/contract/kit/reference.ts';
import {
  accountAt,
  agentAt,
  amountAt,
  codeAt,
  dayOrMomentAt,
  fromWireId,
  idAt,
  needAmount,
  needInstant,
} from './iso-fields.ts';
import { type Batch, batchOf, oneBatch } from './iso-statement-batches.ts';
import type { Balance, Entry, EntryItem, StatementHead } from './iso-statements.ts';
import {
  elementAt,
  type ItemReader,
  needText,
  textAt,
  type XmlElement,
  XmlRejected,
} from './iso-xml.ts';

export type StatementPart =
  | ({
      kind: 'STATEMENT';
      /** Of the account; null where it is not said. */ currency: string | null;
    } & StatementHead)
  | ({ kind: 'BALANCE' } & Balance)
  /**
   * Where the bank reverses a booking of its own or takes a charge, the items of that booking are left out. The
   * repayment reference is the one that the texts of the entry name; null where they name none, or several.
   */
  | ({ kind: 'ENTRY'; isReversal: boolean; repaymentReference: string | null } & Entry);

/** Elements whose children are read one by one: an entry may have as many items as a file of debits. */
export const STATEMENTS = ['Stmt', 'Ntfctn', 'Ntry', 'NtryDtls'];

const ITEMS_MAX = 200_000;

function directionOf(element: XmlElement): Entry['direction'] {
  const indicator = needText(element, 'CdtDbtInd');
  if (indicator === 'CRDT') return 'CREDIT';
  if (indicator === 'DBIT') return 'DEBIT';
  throw new XmlRejected(
    `${element.name}/CdtDbtInd is neither CRDT nor DBIT but ${indicator.slice(0, 20)}`,
  );
}

/** A balance of an account that is booked; null for one of another kind. */
function balanceOf(element: XmlElement): StatementPart | null {
  const type = textAt(element, 'Tp/CdOrPrtry/Cd');
  if (type !== 'OPBD' && type !== 'CLBD') return null;
  const { amount, currency } = needAmount(element, 'Amt');
  const signed = directionOf(element) === 'CREDIT' ? amount : -amount;
  const day = dayOrMomentAt(element, 'Dt');
  if (day === null) throw new XmlRejected('Bal has no Dt');
  return { kind: 'BALANCE', type, amount: signed, currency, day };
}

/** An amount in a currency among those that are given. */
function amountIn(currency: string, element: XmlElement): number | null {
  for (const path of ['Amt', 'AmtDtls/TxAmt/Amt']) {
    const found = amountAt(element, path);
    if (found?.currency === currency) return found.amount;
  }
  return null;
}

/** One that goes the other way than its entry names nothing: the sum of the entry is not for it. */
function itemOf(element: XmlElement, entry: XmlElement): EntryItem {
  const goesBack = elementAt(element, 'CdtDbtInd') && directionOf(element) !== directionOf(entry);
  return {
    instructionId: goesBack ? null : idAt(element, 'Refs/InstrId'),
    transactionId: goesBack ? null : idAt(element, 'Refs/TxId'),
    endToEndId: goesBack ? null : idAt(element, 'Refs/EndToEndId'),
    amount: amountIn(needAmount(entry, 'Amt').currency, element),
    returnReason: codeAt(element, 'RtrInf/Rsn'),
  };
}

/** The statuses of entries (ISO 20022, ExternalEntryStatus1Code): only what is booked moves money. */
const STATUSES: ReadonlySet<string> = new Set(['BOOK', 'PDNG', 'INFO', 'FUTR']);

function isBooked(element: XmlElement): boolean {
  const status = codeAt(element, 'Sts') ?? '';
  if (!STATUSES.has(status))
    throw new XmlRejected(`Ntry/Sts is not known: ${status.slice(0, 20) || 'empty'}`);
  return status === 'BOOK';
}

/** The sub-families of bookings (ISO 20022, ExternalBankTransactionSubFamily1Code) that are a bank's own charges. */
const CHARGES: ReadonlySet<string> = new Set(['CHRG', 'COMM', 'COME', 'COMI', 'COMT', 'FEES']);

/** What banks write where they have no reference. */
const PLACEHOLDER = /^(NOTPROVIDED|NOTAVAILABLE|NONREF)$/i;
/** ISO 20022 has 35; a UUID is kept with its dashes. */
const REFERENCE_MAX = 36;
const HASH_LENGTH = 34;

/**
 * What identifies an entry in every message: the bank's reference; without one, the only one of its items, or else
 * what its items are known by. Not `NtryRef`: it is unique within one statement only.
 */
function entryIdOf(
  element: XmlElement,
  { items, references }: { items: readonly EntryItem[]; references: readonly (string | null)[] },
): string {
  const named = (id: string | null | undefined) => (id && !PLACEHOLDER.test(id) ? id : null);
  const own = named(idAt(element, 'AcctSvcrRef'));
  const reference = own ?? (references.length === 1 ? named(references[0]) : null);
  if (reference !== null && reference.length > REFERENCE_MAX)
    throw new XmlRejected('Ntry/AcctSvcrRef is too long');
  if (reference !== null) return reference;
  const ids = items.map(
    (item) => named(item.instructionId) ?? named(item.transactionId) ?? named(item.endToEndId),
  );
  if (ids.length === 0 || ids.includes(null))
    throw new XmlRejected('Ntry has no AcctSvcrRef, and no ids by which it would be known again');
  // In whichever order a message has them.
  const sorted = ids.map(String).toSorted((one, other) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(sorted));
  return hash.digest('hex').slice(0, HASH_LENGTH);
}

/** Where the payer of a transfer writes what it is for. */
const PURPOSES = ['Refs/EndToEndId', 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'AddtlTxInf'];

/** The repayment references that an element of an entry names. */
const repaymentsIn = (element: XmlElement, paths: readonly string[]): string[] =>
  paths.flatMap((path) => findReference('TGB', textAt(element, path) ?? '') ?? []);

/** What stands in the details of an entry. */
interface Details {
  batches: Batch[];
  items: EntryItem[];
  /** For each of `items` the bank's reference. */
  references: (string | null)[];
  /** The repayment references that its items name. */
  repayments: Set<string>;
}
const noDetails = (): Details => ({
  batches: [],
  items: [],
  references: [],
  repayments: new Set(),
});

/** An entry from its own elements, with the batch and items of its details. */
function entryOf(element: XmlElement, details: Details): StatementPart {
  const money = needAmount(element, 'Amt');
  const { items } = details;
  const [only] = items;
  const takesBack = ['true', '1'].includes(textAt(element, 'RvslInd') ?? '');
  // A return by the payer or the payer's bank has a return reason.
  const isReversal = takesBack && items.every(({ returnReason }) => returnReason === null);
  const isCharge = CHARGES.has(textAt(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') ?? '');
  // An entry of one item need not repeat its amount.
  if (items.length === 1 && only?.amount === null) only.amount = money.amount;
  const isOther = isReversal || isCharge;
  const named = new Set([...details.repayments, ...repaymentsIn(element, ['AddtlNtryInf'])]);
  const [repayment = null] = named;
  return {
    kind: 'ENTRY',
    isReversal,
    repaymentReference: named.size === 1 ? repayment : null,
    entryId: entryIdOf(element, details),
    ...money,
    direction: directionOf(element),
    booked: isBooked(element),
    bookedOn: dayOrMomentAt(element, 'BookgDt'),
    batch: isOther ? null : oneBatch(details.batches),
    items: isOther ? [] : items,
  };
}

const emptyHead = (): Omit<Extract<StatementPart, { kind: 'STATEMENT' }>, 'kind'> => ({
  statementId: '',
  account: '',
  currency: null,
  agent: null,
  fromDay: null,
  toDay: null,
});
const emptyEntry = (): XmlElement => ({ name: 'Ntry', currency: '', text: '', children: [] });

/** Reads what statements consist of, in its order: an entry when it ends. */
export function statementReader(): ItemReader<StatementPart> {
  let head = emptyHead();
  let entry = emptyEntry();
  let details = noDetails();

  function inStatement(element: XmlElement): StatementPart | null {
    if (element.name === 'Id') head.statementId = fromWireId(element.text);
    else if (element.name === 'FrToDt') {
      head.fromDay = isoDay(needInstant(element, 'FrDtTm'));
      head.toDay = isoDay(needInstant(element, 'ToDtTm'));
    } else if (element.name === 'Acct') {
      head.account = accountAt(element) ?? needText(element, 'Id/Othr/Id');
      head.currency = textAt(element, 'Ccy');
      head.agent = agentAt(element, 'Svcr');
      return { kind: 'STATEMENT', ...head };
    } else if (element.name === 'Bal') return balanceOf(element);
    return null;
  }

  function inDetails(element: XmlElement): void {
    if (element.name === 'Btch') details.batches.push(batchOf(element));
    if (element.name !== 'TxDtls') return;
    if (details.items.length >= ITEMS_MAX) throw new XmlRejected('An entry has too many items');
    details.items.push(itemOf(element, entry));
    details.references.push(idAt(element, 'Refs/AcctSvcrRef'));
    for (const reference of repaymentsIn(element, PURPOSES)) details.repayments.add(reference);
  }

  return {
    element(element, parent) {
      if (parent === 'Ntry') entry.children.push(element);
      else if (parent === 'NtryDtls') inDetails(element);
      else if (parent !== '') return inStatement(element);
      return null;
    },
    end(name) {
      if (name === 'Stmt' || name === 'Ntfctn') {
        if (head.account === '') throw new XmlRejected(`${name} has no Acct`);
        head = emptyHead();
      }
      if (name !== 'Ntry') return null;
      if (head.account === '') throw new XmlRejected('An entry stands before its account');
      const ended = entryOf(entry, details);
      entry = emptyEntry();
      details = noDetails();
      return ended;
    },
  };
}
