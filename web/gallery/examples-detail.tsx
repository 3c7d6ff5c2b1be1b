import { linkOptions } from '@tanstack/react-router';
import { listCustomerEvents } from '@tegeka/contract/customers/customers.ts';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import { historyQuery } from '#platform/call/cache.ts';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import {
  type DetailAction,
  DetailDrawer,
  DetailSection,
  DetailSkeleton,
} from '#ui/detail/detail-drawer.tsx';
import { Drawer, DrawerContent } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { RelatedList } from '#ui/detail/related-list.tsx';
import { StatusBadge, TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { amina, MERCHANT_ID } from './gallery-answers.ts';
import { type Examples, nothing, Pressed } from './gallery-example.tsx';

const link = linkOptions({ to: '/dashboard/customers' });
const events = historyQuery(listCustomerEvents, {
  merchantId: MERCHANT_ID,
  customerId: amina.id,
});
const edit: DetailAction = { name: 'edit', label: 'Edit', blocked: null, link };
const disable: DetailAction = { name: 'disable', label: 'Disable', blocked: null, danger: true };
const MORE = 'button[aria-expanded=false]';
const action = (props: Partial<DetailAction>): DetailAction => ({ ...edit, ...props });

const history = () => (
  <EventHistory
    query={events}
    fields={CUSTOMER_FIELDS}
    labels={{ CHANGED: 'Changed', ACTIVE: 'Added' }}
  />
);
const rows = [
  ['Charge', 'USh 1,500'],
  ['Excise duty', 'USh 225'],
] as const;
const related = (found: boolean, blocked: string | null = null) => (
  <RelatedList
    heading="Mandates"
    query={{ queryKey: ['gallery mandates', String(found)], queryFn: async () => found }}
    rows={(some) =>
      some ? [{ key: 'a', link, title: 'TG-0001', sub: 'USh 50,000 a month', state: 'ACTIVE' }] : []
    }
    none="No mandates yet."
    all={{ link, total: (some) => (some ? 12 : 0) }}
    add={{ label: 'New mandate', link, blocked }}
  />
);
const drawer = (actions: readonly DetailAction[]) => (
  <DetailDrawer
    heading="Amina Nakato"
    state="ACTIVE"
    reference="CUST-0001"
    actions={actions}
    onClose={nothing}
  >
    <SummaryCard title="Details" rows={rows} />
  </DetailDrawer>
);

export const detailExamples: Examples = {
  DetailDrawer: {
    alone: 'example',
    states: {
      actions: () => drawer([edit, disable]),
      blocked: () => drawer([action({ blocked: 'The business is not approved yet.' }), disable]),
      more: () => (
        <Pressed at={MORE}>
          {drawer([edit, action({ name: 'b', label: 'Book', more: true })])}
        </Pressed>
      ),
      'no actions': () => drawer([]),
    },
  },
  DetailSection: {
    states: {
      plain: () => <DetailSection heading="Notices">Two notices were sent.</DetailSection>,
      action: () => (
        <DetailSection heading="Notices" action={<TextLink link={link}>See all</TextLink>}>
          Two notices were sent.
        </DetailSection>
      ),
    },
  },
  DetailSkeleton: {
    alone: 'example',
    states: { shown: () => <DetailSkeleton onClose={nothing} /> },
  },
  Drawer: {
    alone: 'example',
    states: {
      plain: () => (
        <Drawer heading="A drawer" onClose={nothing}>
          <DrawerContent>Its content</DrawerContent>
        </Drawer>
      ),
      badge: () => (
        <Drawer heading="A drawer" badge={<StatusBadge value="ACTIVE" />} onClose={nothing}>
          <DrawerContent actions={<CopyButton text="a" what="it" />}>Its content</DrawerContent>
        </Drawer>
      ),
    },
  },
  DrawerContent: {
    states: { actions: () => <DrawerContent actions="Its actions">Its content</DrawerContent> },
  },
  EventHistory: {
    alone: 'example',
    states: { events: history, none: history, loading: history, failed: history },
  },
  RelatedList: {
    states: {
      filled: () => related(true),
      empty: () => related(false),
      blocked: () => related(false, 'The customer is disabled.'),
    },
  },
};
