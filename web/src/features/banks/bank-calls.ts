import {
  BANK_FIELDS,
  type BankRecord,
  disableBank,
  enableBank,
  getBank,
  listBankEvents,
  listBankOrganizations,
  listBankRecords,
} from '@tegeka/contract/bank-records.ts';
import { useQuery } from '@tanstack/react-query';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useSession } from '#platform/session/session.ts';
import { historyQuery } from '#ui/detail/event-history.tsx';

export const bankQuery = (bankId: string) => endpointQuery(getBank, { params: { bankId } });

/** What happened to a bank, newest first, page after page. */
export const eventsQuery = (bankId: string) =>
  historyQuery([listBankEvents.name, bankId], (page, signal) =>
    call(listBankEvents, { params: { bankId }, query: { page, size: 20 }, signal }),
  );

const organizationsQuery = endpointQuery(listBankOrganizations, {});

/** The organizations that a bank's staff can belong to; null while they are not there. */
export function useOrganizations() {
  const { data } = useQuery(organizationsQuery, cache);
  return data?.map(({ id, name }) => ({ value: id, label: name })) ?? null;
}

/** The fields of a bank with the names of organizations, to be read. */
export function useBankFields() {
  const options = useOrganizations() ?? [];
  return { ...BANK_FIELDS, organizationId: { ...BANK_FIELDS.organizationId, options } };
}

/** False where the person may look and not write: what writes is not shown to them. */
export function useMayWrite(): boolean {
  return useSession()?.user.roles.includes('banks.write') ?? false;
}

/** After a change was asked for: what waits is asked for again. */
export function refreshBank(bankId: string | null): void {
  for (const key of [getBank.name, listBankEvents.name, listBankRecords.name])
    void cache.invalidateQueries({ queryKey: [key] });
  if (bankId) void cache.refetchQueries({ queryKey: bankQuery(bankId).queryKey });
}

/** Asks that a bank be disabled, or enabled again. */
export async function switchBank({ id, state }: BankRecord, reason: string | undefined) {
  const endpoint = state === 'ACTIVE' ? disableBank : enableBank;
  const asked = await call(endpoint, { params: { bankId: id }, body: { reason } });
  refreshBank(id);
  return asked;
}
