import { Drawing } from './guest-icons.tsx';

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
