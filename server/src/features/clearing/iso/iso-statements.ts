import { account, agent, type Amount, idElement, instant, money } from './iso-fields.ts';
import { type GroupHeader, header, partyOf } from './iso-header.ts';
import { document, xml, type Xml } from './iso-template.ts';

/** What was booked on an account on a day, and what is booked on it as it happens. */
export const CAMT_053 = 'camt.053.001.08';
export const CAMT_054 = 'camt.054.001.08';

/** Which account a bank reports on, and for which days (ISO 8601). */
export interface StatementHead {
  statementId: string;
  account: string;
  /** The BIC of the bank that keeps the account; null where it is not said. */
  agent: string | null;
  fromDay: string | null;
  toDay: string | null;
}

/** What was on the account at the beginning or the end; negative where the holder owes the bank. */
export interface Balance extends Amount {
  type: 'OPBD' | 'CLBD';
  day: string;
}

export interface EntryItem {
  instructionId: string | null;
  transactionId: string | null;
  endToEndId: string | null;
  /** In the currency of the entry; null where it is not said. */
  amount: number | null;
  /** Why it comes back; null where it does not. */
  returnReason: string | null;
}

export interface Entry extends Amount {
  /** The bank's reference: the same in every message. Its fee or its reversal may have the same. */
  entryId: string;
  direction: 'CREDIT' | 'DEBIT';
  booked: boolean;
  bookedOn: string | null;
  /** The message whose items are booked in one sum, and how many there are. */
  batch: {
    messageId: string | null;
    /** Further messages in the same sum. */
    others?: readonly (string | null)[];
    count: number | null;
  } | null;
  items: EntryItem[];
}

const recipient = (head: GroupHeader): Xml =>
  header(head, xml`<MsgRcpt>${partyOf(head.to)}</MsgRcpt>`);

// Days are those of Kampala.
const period = ({ fromDay, toDay }: StatementHead): Xml | null =>
  fromDay === null || toDay === null
    ? null
    : xml`
        <FrToDt>
          <FrDtTm>${fromDay}T00:00:00+03:00</FrDtTm>
          <ToDtTm>${toDay}T23:59:59+03:00</ToDtTm>
        </FrToDt>`;

const accountOf = (statement: StatementHead): Xml => xml`
  <Acct>
    ${account(statement.account)}
    ${statement.agent === null ? null : xml`<Svcr>${agent(statement.agent)}</Svcr>`}
  </Acct>`;

const indicator = (isCredit: boolean): Xml =>
  xml`<CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`;

const balance = ({ type, amount, currency, day }: Balance): Xml => xml`
  <Bal>
    <Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>
    ${money('Amt', { amount: Math.abs(amount), currency })}
    ${indicator(amount >= 0)}
    <Dt><Dt>${day}</Dt></Dt>
  </Bal>`;

function details({ items, currency, direction }: Entry): readonly Xml[] {
  return items.map(
    (item) => xml`
      <TxDtls>
        <Refs>
          ${idElement('InstrId', item.instructionId)}
          ${idElement('EndToEndId', item.endToEndId)}
          ${idElement('TxId', item.transactionId)}
        </Refs>
        ${item.amount === null ? null : money('Amt', { amount: item.amount, currency })}
        ${item.amount === null ? null : indicator(direction === 'CREDIT')}
        ${item.returnReason === null ? null : xml`<RtrInf><Rsn><Cd>${item.returnReason}</Cd></Rsn></RtrInf>`}
      </TxDtls>`,
  );
}

function batchOf({ batch }: Entry): Xml | null {
  if (batch === null) return null;
  const count = batch.count === null ? null : xml`<NbOfTxs>${String(batch.count)}</NbOfTxs>`;
  return xml`<Btch>${idElement('MsgId', batch.messageId)}${count}</Btch>`;
}

function entry(item: Entry): Xml {
  const { bookedOn } = item;
  const hasDetails = item.batch !== null || item.items.length > 0;
  return xml`
    <Ntry>
      ${money('Amt', item)}
      ${indicator(item.direction === 'CREDIT')}
      <Sts><Cd>${item.booked ? 'BOOK' : 'PDNG'}</Cd></Sts>
      ${bookedOn === null ? null : xml`<BookgDt><Dt>${bookedOn}</Dt></BookgDt>`}
      ${idElement('AcctSvcrRef', item.entryId)}
      <BkTxCd>
        <Domn><Cd>PMNT</Cd><Fmly><Cd>NTAV</Cd><SubFmlyCd>NTAV</SubFmlyCd></Fmly></Domn>
      </BkTxCd>
      ${hasDetails ? xml`<NtryDtls>${batchOf(item)}${details(item)}</NtryDtls>` : null}
    </Ntry>`;
}

const reportOf = ({ createdAt }: GroupHeader, statement: StatementHead): Xml => xml`
  ${idElement('Id', statement.statementId)}
  <CreDtTm>${instant(createdAt)}</CreDtTm>
  ${period(statement)}
  ${accountOf(statement)}`;

/** camt.053: what was booked on an account on a day, with its balances. */
export function writeStatement(
  head: GroupHeader,
  statement: StatementHead & { balances: readonly Balance[] },
  entries: readonly Entry[],
): string {
  const body = [
    reportOf(head, statement),
    ...statement.balances.map(balance),
    ...entries.map(entry),
  ];
  return document(
    CAMT_053,
    xml`<BkToCstmrStmt>${recipient(head)}<Stmt>${body}</Stmt></BkToCstmrStmt>`,
  );
}

/** camt.054: what is booked on an account as it happens. */
export function writeNotification(
  head: GroupHeader,
  statement: StatementHead,
  entries: readonly Entry[],
): string {
  const body = [reportOf(head, statement), ...entries.map(entry)];
  return document(
    CAMT_054,
    xml`<BkToCstmrDbtCdtNtfctn>${recipient(head)}<Ntfctn>${body}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
}
