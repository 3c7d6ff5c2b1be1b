import { isoDay } from '@tegeka/contract/kit/day.ts';
import {
  accountAt,
  agentAt,
  amountAt,
  codeAt,
  dayOrMomentAt,
  fromWireId,
  idAt,
  needAmount,
  needCount,
  needId,
  needInstant,
} from './iso-fields.ts';
import type { Balance, Entry, EntryItem, StatementHead } from './iso-statements.ts';
import {
  elementAt,
  type ItemReader,
  needText,
  textAt,
  type XmlElement,
  XmlRefused,
} from './iso-xml.ts';

export type StatementPart =
  | ({ kind: 'STATEMENT' } & StatementHead)
  | ({ kind: 'BALANCE' } & Balance)
  /** Where the bank reverses a booking of its own, the items of that booking are left out. */
  | ({ kind: 'ENTRY'; isReversal: boolean } & Entry);

/** Elements whose children are read one by one: an entry may have as many items as a file of debits. */
export const STATEMENTS = ['Stmt', 'Ntfctn', 'Ntry', 'NtryDtls'];

const ITEMS_MAX = 200_000;

function directionOf(element: XmlElement): Entry['direction'] {
  const indicator = needText(element, 'CdtDbtInd');
  if (indicator === 'CRDT') return 'CREDIT';
  if (indicator === 'DBIT') return 'DEBIT';
  throw new XmlRefused(
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
  if (day === null) throw new XmlRefused('Bal has no Dt');
  return { kind: 'BALANCE', type, amount: signed, currency, day };
}

function itemOf(element: XmlElement, currency: string): EntryItem {
  const own = amountAt(element, 'Amt') ?? amountAt(element, 'AmtDtls/TxAmt/Amt');
  return {
    instructionId: idAt(element, 'Refs/InstrId'),
    transactionId: idAt(element, 'Refs/TxId'),
    endToEndId: idAt(element, 'Refs/EndToEndId'),
    amount: own?.currency === currency ? own.amount : null,
    returnReason: codeAt(element, 'RtrInf/Rsn'),
  };
}

function batchOf(element: XmlElement): Entry['batch'] {
  const count = elementAt(element, 'NbOfTxs') ? needCount(element, 'NbOfTxs') : null;
  return { messageId: idAt(element, 'MsgId') ?? idAt(element, 'PmtInfId'), count };
}

/** An entry from its own elements, with the batch and items of its details. */
function entryOf(element: XmlElement, batch: Entry['batch'], items: EntryItem[]): StatementPart {
  const money = needAmount(element, 'Amt');
  const [only] = items;
  const takesBack = ['true', '1'].includes(textAt(element, 'RvslInd') ?? '');
  // A return by the payer or the payer's bank has a return reason.
  const isReversal = takesBack && items.every(({ returnReason }) => returnReason === null);
  // An entry of one item need not repeat its amount.
  if (items.length === 1 && only?.amount === null) only.amount = money.amount;
  return {
    kind: 'ENTRY',
    isReversal,
    // Not `NtryRef`: it is unique within one statement only, and another entry would pass for a duplicate.
    entryId: needId(element, 'AcctSvcrRef'),
    ...money,
    direction: directionOf(element),
    booked: codeAt(element, 'Sts') === 'BOOK',
    bookedOn: dayOrMomentAt(element, 'BookgDt'),
    batch: isReversal ? null : batch,
    items: isReversal ? [] : items,
  };
}

const emptyHead = (): StatementHead => ({
  statementId: '',
  account: '',
  agent: null,
  fromDay: null,
  toDay: null,
});
const emptyEntry = (): XmlElement => ({ name: 'Ntry', currency: '', text: '', children: [] });

/** Reads what statements consist of, in its order: an entry when it ends. */
export function statementReader(): ItemReader<StatementPart> {
  let head = emptyHead();
  let entry = emptyEntry();
  let batch: Entry['batch'] = null;
  let items: EntryItem[] = [];

  function inStatement(element: XmlElement): StatementPart | null {
    if (element.name === 'Id') head.statementId = fromWireId(element.text);
    else if (element.name === 'FrToDt') {
      head.fromDay = isoDay(needInstant(element, 'FrDtTm'));
      head.toDay = isoDay(needInstant(element, 'ToDtTm'));
    } else if (element.name === 'Acct') {
      head.account = accountAt(element) ?? needText(element, 'Id/Othr/Id');
      head.agent = agentAt(element, 'Svcr');
      return { kind: 'STATEMENT', ...head };
    } else if (element.name === 'Bal') return balanceOf(element);
    return null;
  }

  function inDetails(element: XmlElement): void {
    if (element.name === 'Btch') batch ??= batchOf(element);
    if (element.name !== 'TxDtls') return;
    if (items.length >= ITEMS_MAX) throw new XmlRefused('An entry has too many items');
    items.push(itemOf(element, needAmount(entry, 'Amt').currency));
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
        if (head.account === '') throw new XmlRefused(`${name} has no Acct`);
        head = emptyHead();
      }
      if (name !== 'Ntry') return null;
      if (head.account === '') throw new XmlRefused('An entry stands before its account');
      const ended = entryOf(entry, batch, items);
      entry = emptyEntry();
      batch = null;
      items = [];
      return ended;
    },
  };
}
