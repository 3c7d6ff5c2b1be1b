import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import {
  CONTACT_FIELDS,
  MERCHANT_FIELDS,
  MERCHANT_KEYS,
  MERCHANT_SECTIONS,
  type MerchantField,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import type { OperatorMerchant } from '@tegeka/contract/merchants/operator-merchants.ts';
import { useState } from 'react';
import { eventsQuery, requestsQuery, revealAccount, switchMerchant } from './merchants-calls.ts';
import { MerchantUsers } from '#features/merchants/merchants-users.tsx';
import { cache } from '#platform/call/cache.ts';
import { type DetailAction, DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { StatusBadge, statusWords } from '#ui/detail/status-badge.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';

const SUSPEND = {
  action: 'Suspend',
  text: 'It can sign in and look at everything, but add and change nothing until it is reinstated. It is told by email, with your reason.',
  hint: 'The business reads it.',
  done: 'suspended',
};
const REINSTATE = {
  action: 'Reinstate',
  text: 'It can work as before. It is told by email.',
  hint: 'Kept in the history for your colleagues.',
  done: 'active again',
};

/** What happened, in words; a change of state by the state that it led to. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  PENDING_APPROVAL: 'Submitted',
  ACTION_REQUIRED: 'Sent back to the business',
  ACTIVE: 'Made active',
  SUSPENDED: 'Suspended',
  REJECTED: 'Rejected',
  CONTACT_CHANGED: 'Contact data changed',
  ACCOUNT_REVEALED: 'Account number shown',
};

interface DetailProps {
  merchant: OperatorMerchant;
  mayWrite: boolean;
  onClose: () => void;
}

type PartProps = Pick<DetailProps, 'merchant'>;

function SwitchDialog({ merchant, onClose }: Omit<DetailProps, 'mayWrite'>) {
  // The state at the opening: the answer changes it before the dialog is gone.
  const [words] = useState(merchant.merchantState === 'ACTIVE' ? SUSPEND : REINSTATE);
  const { merchantId, businessName } = merchant;
  return (
    <ActionDialog
      heading={`${words.action} ${businessName}?`}
      action={words.action}
      danger={words === SUSPEND}
      draft={`${words.action} ${merchantId}`}
      reason={{ label: 'Reason', hint: words.hint, missing: 'Say why', least: 3, most: 300 }}
      send={(reason = '') => switchMerchant(merchant, reason)}
      onDone={() => flashMessage({ place: merchantId, words: `${businessName} is ${words.done}.` })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ActionDialog>
  );
}

/** The account number, masked until somebody has said why they need it. */
function AccountNumber({ merchant }: PartProps) {
  const { merchantId, businessName, bankAccount } = merchant;
  const [whole, setWhole] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const label = whole === null ? 'Show the whole account number' : 'Hide the account number';
  return (
    <>
      {whole ?? bankAccount.maskedNumber}{' '}
      <Anchor
        component="button"
        type="button"
        aria-label={label}
        onClick={() => (whole === null ? setAsking(true) : setWhole(null))}
      >
        {whole === null ? 'Show' : 'Hide'}
      </Anchor>
      {asking && (
        <ActionDialog
          heading={`Show the account number of ${businessName}?`}
          action="Show"
          draft={`Reveal ${merchantId}`}
          reason={{ label: 'Reason', missing: 'Say why', least: 3, most: 300 }}
          send={(reason = '') => revealAccount(merchantId, reason)}
          onDone={setWhole}
          onClose={() => setAsking(false)}
        >
          <p>Your look and its reason are kept in the history.</p>
        </ActionDialog>
      )}
    </>
  );
}

function valueOf(key: MerchantField, merchant: OperatorMerchant) {
  const { kind, label, options, masked } = merchantField(key);
  if (key === 'logo' || key === 'certificateOfIncorporation')
    return <StoredDocument label={label} {...merchant[key]} />;
  if (key === 'bank') return merchant.bankAccount.bankName;
  if (masked) return <AccountNumber merchant={merchant} />;
  if (kind === 'phone') return showPhone(merchant.contact.phoneNumber.subscriberNumber);
  const text = textsOf(merchant)[key] ?? '';
  return options?.find(({ value }) => value === text)?.label ?? text;
}

function Representative({ merchant }: PartProps) {
  const { firstName, lastName, email } = merchant.representative;
  const { subscriberNumber } = merchant.contact.representativePhone;
  return (
    <SummaryCard
      title="Representative"
      rows={[
        ['Name', `${firstName} ${lastName}`],
        ['Email', email],
        [CONTACT_FIELDS.representativePhone.label, showPhone(subscriberNumber)],
      ]}
    />
  );
}

/** Said in place of rows that are not there. */
const instead = (isError: boolean, nothing: string) =>
  isError ? 'This did not arrive. Close the merchant and open it again.' : nothing;

function Requests({ merchant }: PartProps) {
  const { data, isError } = useQuery(requestsQuery(merchant.merchantId), cache);
  return (
    <DetailSection heading="Approval requests">
      {!data?.length && <p>{instead(isError, data ? 'None' : 'Loading…')}</p>}
      {data?.map(({ id: requestId, title, state, createdAt }) => (
        <p key={requestId}>
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/dashboard/approval-requests/$requestId"
                params={{ requestId }}
                {...props}
              />
            )}
          >
            {title}
          </Anchor>
          , {showDay(createdAt)} <StatusBadge value={state} />
        </p>
      ))}
    </DetailSection>
  );
}

function actionsOf({ merchantState }: OperatorMerchant, onClick: () => void): DetailAction[] {
  const { action: label } = merchantState === 'SUSPENDED' ? REINSTATE : SUSPEND;
  const settled = merchantState === 'ACTIVE' || merchantState === 'SUSPENDED';
  const blocked = settled
    ? null
    : `Only an active merchant can be suspended: this one stands at “${statusWords(merchantState)}”.`;
  return [{ name: 'switch', label, blocked, onClick }];
}

/** A merchant: as it was reviewed, its people and requests, what happened, and what can be done. */
export function MerchantDetail({ merchant, mayWrite, onClose }: DetailProps) {
  const [switching, setSwitching] = useState(false);
  const { merchantId, businessName, merchantState, review } = merchant;
  return (
    <DetailDrawer
      heading={businessName}
      state={merchantState}
      reference={merchantId}
      actions={mayWrite ? actionsOf(merchant, () => setSwitching(true)) : []}
      place={merchantId}
      onClose={onClose}
    >
      {review && <NoteBox tone="warning">{review.reason}</NoteBox>}
      {MERCHANT_SECTIONS.map((section) => (
        <SummaryCard
          key={section}
          title={section}
          rows={MERCHANT_KEYS.filter((key) => merchantField(key).section === section).map((key) => [
            merchantField(key).label,
            valueOf(key, merchant),
          ])}
        />
      ))}
      <Representative merchant={merchant} />
      <MerchantUsers organizationId={merchant.organizationId} />
      <Requests merchant={merchant} />
      <EventHistory query={eventsQuery(merchantId)} fields={MERCHANT_FIELDS} words={EVENT_WORDS} />
      {switching && <SwitchDialog merchant={merchant} onClose={() => setSwitching(false)} />}
    </DetailDrawer>
  );
}
