import { createFileRoute } from '@tanstack/react-router';
import { LogoutPage } from '#features/sign-in/notice-pages.tsx';

export const Route = createFileRoute('/auth/logout')({
  staticData: { title: 'Logout' },
  component: LogoutPage,
});
