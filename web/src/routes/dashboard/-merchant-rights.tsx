import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import type { ReactNode } from 'react';
import { whyReadOnly } from '#features/merchant/merchant-labels.ts';
import { currentMerchantId, useOwnMerchant } from '#platform/session/guard.ts';
import { type MerchantRights, useMay } from '#platform/session/session.ts';

/** The rights of the person for a permission of the merchant; null without a merchant. */
export function useMerchantRights(permission: Permission): MerchantRights | null {
  const mayWrite = useMay(permission);
  const merchantId = currentMerchantId();
  const merchant = useOwnMerchant();
  if (!merchantId) return null;
  return { merchantId, mayWrite, blocked: merchant ? whyReadOnly(merchant) : null };
}

/** A screen with the rights of the person for a permission; without a merchant, `otherwise`. */
export function withRights<Props extends object = object>(
  permission: Permission,
  Screen: (props: Props & { rights: MerchantRights }) => ReactNode,
  otherwise: ReactNode = null,
) {
  return function Own(props: Props): ReactNode {
    const rights = useMerchantRights(permission);
    return rights ? <Screen {...props} rights={rights} /> : otherwise;
  };
}

/** The parameters of a list of the merchant; null without a merchant. */
export function ownParams(): { merchantId: string } | null {
  const merchantId = currentMerchantId();
  return merchantId === null ? null : { merchantId };
}
