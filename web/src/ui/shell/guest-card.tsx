import { type ReactNode, use, useEffect, useRef } from 'react';
import classes from './guest.module.css';
import { GuestHeading } from './guest-heading.ts';
import { BackIcon } from './guest-icons.tsx';

interface GuestCardProps {
  heading: string;
  /** Where one is, in words: 'Step 2 of 3'. */
  step?: string;
  onBack?: () => void;
  icon?: ReactNode;
  children?: ReactNode;
  /** Centred, for notices without a form. */
  centred?: boolean;
  /** As wide as a form of two columns, for signed-in screens. */
  wide?: boolean;
  /** True on a step that has replaced another: the focus moves to its heading, so that screen
   *  readers read on there. The first step of a visit leaves the focus to the browser. */
  entered?: boolean;
}

/** A card with one task: back arrow, step in words, heading, what is to be done. */
export function GuestCard(props: GuestCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { entered = false } = props;
  const level = use(GuestHeading);
  const title = { className: classes['heading'], tabIndex: -1, ref: heading };
  useEffect(() => {
    if (entered) heading.current?.focus();
  }, [entered]);
  return (
    <section
      className={classes['card']}
      data-centred={props.centred ?? undefined}
      data-wide={props.wide ?? undefined}
    >
      {(props.onBack ?? props.step) && (
        <div className={classes['cardTop']}>
          {props.onBack && (
            <button
              type="button"
              className={classes['round']}
              aria-label="Back"
              onClick={props.onBack}
            >
              <BackIcon />
            </button>
          )}
          {props.step && <p className={classes['step']}>{props.step}</p>}
        </div>
      )}
      {props.icon && <div className={classes['icon']}>{props.icon}</div>}
      {level === 'h1' ? <h1 {...title}>{props.heading}</h1> : <h2 {...title}>{props.heading}</h2>}
      {props.children}
    </section>
  );
}
