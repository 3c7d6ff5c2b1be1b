import { createFileRoute } from '@tanstack/react-router';
import { RefusedPage } from '#features/sign-in/notice-pages.tsx';

export const Route = createFileRoute('/auth/403')({
  staticData: { title: 'Sorry, unauthorized access', ownHeading: true },
  component: RefusedPage,
});
