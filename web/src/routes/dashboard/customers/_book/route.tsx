import { createFileRoute, Outlet } from '@tanstack/react-router';

/** The list and the drawers over it; other screens of customers stand beside it. */
export const Route = createFileRoute('/dashboard/customers/_book')({
  staticData: { title: 'Customers' },
  component: Outlet,
});
