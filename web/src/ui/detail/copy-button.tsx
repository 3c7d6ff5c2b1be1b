import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

const STATE_TEXTS = { ready: '', copied: 'Copied', failed: 'This browser does not allow it' };

/** Copies a text and says whether that went well; `what` names it for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<keyof typeof STATE_TEXTS>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Mark = state === 'copied' ? IconCheck : IconCopy;
  return (
    <span className={`${layout.small} ${css.copy}`}>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
        onBlur={() => setState('ready')}
      >
        <Mark size={14} aria-hidden />
        Copy
      </button>
      <output>{STATE_TEXTS[state]}</output>
    </span>
  );
}
