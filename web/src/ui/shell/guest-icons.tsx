import type { ReactNode } from 'react';

/**
 * The few drawings of the public pages, written here since a phone pays for each kilobyte before
 * it can sign up. They are those of Tabler Icons, which the dashboard uses.
 */
function Drawing({ children, size = 20 }: { children: ReactNode; size?: number }) {
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

export const LockIcon = () => (
  <Drawing size={40}>
    <path d="M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM8 11V7a4 4 0 1 1 8 0v4" />
    <path d="M11 16a1 1 0 1 0 2 0 1 1 0 0 0-2 0" />
  </Drawing>
);

export const CheckIcon = ({ size = 40 }: { size?: number }) => (
  <Drawing size={size}>
    <path d="m5 12 5 5L20 7" />
  </Drawing>
);

export const WarningIcon = () => (
  <Drawing size={16}>
    <path d="M12 9v4M12 16v.01M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0" />
  </Drawing>
);

export const EyeIcon = ({ open }: { open: boolean }) => (
  <Drawing>
    <path d="M10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0" />
    <path d="M21 12c-2.4 4-5.4 6-9 6s-6.600-2-9-6c2.400-4 5.400-6 9-6s6.600 2 9 6" />
    {open && <path d="M3 3l18 18" />}
  </Drawing>
);

/** Half a disc: the switch between light and dark. */
export const SchemeIcon = () => (
  <Drawing>
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18" />
    <path d="M12 3v18a9 9 0 0 0 0-18" fill="currentColor" />
  </Drawing>
);
