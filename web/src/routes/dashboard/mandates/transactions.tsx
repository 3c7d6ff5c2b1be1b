import { Group } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { CalendarPanel } from '#features/calendar/calendar-panel.tsx';
import { ClearingLinks } from '#features/clearing/clearing-words.tsx';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';
import { config } from '#platform/config/config.ts';
import layout from '#ui/shell/layout.module.css';

function Transactions() {
  return (
    <div className={layout.stack}>
      {config().domain === 'OPERATOR' && <CalendarPanel />}
      <Group>
        <ClearingLinks at="transactions" />
      </Group>
      <DashboardSection name="transactions" />
    </div>
  );
}

export const Route = createFileRoute('/dashboard/mandates/transactions')({
  staticData: { title: 'Transactions' },
  component: Transactions,
});
