import { IconAlertCircle, IconMessage2Exclamation } from '@tabler/icons-react';
import css from './form.module.css';

/** What is wrong with a field, with its mark. */
export function FieldError({ children }: { children: string }) {
  return (
    <span className={css.note}>
      <IconAlertCircle size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/** What a reviewer asks to have corrected in a field. */
export function FieldComment({ children }: { children: string }) {
  return (
    <span className={css.note} data-comment>
      <IconMessage2Exclamation size={14} aria-hidden />
      <span>Reviewer: {children}</span>
    </span>
  );
}
