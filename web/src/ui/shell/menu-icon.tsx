import {
  IconAddressBook,
  IconArrowsExchange,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconChecklist,
  IconCoins,
  IconFileText,
  IconKey,
  IconPackage,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuIcon as Meaning } from '@tegeka/contract/kit/menus.ts';

const DRAWINGS: Record<Meaning, typeof IconKey> = {
  mandates: IconFileText,
  transactions: IconArrowsExchange,
  banks: IconBuildingBank,
  merchants: IconBuildingStore,
  revenue: IconCoins,
  approvals: IconChecklist,
  users: IconUsers,
  settings: IconSettings,
  customers: IconAddressBook,
  products: IconPackage,
  documentation: IconBook2,
  keys: IconKey,
};

/** The drawing of a menu icon; it says nothing that the label beside it does not. */
export function MenuIcon({ meaning, size = 18 }: { meaning: Meaning; size?: number }) {
  const Drawing = DRAWINGS[meaning];
  return <Drawing size={size} stroke={1.7} aria-hidden />;
}
