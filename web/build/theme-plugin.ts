import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { type Domain, DOMAINS } from '@tegeka/contract/kit/domains.ts';
import type { Plugin } from 'vite';
import { themeOf, variablesOf } from '../src/platform/theme/theme.ts';

const NAME = 'virtual:theme.css';

/** Colours that no screen uses. Their variables are left out of the CSS. */
const UNUSED = /--mantine-color-(pink|grape|indigo|cyan|lime|orange)-/;

type Scheme = 'variables' | 'light' | 'dark';
const SELECTORS: Record<Scheme, string> = {
  variables: '',
  light: "[data-mantine-color-scheme='light']",
  dark: "[data-mantine-color-scheme='dark']",
};

function resolved(domain: Domain, scheme: Scheme): Record<string, string> {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(domain));
  const own = scheme === 'variables' ? {} : variablesOf(domain)[scheme];
  return { ...defaultCssVariablesResolver(theme)[scheme], ...own };
}

function block(selector: string, variables: [string, string][]): string {
  const lines = variables
    .filter(([name]) => !UNUSED.test(name))
    .map(([name, value]) => `${name}:${value};`);
  return lines.length > 0 ? `${selector}{${lines.join('')}}\n` : '';
}

/** The variables of all domains: one full set, then the differences of each domain. */
function themeCss(): string {
  const schemes = ['variables', 'light', 'dark'] as const;
  return schemes
    .flatMap((scheme) => {
      const base = resolved('MERCHANT', scheme);
      const others = DOMAINS.filter((domain) => domain !== 'MERCHANT').map((domain) =>
        block(
          `:root[data-domain='${domain}']${SELECTORS[scheme]}`,
          Object.entries(resolved(domain, scheme)).filter(([name, value]) => base[name] !== value),
        ),
      );
      return [block(`:root${SELECTORS[scheme]}`, Object.entries(base)), ...others];
    })
    .join('');
}

/** Serves the theme of platform/theme.ts as static CSS, so that pages are styled before JavaScript runs. */
export function themePlugin(): Plugin {
  return {
    name: 'tegeka-theme',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? themeCss() : null),
  };
}
