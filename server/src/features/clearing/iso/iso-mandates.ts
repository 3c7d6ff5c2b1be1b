import {
  document,
  type MessageRoot,
  needText,
  readMessage,
  textAt,
  type Xml,
  xml,
  type XmlElement,
  XmlRefused,
} from './iso-xml.ts';

/** Messages about mandates: initiation, cancellation, and the report whether they were accepted. */
export const PAIN_009 = 'pain.009.001.05';
export const PAIN_011 = 'pain.011.001.05';
export const PAIN_012 = 'pain.012.001.05';

/** A UUID on the wire: 32 hex digits, since 36 signs do not fit. */
export const wireId = (id: string) => id.replaceAll('-', '');

/** The UUID of 32 hex digits; another text as it stands. */
function fromWireId(text: string): string {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(text);
  return parts ? parts.slice(1).join('-').toLowerCase() : text;
}

/** What every message begins with. */
export interface MessageHeader {
  messageId: string;
  createdAt: Date;
  /** BICs of who sends and who receives. */
  from: string;
  to: string;
}

const agent = (bic: string): Xml => xml`<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`;

// Seconds without a fraction, in UTC.
const instant = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

const header = ({ messageId, createdAt, from, to }: MessageHeader): Xml => xml`
  <GrpHdr>
    <MsgId>${wireId(messageId)}</MsgId>
    <CreDtTm>${instant(createdAt)}</CreDtTm>
    <InstgAgt>${agent(from)}</InstgAgt>
    <InstdAgt>${agent(to)}</InstdAgt>
  </GrpHdr>`;

/** A mandate as its bank is asked to confirm it. */
export interface MandateRequest {
  requestId: string;
  reference: string;
  oneOff: boolean;
  currency: string;
  /** Whole units: the shilling has no smaller one. */
  maxPerDebit: number;
  creditorName: string;
  creditorId: string;
  merchantName: string;
  debtorName: string;
  debtorAccount: string;
  debtorBic: string;
}

/** pain.009: asks a bank to confirm mandates. */
export function writeInitiation(head: MessageHeader, mandates: readonly MandateRequest[]): string {
  const items = mandates.map(
    (mandate) => xml`
      <Mndt>
        <MndtId>${mandate.reference}</MndtId>
        <MndtReqId>${wireId(mandate.requestId)}</MndtReqId>
        <Ocrncs><SeqTp>${mandate.oneOff ? 'OOFF' : 'RCUR'}</SeqTp></Ocrncs>
        <TrckgInd>true</TrckgInd>
        <MaxAmt Ccy="${mandate.currency}">${String(mandate.maxPerDebit)}</MaxAmt>
        <CdtrSchmeId>
          <Id><PrvtId><Othr><Id>${mandate.creditorId}</Id></Othr></PrvtId></Id>
        </CdtrSchmeId>
        <Cdtr><Nm>${mandate.creditorName}</Nm></Cdtr>
        <UltmtCdtr><Nm>${mandate.merchantName}</Nm></UltmtCdtr>
        <Dbtr><Nm>${mandate.debtorName}</Nm></Dbtr>
        <DbtrAcct><Id><Othr><Id>${mandate.debtorAccount}</Id></Othr></Id></DbtrAcct>
        <DbtrAgt>${agent(mandate.debtorBic)}</DbtrAgt>
      </Mndt>`,
  );
  return document(PAIN_009, xml`<MndtInitnReq>${header(head)}${items}</MndtInitnReq>`);
}

/** A mandate that is cancelled, and why. */
export interface MandateCancellation {
  reference: string;
  reasonCode: string;
}

/** pain.011: tells a bank that mandates are cancelled, or a bank tells us. */
export function writeCancellation(
  head: MessageHeader,
  mandates: readonly MandateCancellation[],
): string {
  const items = mandates.map(
    ({ reference, reasonCode }) => xml`
      <UndrlygCxlDtls>
        <CxlRsn><Rsn><Cd>${reasonCode}</Cd></Rsn></CxlRsn>
        <OrgnlMndt><OrgnlMndtId>${reference}</OrgnlMndtId></OrgnlMndt>
      </UndrlygCxlDtls>`,
  );
  return document(PAIN_011, xml`<MndtCxlReq>${header(head)}${items}</MndtCxlReq>`);
}

/** Whether a bank accepted a mandate. */
export interface MandateAcceptance {
  /** The message that asked; null where the report does not say. */
  originalMessageId: string | null;
  reference: string;
  accepted: boolean;
  reasonCode: string | null;
}

