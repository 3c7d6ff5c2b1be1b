import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  createPayout,
  getBalance,
  getPayoutSettings,
  PAYOUT_FIELDS,
  PAYOUT_SETTING_FIELDS,
  type PayoutSettings,
  updatePayoutSettings,
} from '@tegeka/contract/payouts/payout-writing.ts';
import { listPayouts, type Payout } from '@tegeka/contract/payouts/payouts.ts';
import { useQuery } from '@tanstack/react-query';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { balanceQuery } from './billing-balance.tsx';

function refresh(): void {
  for (const { name } of [getBalance, listPayouts, getPayoutSettings])
    void cache.invalidateQueries({ queryKey: [name] });
}

interface FormProps {
  rights: MerchantRights;
  onClose: () => void;
}

/** The form that pays out by hand. */
export function PayoutNew({
  rights,
  onDone,
  onClose,
}: FormProps & { onDone: (payout: Payout) => void }) {
  const { merchantId, blocked } = rights;
  const { data: balance } = useQuery(balanceQuery(merchantId), cache);
  return (
    <FormDrawer
      draft="payout new"
      heading="Pay out now"
      action="Pay out"
      fields={PAYOUT_FIELDS}
      endpoint={createPayout}
      params={{ merchantId }}
      renderPreview={() =>
        balance && (
          <p>
            {showMoney(balance.available)} can be paid out to {balance.bankName} ••••{' '}
            {balance.accountLastFour}.
          </p>
        )
      }
      blocked={blocked}
      onSaved={refresh}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

export const settingsQuery = (merchantId: string) =>
  endpointQuery(getPayoutSettings, { params: { merchantId } });

/** The form that says when a business is paid out. */
export function PayoutSettingsForm({
  settings,
  rights,
  onDone,
  onClose,
}: FormProps & { settings: PayoutSettings; onDone: () => void }) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft="payout settings"
      heading="When you are paid"
      action="Save"
      fields={PAYOUT_SETTING_FIELDS}
      start={settings}
      endpoint={updatePayoutSettings}
      params={{ merchantId }}
      shows={(key, { schedule }) => key !== 'weekday' || schedule === 'WEEKLY'}
      blocked={blocked}
      onSaved={refresh}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
