import {
  IconAddressBook,
  IconArrowsExchange,
  IconFileText,
  IconPackage,
  IconSettings,
} from '@tabler/icons-react';
import type { MenuIcon as Meaning } from '@tegeka/contract/kit/menus.ts';
import { lazy, Suspense } from 'react';
import type { OrganizationIconProps } from './organization-icons.tsx';

const OrganizationIcon = lazy(async () => {
  // If the icons cannot be loaded, the labels are shown without them.
  const icons = await import('./organization-icons.tsx').catch(() => null);
  const none = (_: OrganizationIconProps) => null;
  return { default: icons?.OrganizationIcon ?? none };
});

const OWN = {
  mandates: IconFileText,
  transactions: IconArrowsExchange,
  settings: IconSettings,
  customers: IconAddressBook,
  products: IconPackage,
};

const isOwn = (meaning: Meaning): meaning is keyof typeof OWN => meaning in OWN;

/** A menu icon. Decorative: the label beside it says the same. */
export function MenuIcon({ meaning, size = 18 }: { meaning: Meaning; size?: number }) {
  if (!isOwn(meaning))
    return (
      <Suspense fallback={<svg width={size} height={size} aria-hidden />}>
        <OrganizationIcon meaning={meaning} size={size} />
      </Suspense>
    );
  const Drawing = OWN[meaning];
  return <Drawing size={size} stroke={1.7} aria-hidden />;
}
