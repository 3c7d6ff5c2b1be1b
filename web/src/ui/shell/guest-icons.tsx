import type { ReactNode } from 'react';

/**
 * The few drawings of the public pages, written here since a phone pays for each kilobyte before
 * it can sign up. They are those of Tabler Icons, which the dashboard uses.
 */
export function Drawing({ children, size = 20 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CrossIcon = () => (
  <Drawing size={16}>
    <path d="M18 6 6 18M6 6l12 12" />
  </Drawing>
);

export const BackIcon = () => (
  <Drawing>
    <path d="M5 12h14M5 12l6 6M5 12l6-6" />
  </Drawing>
);

/** Half a disc: the switch between light and dark. */
export const SchemeIcon = () => (
  <Drawing>
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18" />
    <path d="M12 3v18a9 9 0 0 0 0-18" fill="currentColor" />
  </Drawing>
);
