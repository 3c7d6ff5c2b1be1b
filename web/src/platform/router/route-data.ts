import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page title, before ' - ' and the product's name. */
    title?: string;
    /** True where the page shows its title itself, so that no shell has to. */
    ownHeading?: true;
    /** Roles that are all needed to enter. */
    roles?: readonly string[];
    /** Lies over the screen of the route above, which stays. */
    overlay?: true;
  }
}
