import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { ADJUSTMENT_FIELDS, createAdjustment, type Ledger } from '@tegeka/contract/ledger.ts';
import { useState } from 'react';
import { cache } from '#platform/call/cache.ts';
import { useSession } from '#platform/session/session.ts';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { FlashMessage } from '#ui/feedback/flash-message.tsx';
import { LoadFailed, NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { allMerchants } from '#ui/form/merchant-lookups.ts';
import { DataTable } from '#ui/list/data-table.tsx';
import { ButtonLink } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import { LEDGER } from './billing-revenue.tsx';

/** Place of flash messages about the ledger. */
const LEDGER_PLACE = 'ledger';

/** Closed days whose entries have changed since. */
function Differences({ differences }: Pick<Ledger, 'differences'>) {
  return differences.map(({ day, explanation }) => (
    <NoteBox key={day} tone="bad" title={`${showDay(day)} does not hold`}>
      {explanation}
    </NoteBox>
  ));
}

/** The last check of the closed days, and its result. */
function Books({ ledger }: { ledger: Ledger }) {
  const { lastClosedDay, lastCheckedAt, daysChecked, differences } = ledger;
  return (
    <SummaryCard
      title="Books"
      rows={[
        ['Last closed day', lastClosedDay === null ? 'none' : showDay(lastClosedDay)],
        ['Last check', lastCheckedAt === null ? 'none' : showMoment(lastCheckedAt)],
        [
          'Result',
          differences.length === 0
            ? `${daysChecked} closed days were checked, none has changed`
            : `${differences.length} of ${daysChecked} closed days differ`,
        ],
      ]}
    />
  );
}

/** Days that are listed at first. */
const NEWEST = 10;

/** The end-of-day statements of the settlement bank, compared with the ledger. */
function Statements({ statements }: Pick<Ledger, 'statements'>) {
  const [all, setAll] = useState(false);
  if (statements.length === 0) return <p>No statement of the settlement bank has arrived yet.</p>;
  return (
    <>
      <DataTable
        label="End of day"
        rows={all ? statements : statements.slice(0, NEWEST)}
        keyOf={({ day }) => day}
        busy={false}
        columns={[
          { label: 'Day', cell: ({ day }) => showDay(day) },
          { label: 'Statement', cell: ({ closing }) => showMoney(closing), end: true },
          { label: 'Ledger', cell: ({ ledgerBalance }) => showMoney(ledgerBalance), end: true },
          {
            label: 'Open items',
            cell: ({ openItems }) =>
              openItems.length === 0
                ? 'none'
                : openItems.map(({ reference, amount, explanation }) => (
                    <div key={reference}>
                      {showMoney(amount)}: {explanation} ({reference})
                    </div>
                  )),
          },
          { label: 'Not explained', cell: ({ difference }) => showMoney(difference), end: true },
        ]}
      />
      {statements.length > NEWEST && (
        <div>
          <Button variant="default" onClick={() => setAll(!all)}>
            {all ? 'Show the newest days only' : `Show all ${statements.length} days`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The accounts of the ledger, the check of its closed days, and the statements of the bank. */
export function LedgerScreen() {
  const answer = useQuery(LEDGER, cache);
  const { data: ledger } = answer;
  const mayWrite = useSession()?.user.roles.includes('billing.write') ?? false;
  if (answer.isLoadingError) return <LoadFailed what="The ledger" query={answer} />;
  if (!ledger) return <p>Loading…</p>;
  return (
    <>
      <FlashMessage place={LEDGER_PLACE} />
      <div className={layout.stack}>
        <div className={layout.spread}>
          <h2>Accounts and books</h2>
          {mayWrite && <ButtonLink to="/dashboard/billing/ledger/new">Book manually</ButtonLink>}
        </div>
        <Differences {...ledger} />
        <div className={layout.fields}>
          <SummaryCard
            amounts
            title="Accounts"
            rows={ledger.accounts.map(({ name, balance }) => [name, showMoney(balance)])}
          />
          <Books ledger={ledger} />
        </div>
        <h2>End of day at the settlement bank</h2>
        <Statements statements={ledger.statements} />
      </div>
    </>
  );
}

const { label, hint } = ADJUSTMENT_FIELDS.merchantId;
const merchantInput = (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="merchantId"
    label={label}
    hint={hint}
    lookup={allMerchants}
  />
);

/** The form for a manual booking, which a second operator approves. */
export function AdjustmentNew({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer
      draft="adjustment new"
      heading="Book manually"
      action="Ask a second operator"
      fields={ADJUSTMENT_FIELDS}
      endpoint={createAdjustment}
      params={undefined}
      toBody={({ merchantId, ...body }) => ({
        ...body,
        merchantId: body['kind'] === 'WRITE_OFF' ? merchantId : null,
      })}
      inputs={{ merchantId: merchantInput }}
      shows={(key, { kind }) => key !== 'merchantId' || kind === 'WRITE_OFF'}
      onSaved={() => void cache.invalidateQueries({ queryKey: LEDGER.queryKey })}
      done={{ place: LEDGER_PLACE, message: () => 'It waits in the inbox of your colleagues.' }}
      onClose={onClose}
    />
  );
}
