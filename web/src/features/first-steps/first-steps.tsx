import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { type FirstSteps, getFirstSteps } from '@tegeka/contract/first-steps.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './first-steps.module.css';

/** Name under which the device stores that the checklist is put away. */
const PUT_AWAY = 'first steps';

const STEPS: readonly { key: keyof FirstSteps; label: string; link: LinkProps }[] = [
  {
    key: 'customer',
    label: 'Add a customer',
    link: linkOptions({ to: '/dashboard/customers/new' }),
  },
  {
    key: 'product',
    label: 'Add a product',
    link: linkOptions({ to: '/dashboard/products/new' }),
  },
  {
    key: 'mandate',
    label: 'Send a mandate request',
    link: linkOptions({ to: '/dashboard/mandates/new' }),
  },
  {
    key: 'transaction',
    label: 'Collect the first debit',
    link: linkOptions({ to: '/dashboard/mandates/transactions/new' }),
  },
];

/**
 * The first steps of a new business above a page, ticked off as they are made, until all are made or it is put
 * away. The page waits until they are known, so that nothing moves under a finger.
 */
export function WithFirstSteps({
  merchantId,
  children,
}: {
  merchantId: string;
  children: ReactNode;
}) {
  const { data: putAway, isPending } = useQuery(choiceQuery(PUT_AWAY), cache);
  const isAsked = !isPending && putAway !== merchantId;
  const { data: steps, isPending: isLoading } = useQuery(
    { ...endpointQuery(getFirstSteps, { params: { merchantId } }), enabled: isAsked },
    cache,
  );
  const isDone = steps !== undefined && STEPS.every(({ key }) => steps[key]);
  const putItAway = () => void keepChoice(PUT_AWAY, merchantId);
  const onDone = useEffectEvent(putItAway);
  useEffect(() => {
    // Nothing is asked for again.
    if (isDone) onDone();
  }, [isDone]);
  if (isPending || (isAsked && isLoading)) return null;
  if (!isAsked || !steps || isDone) return children;
  return (
    <>
      <section className={`${layout.card} ${layout.above}`} aria-label="First steps">
        <div className={layout.split}>
          <h2 className={layout.heading}>First steps</h2>
          <Button size="xs" variant="default" onClick={putItAway}>
            Hide
          </Button>
        </div>
        <ol className={css.steps}>
          {STEPS.map(({ key, label, link }) =>
            steps[key] ? (
              <li key={key} className={`${layout.line} ${layout.dimmed} ${css.done}`}>
                <IconCircleCheck size={20} aria-hidden />
                {label} (done)
              </li>
            ) : (
              <li key={key} className={layout.line}>
                <IconCircle size={20} aria-hidden />
                <TextLink link={link}>{label}</TextLink>
              </li>
            ),
          )}
        </ol>
      </section>
      {children}
    </>
  );
}
