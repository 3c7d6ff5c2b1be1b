import { createFileRoute } from '@tanstack/react-router';
import { UnknownPage } from '#features/sign-in/notice-pages.tsx';

export const Route = createFileRoute('/auth/404')({
  staticData: { title: 'Sorry, page not found', ownHeading: true },
  component: UnknownPage,
});
