import { useMantineColorScheme } from '@mantine/core';
import classes from './guest.module.css';
import { SchemeIcon } from './guest-icons.tsx';

/** Changes between light and dark; what is chosen is kept. */
export function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <button
      type="button"
      className={classes['round']}
      aria-label="Switch between light and dark"
      title="Light or dark"
      onClick={toggleColorScheme}
    >
      <SchemeIcon />
    </button>
  );
}
