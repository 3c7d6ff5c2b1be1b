import {
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { type Accent, accentOf, type Domain } from '@tegeka/contract/kit/domains.ts';

/**
 * Slate neutrals. Index 4 is a border visible on white (contrast 3:1), 5 and darker are readable
 * text.
 */
const GRAY: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#8492a6',
  '#64748b',
  '#52617a',
  '#3b4a60',
  '#1e293b',
  '#0f172a',
];

const DARK: MantineColorsTuple = [
  '#e2e8f0',
  '#cbd5e1',
  '#a8b5c9',
  '#8c9bb2',
  '#66758f',
  '#2c394f',
  '#1f2a3d',
  '#141c2b',
  '#0f1623',
  '#0a0f19',
];

/** The lightest shade of each accent with readable white text (contrast 4.5:1 or more). */
const FILLED = { teal: 9, blue: 8, violet: 7 } as const satisfies Record<Accent, number>;

/**
 * Darker than the filled shade. Mantine's own hover shade is lighter, with unreadable white text.
 */
const HOVER = { teal: '#066b4d', blue: '#155c9e', violet: '#5f3dc4' } as const satisfies Record<
  Accent,
  string
>;

/** Sizes in rem. 14 px is the default text size. */
const FONT_SIZES = { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' };

/** The theme of a domain: slate neutrals, radius 8, one accent colour. */
export function themeOf(domain: Domain): MantineThemeOverride {
  const accent = accentOf(domain);
  return createTheme({
    primaryColor: accent.color,
    primaryShade: accent.light ? 4 : FILLED[accent.color],
    autoContrast: true,
    defaultRadius: 'md',
    colors: { gray: GRAY, dark: DARK },
    black: '#0f172a',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, sans-serif',
    fontSizes: FONT_SIZES,
    headings: { fontWeight: '650' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    // Names for shell.css; Mantine's own are not written into the pages.
    components: {
      Button: { classNames: { root: 'tegeka-button' } },
      InputWrapper: {
        classNames: { description: 'tegeka-note' },
        // The hint below, or the error in its place.
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      },
      Input: { classNames: { wrapper: 'tegeka-field', input: 'tegeka-input' } },
    },
  });
}

/** Variables that Mantine derives differently: links and errors stay readable with every accent. */
export function variablesOf(domain: Domain): Record<'light' | 'dark', Record<string, string>> {
  const { color, light } = accentOf(domain);
  const hover = { [`--mantine-color-${color}-filled-hover`]: HOVER[color] };
  const both = light ? {} : hover;
  return {
    light: {
      ...both,
      '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
      '--mantine-color-anchor': `var(--mantine-color-${color}-${FILLED[color]})`,
      '--mantine-color-error': 'var(--mantine-color-red-9)',
      '--mantine-color-success': 'var(--mantine-color-teal-9)',
      // Titles of warnings: no shade of yellow is readable on yellow.
      '--mantine-color-yellow-light-color': '#8f4a00',
    },
    dark: {
      ...both,
      '--mantine-color-default-border': '#364359',
      '--mantine-color-error': 'var(--mantine-color-red-4)',
      '--mantine-color-success': 'var(--mantine-color-teal-4)',
    },
  };
}

const COOKIE = 'tegeka-scheme';
const YEAR_SECONDS = 31_536_000;

function read(fallback: MantineColorScheme): MantineColorScheme {
  if (typeof document === 'undefined') return fallback;
  const found = /(?:^|; )tegeka-scheme=(light|dark)/.exec(document.cookie)?.[1];
  return found === 'light' || found === 'dark' ? found : fallback;
}

function write(value: string, maxAge: number): void {
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${maxAge}; samesite=lax`;
}

/**
 * Stores the choice of light or dark in a cookie (local storage is reserved for the session's
 * keys). public/early.js reads it before the app is loaded.
 */
export const schemeManager: MantineColorSchemeManager = {
  get: read,
  set: (value) => write(value === 'auto' ? '' : value, value === 'auto' ? 0 : YEAR_SECONDS),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => write('', 0),
};
