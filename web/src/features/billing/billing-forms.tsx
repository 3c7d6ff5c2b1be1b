import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  createPayout,
  getBalance,
  getPayoutSettings,
  PAYOUT_FIELDS,
  PAYOUT_SETTING_FIELDS,
  type PayoutSettings,
  updatePayoutSettings,
} from '@tegeka/contract/payouts/payout-commands.ts';
import { listPayouts, type Payout } from '@tegeka/contract/payouts/payouts.ts';
import { useQuery } from '@tanstack/react-query';
import { cache, endpointQuery, fetchFresh, refetch } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { balanceQuery, BILLING_PLACE } from './billing-balance.tsx';

function refresh(): void {
  void refetch(getBalance, listPayouts, getPayoutSettings);
}

interface FormProps {
  rights: MerchantRights;
  onClose: () => void;
}

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

export function PayoutSettingsForm({
  settings,
  rights,
  onClose,
}: FormProps & { settings: PayoutSettings }) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft="payout settings"
      heading="When you are paid"
      action="Save"
      fields={PAYOUT_SETTING_FIELDS}
      edit={{
        entity: settings,
        what: 'payout settings',
        changedCode: 'PAYOUT_SETTINGS_CHANGED',
        latest: () => fetchFresh(settingsQuery(merchantId)),
      }}
      endpoint={updatePayoutSettings}
      params={{ merchantId }}
      shows={(key, { schedule }) => key !== 'weekday' || schedule === 'WEEKLY'}
      blocked={blocked}
      onSaved={refresh}
      done={{ place: BILLING_PLACE, message: () => 'Your payout settings are saved.' }}
      onClose={onClose}
    />
  );
}
