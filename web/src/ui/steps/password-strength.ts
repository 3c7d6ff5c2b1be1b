/** The minimum length of a password. The server checks passwords too. */
export const PASSWORD_MIN = 10;

/** Words that the most used passwords of ten and more characters are made of. */
const COMMON = [
  'password',
  'qwerty',
  'asdfgh',
  'zxcvbn',
  '1q2w3e',
  '123456',
  '987654',
  'abcdef',
  'abc123',
  'letmein',
  'welcome',
  'iloveyou',
  'football',
  'superman',
  'princess',
  'sunshine',
  'dragon',
  'monkey',
  'master',
  'admin',
  'uganda',
  'kampala',
  'tegeka',
  'business',
];

/** Why a password is refused. */
export type PasswordError = 'empty' | 'short' | 'personal' | 'common';

/** The strength of a password: 0 is refused, 1 to 3 are accepted, 3 is the best. */
export interface PasswordResult {
  score: 0 | 1 | 2 | 3;
  error: PasswordError | null;
}

const refused = (error: PasswordError): PasswordResult => ({ score: 0, error });

/** True for mostly a common word, or fewer than four different characters. */
function isCommon(lower: string): boolean {
  if (new Set(lower).size < 4) return true;
  return COMMON.some((word) => lower.includes(word) && lower.length - word.length < 6);
}

/** Judges a password. `personal` are the email and names that it must not be. */
export function checkPassword(password: string, personal: readonly string[]): PasswordResult {
  const lower = password.toLowerCase();
  if (password === '') return refused('empty');
  if (password.length < PASSWORD_MIN) return refused('short');
  const own = personal.flatMap((text) => [text, text.split('@')[0] ?? '']);
  if (own.some((text) => text.length > 2 && lower === text.trim().toLowerCase()))
    return refused('personal');
  if (isCommon(lower)) return refused('common');
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password));
  const points = password.length + kinds.length * 2;
  if (points >= 22) return { score: 3, error: null };
  return { score: points >= 17 ? 2 : 1, error: null };
}

const ERROR_TEXTS: Record<PasswordError, string> = {
  empty: `At least ${PASSWORD_MIN} characters. Several words are easy to remember.`,
  short: `Too short: at least ${PASSWORD_MIN} characters.`,
  personal: 'Please do not use your email or a name.',
  common: 'Too easy to guess: many people use this one.',
};

const SCORE_TEXTS = ['', 'Good enough. Longer is better.', 'Good password.', 'Very good password.'];

/** What is said of a password, while it is typed and when it is refused. */
export function passwordText({ score, error }: PasswordResult): string {
  return error ? ERROR_TEXTS[error] : (SCORE_TEXTS[score] ?? '');
}
