import { Loader } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react';
import { bareConfig, type Config, config } from '#platform/config/config.ts';
import classes from './guest.module.css';
import layout from './layout.module.css';

const never = () => () => {};

/**
 * A text from the configuration. During hydration of a page that was rendered at build time it is
 * the bare configuration's text, as in that page; directly afterwards it is the real one.
 */
export function useConfigured(pick: (config: Config) => string): string {
  return useSyncExternalStore(
    never,
    () => pick(config()),
    () => pick(bareConfig(config().domain)),
  );
}

/**
 * The level of a card's heading: h2 if there is a page heading above the card. A page has one h1.
 */
export const GuestHeading = createContext<'h1' | 'h2'>('h1');

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
  const title = { ref: heading, tabIndex: -1, className: layout.title };
  useEffect(() => {
    if (entered) heading.current?.focus();
  }, [entered]);
  return (
    <section
      className={`${layout.panel} ${classes['card']}`}
      data-centred={props.centred}
      data-wide={props.wide}
    >
      {(props.onBack ?? props.step) && (
        <div className={`${layout.line} ${layout.dimmed} ${classes['top']}`}>
          {props.onBack && (
            <button type="button" className="tegeka-round" aria-label="Back" onClick={props.onBack}>
              <IconArrowLeft size={20} aria-hidden />
            </button>
          )}
          {props.step && <p>{props.step}</p>}
        </div>
      )}
      {props.icon && <div className={classes['icon']}>{props.icon}</div>}
      {level === 'h1' ? <h1 {...title}>{props.heading}</h1> : <h2 {...title}>{props.heading}</h2>}
      {props.children}
    </section>
  );
}

/** A loader and 'Please wait...'; the heading is for screen readers. */
export function WaitNotice({ heading }: { heading?: string }) {
  return (
    <div className={`${layout.centred} ${classes['wait']}`}>
      {heading && <h1 className="tegeka-unseen">{heading}</h1>}
      <Loader aria-hidden="true" />
      <output>Please wait...</output>
    </div>
  );
}
