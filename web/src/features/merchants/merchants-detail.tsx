import { linkOptions } from '@tanstack/react-router';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { CONTACT_FIELDS, MERCHANT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import {
  getMerchant,
  listMerchants,
  listOperatorMerchantEvents,
  type OperatorMerchant,
  reinstateMerchant,
  revealMerchantAccount,
  suspendMerchant,
} from '@tegeka/contract/merchants/operator-merchants.ts';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { RevealedValue } from '#ui/detail/revealed-value.tsx';
import { statusLabel, TextLink } from '#ui/detail/shown-value.tsx';
import { useSwitch } from '#ui/detail/detail-action-dialogs.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { MerchantUsers } from './merchants-users.tsx';

export const merchantQuery = (merchantId: string) =>
  endpointQuery(getMerchant, { params: { merchantId } });

const SUSPEND = {
  action: 'Suspend',
  endpoint: suspendMerchant,
  text: 'It can sign in and look at everything, but add and change nothing until it is reinstated. It is told by email, with your reason.',
  hint: 'The business reads it.',
  missing: 'Say why',
  done: (name: string) => `${name} is suspended.`,
  danger: true,
};
const REINSTATE = {
  action: 'Reinstate',
  endpoint: reinstateMerchant,
  text: 'It can work as before. It is told by email.',
  hint: 'Kept in the history for your colleagues.',
  missing: 'Say why',
  done: (name: string) => `${name} is active again.`,
};

/** Labels of events in the history; a change of state is named by its new state. */
const EVENT_LABELS = {
  PENDING_APPROVAL: 'Submitted',
  ACTION_REQUIRED: 'Sent back to the business',
  ACTIVE: 'Made active',
  SUSPENDED: 'Suspended',
  REJECTED: 'Rejected',
  CONTACT_CHANGED: 'Contact data changed',
  ACCOUNT_REVEALED: 'Account number shown',
};

function refresh(): void {
  void refetch(getMerchant, listMerchants, listOperatorMerchantEvents);
}

/** The account number, masked until a reason is given. */
function AccountNumber({ merchant }: { merchant: OperatorMerchant }) {
  const { merchantId, businessName, bankAccount } = merchant;
  const params = { merchantId };
  return (
    <RevealedValue
      masked={bankAccount.maskedNumber}
      label="account number"
      reasonFor={businessName}
      reveal={async (reason = '') => {
        const shown = await call(revealMerchantAccount, { params, body: { reason } });
        refresh();
        return shown.accountNumber;
      }}
    />
  );
}

const REPRESENTATIVE_FIELDS = {
  name: { label: 'Name', kind: 'text', schema: z.string() },
  email: { label: 'Email', kind: 'email', schema: z.string() },
  phone: CONTACT_FIELDS.representativePhone,
} as const;

/** Links to the lists of mandates and transactions, filtered by the merchant. */
function Lists({ merchantId }: { merchantId: string }) {
  const search = { merchantId };
  return (
    <DetailSection heading="What it collects">
      <TextLink link={linkOptions({ to: '/dashboard/mandates', search })}>Mandates</TextLink>
      <TextLink link={linkOptions({ to: '/dashboard/mandates/transactions', search })}>
        Transactions
      </TextLink>
    </DetailSection>
  );
}

const phoneOf = ({ subscriberNumber }: { subscriberNumber: number }) =>
  `${PHONE_PREFIX}${subscriberNumber}`;

interface MerchantDetailProps {
  merchant: OperatorMerchant;
  /** Content of other features: approval requests. */
  related: ReactNode;
}

/** The detail of a merchant: reviewed data, users, requests, history and actions. */
export function MerchantDetail({ merchant, related }: MerchantDetailProps) {
  const mayWrite = useSession()?.user.roles.includes('merchants.write') ?? false;
  const { merchantId, businessName, merchantState: state, review, representative } = merchant;
  const texts = state === 'SUSPENDED' ? REINSTATE : SUSPEND;
  const settled = state === 'ACTIVE' || state === 'SUSPENDED';
  const change = useSwitch({
    id: merchantId,
    name: businessName,
    texts,
    blocked: settled
      ? null
      : `Only an active merchant can be suspended: this one stands at “${statusLabel(state)}”.`,
    send: (reason = '') => call(texts.endpoint, { params: { merchantId }, body: { reason } }),
    refresh,
  });
  const { phoneNumber, representativePhone } = merchant.contact;
  return (
    <DetailDrawer
      heading={businessName}
      state={state}
      reference={merchantId}
      actions={mayWrite ? change.actions : []}
      place={merchantId}
      onClose={useBackTo('/dashboard/merchants')}
    >
      {review && <NoteBox tone="warning">{review.reason}</NoteBox>}
      <FieldSections
        fields={MERCHANT_FIELDS}
        entity={{
          ...merchant,
          ...textsOf(merchant),
          phoneNumber: phoneOf(phoneNumber),
          bank: merchant.bankAccount.bankName,
        }}
        shown={{ accountNumber: <AccountNumber merchant={merchant} /> }}
      />
      <FieldSections
        heading="Representative"
        fields={REPRESENTATIVE_FIELDS}
        entity={{
          name: `${representative.firstName} ${representative.lastName}`,
          email: representative.email,
          phone: phoneOf(representativePhone),
        }}
      />
      <MerchantUsers organizationId={merchant.organizationId} />
      <Lists merchantId={merchantId} />
      {related}
      <EventHistory
        query={historyQuery(listOperatorMerchantEvents, { merchantId })}
        fields={MERCHANT_FIELDS}
        labels={EVENT_LABELS}
      />
      {change.dialog}
    </DetailDrawer>
  );
}
