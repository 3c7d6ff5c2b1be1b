import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  getSummarySettings,
  updateSummarySettings,
} from '@tegeka/contract/merchants/merchant-summaries.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { alert } from '#platform/device/page.ts';
import { useBusy } from '#ui/feedback/busy.ts';

interface SummaryEmailProps {
  merchantId: string;
  mayChange: boolean;
}

/** Whether the representative gets the daily summary, as a checkbox for people with the permission. */
export function SummaryEmail({ merchantId, mayChange }: SummaryEmailProps) {
  const params = { merchantId };
  const query = endpointQuery(getSummarySettings, { params });
  const { data } = useQuery(query, cache);
  const [busy, run] = useBusy();
  if (!data) return null;
  if (!mayChange) return data.daily ? 'On business days' : 'Switched off';
  const send = async (daily: boolean) => {
    const outcome = await outcomeOf(call(updateSummarySettings, { params, body: { daily } }));
    if (outcome.kind === 'saved') cache.setQueryData(query.queryKey, outcome.value);
    else alert({ kind: 'error', message: outcome.message });
  };
  return (
    <Checkbox
      label="Sent to this email on business days, when something happened"
      description={busy ? 'Saving …' : undefined}
      checked={data.daily}
      onChange={({ currentTarget: { checked } }) => void run(() => send(checked))}
    />
  );
}
