import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { whyReadOnly } from '#features/merchant/merchant-words.ts';
import { cache } from '#platform/call/cache.ts';
import { currentMerchantId, merchantQuery } from '#platform/session/guard.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';

/** What the person may do with what a permission is about; null where there is no merchant. */
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
