/** The first word of an organization's name, for the profile button. */
export function firstWord(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? '';
}

/** Up to two initials, for an organization without a logo. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}
