import { IconCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { PHONE_PREFIX, showPhone } from '@tegeka/contract/kit/phone.ts';
import { badgeOf } from '@tegeka/contract/kit/status.ts';
import type { ReactNode } from 'react';
import layout from '#ui/shell/layout.module.css';

/**
 * A state as a coloured word; finished ones have a check before them (specification, 4.4). `label`
 * replaces the state's name, which then only determines the colour.
 */
export function StatusBadge({ value, label }: { value: string; label?: string | undefined }) {
  const { color, check } = badgeOf(value);
  return (
    <span className={layout.badge} data-tone={color}>
      {check && <IconCheck size={13} stroke={2.6} aria-hidden />}
      {label ?? statusLabel(value)}
    </span>
  );
}

/** A state's name as people read it: PENDING_APPROVAL → Pending approval. */
export function statusLabel(value: string): string {
  const text = value.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a stored phone number, such as +256772123456. */
export const phoneText = (phone: string) => showPhone(Number(phone.slice(PHONE_PREFIX.length)));

/** An email that may have a line break before its @. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

/** A link of the router in a text. */
export function TextLink({ link, children }: { link: LinkProps; children: ReactNode }) {
  return (
    <Link {...link} className={layout.anchor}>
      {children}
    </Link>
  );
}
