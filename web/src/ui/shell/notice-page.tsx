import { Anchor } from '@mantine/core';
import classes from './guest.module.css';
import { GuestCard } from './guest-card.tsx';

/** A page that says one thing, with its number and a way home. */
export function NoticePage({ code, heading }: { code: string; heading: string }) {
  return (
    <GuestCard heading={heading} centred icon={<span className={classes['code']}>{code}</span>}>
      <Anchor href="/" className={classes['action']}>
        Go to the start page
      </Anchor>
    </GuestCard>
  );
}
