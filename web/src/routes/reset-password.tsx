import { createFileRoute } from '@tanstack/react-router';
import PasswordResetPage from '#features/password-reset/password-reset-page.tsx';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Reset Password' },
  component: PasswordResetPage,
});
