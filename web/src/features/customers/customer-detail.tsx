import { Anchor, Skeleton } from '@mantine/core';
import type { Customer } from '@tegeka/contract/customers.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { CustomerActions } from '#features/customers/customer-actions.tsx';
import { CustomerEmail } from '#features/customers/customer-email.tsx';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import { CustomerAnnouncement } from '#features/customers/customer-said.tsx';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { CustomerTrail } from '#features/customers/customer-trail.tsx';
import { CUSTOMER_LABELS, fullName, phoneWords } from '#features/customers/customer-words.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { DrawerDetail } from '#ui/detail/drawer-detail.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import css from './customers.module.css';

interface CustomerDetailProps {
  customer: Customer;
  rights: CustomerRights;
  search: CustomerSearch;
  onClose: () => void;
}

const none = <span className={css.nothing}>none</span>;

function Facts({ customer }: { customer: Customer }) {
  const { customerReferenceNumber: reference, phoneNumber, email, createdAt } = customer;
  return (
    <SummaryCard
      title="Details"
      rows={[
        [
          CUSTOMER_LABELS.customerReferenceNumber,
          <>
            {reference}
            <CopyButton text={reference} what="the reference number" />
          </>,
        ],
        [
          CUSTOMER_LABELS.phoneNumber,
          phoneNumber ? (
            <Anchor href={`tel:${phoneNumber}`}>{phoneWords(phoneNumber)}</Anchor>
          ) : (
            none
          ),
        ],
        [
          CUSTOMER_LABELS.email,
          email ? (
            <Anchor href={`mailto:${email}`}>
              <CustomerEmail address={email} />
            </Anchor>
          ) : (
            none
          ),
        ],
        ['Added', showDay(createdAt)],
        ['Last changed', showDay(customer.updatedAt)],
      ]}
    />
  );
}

/** What hangs on the customer; there is nothing of the kind yet (specification, section 7). */
function Belongings() {
  return (
    <section className={css.card}>
      <h3>Mandates and transactions</h3>
      <p className={css.nothing}>This customer has given no mandate yet.</p>
      <p className={css.nothing}>Nothing has been collected from this customer yet.</p>
    </section>
  );
}

/** A customer: who they are, what happened to them, and what can be done. */
export function CustomerDetail({ customer, rights, search, onClose }: CustomerDetailProps) {
  return (
    <DrawerDetail
      heading={fullName(customer)}
      badge={<StatusBadge value={customer.status} />}
      onClose={onClose}
      actions={
        rights.mayWrite && <CustomerActions customer={customer} rights={rights} search={search} />
      }
    >
      <CustomerAnnouncement place={customer.id} />
      <div className={css.stack}>
        <Facts customer={customer} />
        <Belongings />
        <CustomerTrail merchantId={rights.merchantId} customerId={customer.id} />
      </div>
    </DrawerDetail>
  );
}

/** The drawer while its customer is on the way. */
export function CustomerDetailSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <DrawerDetail heading="Loading…" onClose={onClose}>
      <div className={css.stack}>
        <Skeleton height={240} />
        <Skeleton height={120} />
        <Skeleton height={160} />
      </div>
    </DrawerDetail>
  );
}
