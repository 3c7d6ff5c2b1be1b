import { useQuery } from '@tanstack/react-query';
import { listExceptions } from '@tegeka/contract/clearing/exceptions.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import layout from '#ui/shell/layout.module.css';

const OPEN = endpointQuery(listExceptions, { query: { size: 1, state: 'OPEN' } });

/** The number of open exceptions. */
export function OpenExceptions() {
  const open = useQuery(OPEN, cache).data?.counts.OPEN;
  return open ? (
    <span className={layout.badge} data-tone="teal">
      {open.toLocaleString('en')}
      <span className="tegeka-unseen"> open</span>
    </span>
  ) : null;
}
