/** Characters of one SMS part in the GSM 7-bit default alphabet (3GPP TS 23.038). */
export const SMS_PART = 160;

/** The default alphabet of GSM without its extension, whose characters count twice. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

const SIGNS = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
  ['[', '('],
  [']', ')'],
]);

const gsmLetter = (letter: string): string => {
  if (GSM.has(letter)) return letter;
  const [base = ''] = letter.normalize('NFD');
  return SIGNS.get(letter) ?? (GSM.has(base) ? base : '?');
};

/** A text in the default alphabet of GSM: accents that it lacks are left out, other characters become `?`. */
export const gsmText = (text: string) => Array.from(text.normalize('NFC'), gsmLetter).join('');

/** Cuts a name to so many characters of the GSM alphabet. */
export function gsmName(name: string, max: number): string {
  const text = gsmText(name);
  return text.length <= max ? text : `${text.slice(0, Math.max(0, max - 3)).trimEnd()}...`;
}
