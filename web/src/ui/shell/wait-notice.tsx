import { Loader } from '@mantine/core';
import classes from './guest.module.css';

/** A loader and 'Please wait...'; the heading is for those who do not see the loader. */
export function WaitNotice({ heading }: { heading?: string }) {
  return (
    <div className={classes['wait']}>
      {heading && <h1 className="tegeka-unseen">{heading}</h1>}
      <Loader aria-hidden="true" />
      <output>Please wait...</output>
    </div>
  );
}
