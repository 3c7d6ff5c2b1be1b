import { IconMailCheck } from '@tabler/icons-react';
import { MENUS } from '@tegeka/contract/kit/menus.ts';
import { GuestCard, WaitNotice } from '#ui/shell/guest-card.tsx';
import { GuestForm, OutsideAccounts } from '#ui/shell/guest-form.tsx';
import { GuestShell, ProductLogo, SchemeSwitch } from '#ui/shell/guest-shell.tsx';
import layout from '#ui/shell/layout.module.css';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { MenuTree, PageTabs } from '#ui/shell/menu-tree.tsx';
import { Modal } from '#ui/shell/modal.tsx';
import { OrganizationIcon } from '#ui/shell/organization-icons.tsx';
import { SearchButton } from '#ui/shell/search-button.tsx';
import SearchDialog from '#ui/shell/search-dialog.tsx';
import { SideShell } from '#ui/shell/side-shell.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Button } from '@mantine/core';
import { type Examples, nothing, Pressed, Typed } from './gallery-example.tsx';

const MENU = MENUS.MERCHANT;
const OWN = ['mandates', 'transactions', 'settings', 'customers', 'products'] as const;
const ORGANIZATIONS = [
  'banks',
  'merchants',
  'revenue',
  'approvals',
  'users',
  'documentation',
  'keys',
] as const;

const menu = (path: string) => <MenuTree entries={MENU} path={path} current={path} />;
const tabs = (path: string) => (
  <PageTabs
    tabs={[
      { label: 'Profile', to: '/dashboard/profile' },
      { label: 'Customers', to: '/dashboard/customers' },
    ]}
    path={path}
  />
);
const search = () => (
  <Typed at="dialog input" text="amina">
    <SearchDialog menu={MENU} onClose={nothing} />
  </Typed>
);
const side = () => (
  <SideShell side={menu('/dashboard/mandates')} top={<SearchButton menu={MENU} />} screen="one">
    <h1>A page</h1>
  </SideShell>
);
const BURGER = 'button[aria-label="Open the menu"]';

export const shellExamples: Examples = {
  GuestCard: {
    alone: 'example',
    states: {
      plain: () => <GuestCard heading="Sign in">With your email</GuestCard>,
      step: () => <GuestCard heading="Your phone" step="Step 2 of 3" onBack={nothing} />,
      centred: () => (
        <GuestCard heading="Check your email" centred icon={<IconMailCheck size={32} />}>
          <p>We have sent you a link.</p>
        </GuestCard>
      ),
      wide: () => <GuestCard heading="Your business" wide entered />,
    },
  },
  GuestForm: {
    states: {
      empty: () => (
        <GuestForm onSubmit={async () => undefined}>
          <TextField label="Business email" />
          <Button type="submit">Next</Button>
        </GuestForm>
      ),
    },
  },
  GuestShell: {
    alone: 'page',
    states: {
      card: () => (
        <GuestShell>
          <GuestCard heading="Sign in" />
        </GuestShell>
      ),
    },
  },
  MenuIcon: {
    states: {
      all: () => (
        <div className={layout.row}>
          {[...OWN, ...ORGANIZATIONS].map((meaning) => (
            <MenuIcon key={meaning} meaning={meaning} />
          ))}
        </div>
      ),
    },
  },
  MenuTree: {
    alone: 'example',
    states: {
      closed: () => menu('/dashboard/mandates'),
      open: () => menu('/dashboard/approval-requests'),
    },
  },
  Modal: {
    alone: 'example',
    states: {
      dialog: () => (
        <Modal className={layout.dialog} aria-label="A dialog" onClose={nothing}>
          <p>Its content</p>
        </Modal>
      ),
      side: () => (
        <Modal className={layout.side} aria-label="A drawer" onClose={nothing}>
          <p>Its content</p>
        </Modal>
      ),
    },
  },
  OutsideAccounts: {
    alone: 'example',
    states: {
      shown: () => (
        <OutsideAccounts heading="Create an account">Your bank makes accounts.</OutsideAccounts>
      ),
    },
  },
  OrganizationIcon: {
    states: {
      all: () => (
        <div className={layout.row}>
          {ORGANIZATIONS.map((meaning) => (
            <OrganizationIcon key={meaning} meaning={meaning} size={18} />
          ))}
        </div>
      ),
    },
  },
  PageTabs: { alone: 'example', states: { first: () => tabs('/dashboard/profile') } },
  ProductLogo: { states: { shown: () => <ProductLogo /> } },
  SchemeSwitch: { states: { shown: () => <SchemeSwitch /> } },
  SearchButton: { states: { shown: () => <SearchButton menu={MENU} /> } },
  SearchDialog: {
    alone: 'example',
    states: {
      empty: () => <SearchDialog menu={MENU} onClose={nothing} />,
      found: search,
      none: search,
      loading: search,
      failed: search,
    },
  },
  SideShell: {
    alone: 'page',
    states: { closed: side, open: () => <Pressed at={BURGER}>{side()}</Pressed> },
  },
  WaitNotice: {
    states: { plain: () => <WaitNotice />, heading: () => <WaitNotice heading="Signing in" /> },
  },
};
