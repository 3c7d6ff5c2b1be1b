import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { whyReadOnly } from '#features/merchant/merchant-labels.ts';
import { cache } from '#platform/call/cache.ts';
import { currentMerchantId, merchantQuery } from '#platform/session/guard.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';

/** The rights of the person for a permission of the merchant; null without a merchant. */
export function useMerchantRights(permission: Permission): MerchantRights | null {
  const user = useSession()?.user;
  const organizationId = user?.organizationId ?? '';
  const merchantId = currentMerchantId();
  const merchant = useQuery(
    { ...merchantQuery(organizationId), enabled: merchantId !== null },
    cache,
  );
  if (!merchantId) return null;
  return {
    merchantId,
    mayWrite: user?.roles.includes(permission) ?? false,
    blocked: merchant.data ? whyReadOnly(merchant.data) : null,
  };
}
