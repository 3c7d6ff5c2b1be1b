import { linkOptions } from '@tanstack/react-router';
import { addDays, showDay } from '@tegeka/contract/kit/day.ts';
import { dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import {
  disableProduct,
  enableProduct,
  getProduct,
  listProductEvents,
  listProducts,
  type Product,
} from '@tegeka/contract/products.ts';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { useSwitch } from '#ui/detail/detail-action-dialogs.tsx';
import { TERMS_FIELDS, termRows } from '@tegeka/contract/mandates/terms-fields.ts';

export const productQuery = (merchantId: string, productId: string) =>
  endpointQuery(getProduct, { params: { merchantId, productId } });

const EVENT_LABELS = {
  CREATED: 'Added',
  CHANGED: 'Changed',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
};

interface ProductProps {
  product: Product;
  rights: MerchantRights;
}

const HINT = { hint: 'Kept in the history for your colleagues.', missing: null };

/** Disabling and enabling, by the current state. */
const SWITCH = {
  ACTIVE: {
    ...HINT,
    action: 'Disable',
    endpoint: disableProduct,
    text: 'New mandates can not use it. Mandates that use it go on as they are.',
    done: (name: string) => `${name} is disabled.`,
    danger: true,
  },
  DISABLED: {
    ...HINT,
    action: 'Enable',
    endpoint: enableProduct,
    text: 'New mandates can use it again.',
    done: (name: string) => `${name} is active again.`,
  },
};

function refresh(): void {
  void refetch(getProduct, listProducts, listProductEvents);
}

/** The next days on which a mandate that begins tomorrow would be due. */
function useNextDays({ schedule }: Product): string[] {
  const days = useDebitDays();
  if (!days) return [];
  const start = addDays(days.today, 1);
  const next = dueDays(schedule, { start, end: null }, start, 5);
  return next.map(({ day }) => showDay(days.debitOn(day)));
}

/** The detail of a product: terms, next days, history and actions. */
export function ProductDetail({ product, rights }: ProductProps) {
  const { id, name, code, categoryName, state } = product;
  const { blocked, mayWrite, merchantId } = rights;
  const days = useNextDays(product);
  const link = linkOptions({
    to: '/dashboard/products/$productId/edit',
    params: { productId: id },
    search: true,
  });
  const change = useSwitch({
    ...product,
    texts: SWITCH[state],
    blocked,
    send: (reason) =>
      call(SWITCH[state].endpoint, { params: { merchantId, productId: id }, body: { reason } }),
    refresh,
  });
  const actions = [{ name: 'edit', label: 'Edit', blocked, link }, ...change.actions];
  return (
    <DetailDrawer
      heading={name}
      state={state}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/products')}
    >
      <SummaryCard
        title="Product"
        rows={[
          [
            'Code',
            <>
              {code}
              <CopyButton text={code} what="the code" />
            </>,
          ],
          ['Category', categoryName],
        ]}
      />
      <SummaryCard
        title="Debits"
        rows={[
          ...termRows(product),
          ...(days.length > 0
            ? [['Next days of a mandate from tomorrow', days.join(', ')] as const]
            : []),
        ]}
      />
      <EventHistory
        query={historyQuery(listProductEvents, { merchantId, productId: id })}
        fields={TERMS_FIELDS}
        labels={EVENT_LABELS}
      />
      {change.dialog}
    </DetailDrawer>
  );
}
