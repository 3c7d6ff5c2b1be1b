type Navigate = (to: string) => Promise<void>;

// Before the router is loaded, navigation loads a new page.
let navigate: Navigate = async (to) => location.replace(to);

/** Sets the navigation function: at start, and again when the router is loaded. */
export function setNavigation(given: Navigate): void {
  navigate = given;
}

/** Navigates to a page of this app and replaces the present history entry. */
export async function goTo(to: string): Promise<void> {
  await navigate(to);
}
