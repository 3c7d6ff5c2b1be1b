import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { saveFile } from '#platform/call/file-save.ts';
import { alert } from '#platform/device/page.ts';
import { useBusy } from './busy.ts';

interface SaveButtonProps extends Pick<ButtonProps, 'size'> {
  children: ReactNode;
  /** The name of the saved file. */
  name: string;
  load: () => Promise<Blob>;
}

/** A button that downloads a file. */
export function SaveButton({ children, name, load, size = 'sm' }: SaveButtonProps) {
  const [busy, run] = useBusy();
  const save = async () => {
    const outcome = await outcomeOf(load());
    if (outcome.kind === 'saved') saveFile(outcome.value, name);
    else alert({ kind: 'error', message: outcome.message });
  };
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void run(save)}
    >
      {children}
    </Button>
  );
}
