import {
  getMerchant,
  listMerchantRequests,
  listMerchants,
  listOperatorMerchantEvents,
  listOrganizationUsers,
  type OperatorMerchant,
  type OrganizationUser,
  reinstateMerchant,
  revealMerchantAccount,
  suspendMerchant,
} from '@tegeka/contract/merchants/operator-merchants.ts';
import { disableUser, enableUser } from '@tegeka/contract/users.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { historyQuery } from '#ui/detail/event-history.tsx';

export const merchantQuery = (merchantId: string) =>
  endpointQuery(getMerchant, { params: { merchantId } });

export const requestsQuery = (merchantId: string) =>
  endpointQuery(listMerchantRequests, { params: { merchantId } });

export const usersQuery = (organizationId: string) =>
  endpointQuery(listOrganizationUsers, { params: { organizationId } });

/** What happened to a merchant, newest first, page after page; a change of state is named by the state. */
export const eventsQuery = (merchantId: string) =>
  historyQuery([listOperatorMerchantEvents.name, merchantId], async (page, signal) => {
    const query = { page, size: 20 };
    const events = await call(listOperatorMerchantEvents, {
      params: { merchantId },
      query,
      signal,
    });
    const content = events.content.map((event) => ({ ...event, kind: event.to ?? event.kind }));
    return { ...events, content };
  });

/** Suspends an active merchant, or reinstates a suspended one. */
export async function switchMerchant(merchant: OperatorMerchant, reason: string) {
  const { merchantId, merchantState } = merchant;
  const endpoint = merchantState === 'ACTIVE' ? suspendMerchant : reinstateMerchant;
  try {
    const changed = await call(endpoint, { params: { merchantId }, body: { reason } });
    cache.setQueryData(merchantQuery(merchantId).queryKey, changed);
    return changed;
  } finally {
    // Also where it is refused: somebody else has changed the state.
    void cache.invalidateQueries({ queryKey: [getMerchant.name] });
    void cache.invalidateQueries({ queryKey: [listMerchants.name] });
    void cache.invalidateQueries({ queryKey: [listOperatorMerchantEvents.name, merchantId] });
  }
}

/** Disables a person's account, or enables a disabled one. */
export async function switchUser({ id: userId, disabledAt }: OrganizationUser, reason: string) {
  const endpoint = disabledAt ? enableUser : disableUser;
  try {
    await call(endpoint, { params: { userId }, body: { reason } });
  } finally {
    // Also where it is refused: somebody else has changed the state.
    void cache.invalidateQueries({ queryKey: [listOrganizationUsers.name] });
  }
}

/** The whole account number; each look is on record with its reason. */
export async function revealAccount(merchantId: string, reason: string): Promise<string> {
  const answer = await call(revealMerchantAccount, { params: { merchantId }, body: { reason } });
  void cache.invalidateQueries({ queryKey: [listOperatorMerchantEvents.name, merchantId] });
  return answer.accountNumber;
}