/** pain.012: reports which mandates, or which cancellations of mandates, a bank accepted. */
export function writeAcceptance(
  head: MessageHeader,
  mandates: readonly MandateAcceptance[],
  answered: typeof PAIN_009 | typeof PAIN_011 = PAIN_009,
): string {
  const items = mandates.map(
    ({ originalMessageId, reference, accepted, reasonCode }) => xml`
      <UndrlygAccptncDtls>
        ${
          originalMessageId === null
            ? null
            : xml`<OrgnlMsgInf>
                <MsgId>${wireId(originalMessageId)}</MsgId>
                <MsgNmId>${answered}</MsgNmId>
              </OrgnlMsgInf>`
        }
        <AccptncRslt>
          <Accptd>${String(accepted)}</Accptd>
          ${reasonCode === null ? null : xml`<RjctRsn><Cd>${reasonCode}</Cd></RjctRsn>`}
        </AccptncRslt>
        <OrgnlMndt><OrgnlMndtId>${reference}</OrgnlMndtId></OrgnlMndt>
      </UndrlygAccptncDtls>`,
  );
  return document(PAIN_012, xml`<MndtAccptncRpt>${header(head)}${items}</MndtAccptncRpt>`);
}

/** A message about mandates as it came in. */
export type MandateItem =
  | { kind: 'REQUEST'; reference: string; requestId: string; debtorName: string }
  | ({ kind: 'ACCEPTANCE' } & MandateAcceptance)
  | ({ kind: 'CANCELLATION' } & MandateCancellation);

/** The identification of a message, and then its items one by one. */
export type MandateMessagePart =
  | { kind: 'HEADER'; message: string; messageId: string; from: string | null }
  | MandateItem;

function acceptanceOf(element: XmlElement): MandateItem {
  const accepted = needText(element, 'AccptncRslt/Accptd');
  if (!['true', 'false', '1', '0'].includes(accepted))
    throw new XmlRefused(`Accptd is neither true nor false but ${accepted.slice(0, 20)}`);
  const originalId = textAt(element, 'OrgnlMsgInf/MsgId');
  return {
    kind: 'ACCEPTANCE',
    originalMessageId: originalId === null ? null : fromWireId(originalId),
    reference: referenceOf(element),
    accepted: accepted === 'true' || accepted === '1',
    reasonCode:
      textAt(element, 'AccptncRslt/RjctRsn/Cd') ?? textAt(element, 'AccptncRslt/RjctRsn/Prtry'),
  };
}

function referenceOf(element: XmlElement): string {
  return (
    textAt(element, 'OrgnlMndt/OrgnlMndtId') ?? needText(element, 'OrgnlMndt/OrgnlMndt/MndtId')
  );
}

const ITEMS: Readonly<Record<string, (element: XmlElement) => MandateItem>> = {
  Mndt: (element) => ({
    kind: 'REQUEST',
    reference: needText(element, 'MndtId'),
    requestId: needText(element, 'MndtReqId'),
    debtorName: needText(element, 'Dbtr/Nm'),
  }),
  UndrlygAccptncDtls: acceptanceOf,
  UndrlygCxlDtls: (element) => ({
    kind: 'CANCELLATION',
    reference: referenceOf(element),
    reasonCode: textAt(element, 'CxlRsn/Rsn/Cd') ?? textAt(element, 'CxlRsn/Rsn/Prtry') ?? 'NARR',
  }),
};

const KNOWN = [PAIN_009, PAIN_011, PAIN_012];
const isRoot = (part: MessageRoot | XmlElement): part is MessageRoot => 'message' in part;

/** Reads a message about mandates as a stream. Refuses other messages and items that lack something. */
export async function* readMandateMessage(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<MandateMessagePart> {
  let message: string | null = null;
  let hasHeader = false;
  for await (const part of readMessage(source)) {
    if (isRoot(part)) {
      if (!KNOWN.includes(part.message))
        throw new XmlRefused(`${part.message} is no message about mandates`);
      ({ message } = part);
    } else if (part.name === 'GrpHdr') {
      hasHeader = true;
      yield {
        kind: 'HEADER',
        message: message ?? '',
        messageId: needText(part, 'MsgId'),
        from: textAt(part, 'InstgAgt/FinInstnId/BICFI'),
      };
    } else {
      const read = ITEMS[part.name];
      if (read === undefined) continue;
      if (!hasHeader) throw new XmlRefused('The message has no header before its items');
      yield read(part);
    }
  }
  if (!hasHeader) throw new XmlRefused('The message has no header');
}
