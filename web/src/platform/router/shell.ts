/** Pages with the guest shell even for a signed-in person. */
const GUEST_PAGES = ['/auth/login', '/auth/logout', '/register/user'];

/**
 * The shell of a page: the side layout for signed-in people, except on a few pages and on a page
 * with an answer of the identity provider (specification, 2.2).
 */
export function shellOf(
  signedIn: boolean,
  place: { pathname: string; searchStr: string },
): 'guest' | 'side' {
  const answered = new URLSearchParams(place.searchStr).has('state');
  return signedIn && !answered && !GUEST_PAGES.includes(place.pathname) ? 'side' : 'guest';
}
