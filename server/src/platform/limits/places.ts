import { refuse } from '#platform/http/refusal.ts';

/** Retry-After of a refused call, seconds. */
const RETRY_AFTER = 5;

/** The error for a call that finds no place. */
export const noPlace = () => refuse('TOO_MUCH_AT_ONCE', { retryAfterSeconds: RETRY_AFTER });

/**
 * Places on this server, of each organization and in all. The function takes one and returns what gives it
 * back; a second call of that has no effect. It refuses TOO_MUCH_AT_ONCE where none is left.
 */
export function openPlaces(max: {
  each: number;
  all: number;
}): (organization: string) => () => void {
  const taken = new Map<string, number>();
  let all = 0;
  return (organization) => {
    const own = taken.get(organization) ?? 0;
    if (own >= max.each || all >= max.all) throw noPlace();
    taken.set(organization, own + 1);
    all += 1;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const left = (taken.get(organization) ?? 0) - 1;
      if (left > 0) taken.set(organization, left);
      else taken.delete(organization);
      all -= 1;
    };
  };
}

/**
 * Calls with files that a server receives at the same time: large files, such as imports, of which an organization
 * sends one of a kind, since the second would be refused once it has been read; and all others.
 */
const LARGE = { each: 1, all: 20 };
const SMALL = { each: 10, all: 60 };

/** Places for files that are being received. `large` names the kind of a large file; null for all others. */
export function openUploads(): (organization: string, large: string | null) => () => void {
  const [ofLarge, ofSmall] = [openPlaces(LARGE), openPlaces(SMALL)];
  return (organization, large) =>
    large === null ? ofSmall(organization) : ofLarge(`${organization} ${large}`);
}
