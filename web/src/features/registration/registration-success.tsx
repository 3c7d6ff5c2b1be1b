import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import css from './registration.module.css';

/** The end of the registration (specification, 2.5.5). */
export function RegistrationSuccess() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.page}>
      <div className={css.card}>
        <div className={css.done}>
          <span className={css.mark}>
            <IconCheck size={40} aria-hidden />
          </span>
          <h2 ref={heading} tabIndex={-1} className={css.heading}>
            Your business was submitted
          </h2>
          <p>Your business information is being reviewed. You will be notified on email.</p>
        </div>
      </div>
    </div>
  );
}
