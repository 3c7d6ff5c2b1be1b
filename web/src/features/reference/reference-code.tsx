import { IconCopy } from '@tabler/icons-react';
import { alert } from '#platform/device/alert.ts';
import css from './reference.module.css';

/** Copies a text to the clipboard and confirms it. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    alert({ kind: 'success', message: `${what} copied.` });
  } catch {
    alert({ kind: 'error', message: 'This browser did not let us copy. Please mark and copy it.' });
  }
}

/** A code block with a copy button. Scrollable by keyboard too. */
export function ReferenceCode({ label, text }: { label: string; text: string }) {
  return (
    <div className={css.code}>
      <div className={css.codeHead}>
        <span>{label}</span>
        <button
          type="button"
          className={css.copy}
          aria-label={`Copy: ${label}`}
          onClick={() => void copyText(text, label)}
        >
          <IconCopy size={16} stroke={1.7} aria-hidden /> Copy
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.codeText} tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
