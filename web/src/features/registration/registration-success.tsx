import { IconCheck } from '@tabler/icons-react';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';

/** The end of the registration (specification, 2.5.5). */
export function RegistrationSuccess() {
  return (
    <GuestCard
      heading="Your business was submitted"
      wide
      centred
      entered
      icon={<IconCheck size={40} aria-hidden />}
    >
      <p className={classes['lead']}>
        Your business information is being reviewed. You will be notified on email.
      </p>
    </GuestCard>
  );
}
