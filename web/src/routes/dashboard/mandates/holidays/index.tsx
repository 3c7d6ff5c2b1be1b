import { createFileRoute } from '@tanstack/react-router';

/** The list without a drawer. It is no screen of its own, so that the focus comes back to the list. */
export const Route = createFileRoute('/dashboard/mandates/holidays/')({
  staticData: { overlay: true },
});
