import { createFileRoute } from '@tanstack/react-router';
import SignUpPage from '#features/sign-up/sign-up-page.tsx';

export const Route = createFileRoute('/register/user')({
  staticData: { title: 'Create Account' },
  component: SignUpPage,
});
