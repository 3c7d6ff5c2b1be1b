import { createFileRoute } from '@tanstack/react-router';
import { UnknownPage } from '#ui/shell/guest-card.tsx';

export const Route = createFileRoute('/auth/404')({
  staticData: { title: 'Sorry, page not found', ownHeading: true },
  component: UnknownPage,
});
