type Navigate = (to: string) => Promise<void>;

// Until the router is there, a page is left as any page of the web is.
let navigate: Navigate = async (to) => location.replace(to);

/** Says how to get to another page: set at start and again when the router is there. */
export function setNavigation(given: Navigate): void {
  navigate = given;
}

/** Goes to a page of this app, in the place of the present one. */
export async function goTo(to: string): Promise<void> {
  await navigate(to);
}
