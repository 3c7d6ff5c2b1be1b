import { agent, codeAt, needId, wireId, idAt } from './iso-fields.ts';
import { agents, type GroupHeader, header } from './iso-header.ts';
import { document, xml } from './iso-template.ts';
import { type ItemReader, needText, textAt, type XmlElement, XmlRejected } from './iso-xml.ts';

/** Messages about mandates: initiation, cancellation, and the report whether they were accepted. */
export const PAIN_009 = 'pain.009.001.05';
export const PAIN_011 = 'pain.011.001.05';
export const PAIN_012 = 'pain.012.001.05';

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
  /** +256 and nine digits: the phone that the payer consented with; null for a signed form. */
  debtorMobile: string | null;
}

/** ISO 20022, PhoneNumber: a dash after the country's code. */
const phoneNumber = (phone: string) => phone.replace(/^\+256/, '+256-');

/** pain.009: asks a bank to confirm mandates. */
export function writeInitiation(head: GroupHeader, mandates: readonly MandateRequest[]): string {
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
        <Dbtr>
          <Nm>${mandate.debtorName}</Nm>
          ${
            mandate.debtorMobile === null
              ? null
              : xml`<CtctDtls><MobNb>${phoneNumber(mandate.debtorMobile)}</MobNb></CtctDtls>`
          }
        </Dbtr>
        <DbtrAcct><Id><Othr><Id>${mandate.debtorAccount}</Id></Othr></Id></DbtrAcct>
        <DbtrAgt>${agent(mandate.debtorBic)}</DbtrAgt>
      </Mndt>`,
  );
  return document(
    PAIN_009,
    xml`<MndtInitnReq>${header(head, agents(head))}${items}</MndtInitnReq>`,
  );
}

export interface MandateCancellation {
  reference: string;
  reasonCode: string;
}

/** pain.011: tells a bank that mandates are cancelled, or a bank tells us. */
export function writeCancellation(
  head: GroupHeader,
  mandates: readonly MandateCancellation[],
): string {
  const items = mandates.map(
    ({ reference, reasonCode }) => xml`
      <UndrlygCxlDtls>
        <CxlRsn><Rsn><Cd>${reasonCode}</Cd></Rsn></CxlRsn>
        <OrgnlMndt><OrgnlMndtId>${reference}</OrgnlMndtId></OrgnlMndt>
      </UndrlygCxlDtls>`,
  );
  return document(PAIN_011, xml`<MndtCxlReq>${header(head, agents(head))}${items}</MndtCxlReq>`);
}

export interface MandateAcceptance {
  /** The message that asked; null where the report does not say. */
  originalMessageId: string | null;
  reference: string;
  accepted: boolean;
  reasonCode: string | null;
}

/** pain.012: reports which mandates, or which cancellations of mandates, a bank accepted. */
export function writeAcceptance(
  head: GroupHeader,
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
  return document(
    PAIN_012,
    xml`<MndtAccptncRpt>${header(head, agents(head))}${items}</MndtAccptncRpt>`,
  );
}

export type MandateItem =
  | { kind: 'REQUEST'; reference: string; requestId: string; debtorName: string }
  | ({ kind: 'ACCEPTANCE' } & MandateAcceptance)
  | ({ kind: 'CANCELLATION' } & MandateCancellation);

function acceptanceOf(element: XmlElement): MandateItem {
  const accepted = needText(element, 'AccptncRslt/Accptd');
  if (!['true', 'false', '1', '0'].includes(accepted))
    throw new XmlRejected(`Accptd is neither true nor false but ${accepted.slice(0, 20)}`);
  return {
    kind: 'ACCEPTANCE',
    originalMessageId: idAt(element, 'OrgnlMsgInf/MsgId'),
    reference: referenceOf(element),
    accepted: accepted === 'true' || accepted === '1',
    reasonCode: codeAt(element, 'AccptncRslt/RjctRsn'),
  };
}

function referenceOf(element: XmlElement): string {
  return (
    textAt(element, 'OrgnlMndt/OrgnlMndtId') ?? needText(element, 'OrgnlMndt/OrgnlMndt/MndtId')
  );
}

function cancellationOf(element: XmlElement): MandateItem {
  const reasonCode = codeAt(element, 'CxlRsn/Rsn') ?? 'NARR';
  return { kind: 'CANCELLATION', reference: referenceOf(element), reasonCode };
}

function requestOf(element: XmlElement): MandateItem {
  return {
    kind: 'REQUEST',
    reference: needText(element, 'MndtId'),
    requestId: needId(element, 'MndtReqId'),
    debtorName: needText(element, 'Dbtr/Nm'),
  };
}

const ITEMS: ReadonlyMap<string, (element: XmlElement) => MandateItem> = new Map([
  ['Mndt', requestOf],
  ['UndrlygAccptncDtls', acceptanceOf],
  ['UndrlygCxlDtls', cancellationOf],
]);

export const mandateReader = (): ItemReader<MandateItem> => ({
  element: (element) => ITEMS.get(element.name)?.(element) ?? null,
  end: () => null,
});
