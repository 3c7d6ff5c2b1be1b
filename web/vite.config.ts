import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { configPlugin, themePlugin } from './build/page-plugins.ts';
import { schemePlugin } from './build/scheme-plugin.ts';

/** Where `npm run dev` sends calls and the provider's pages. */
const SERVER = 'http://localhost:8080';

/** Chunks by name: what matches the patterns of one, and what that needs, arrives as one file. */
const CHUNKS: readonly (readonly [name: string, ...patterns: RegExp[]])[] = [
  // What a page needs to send somebody on to the provider, without the app.
  [
    'start',
    /src[\\/]platform[\\/]\w+[\\/](config\.|activity|page\.|call-send|call-failed|provider\.|session-st)/,
    /contract[\\/]src[\\/]kit[\\/]domains|preload-helper/,
  ],
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  [
    'router',
    /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|store|react-store)|use-sync-external-store)[\\/]/,
  ],
  // What public pages share, and what stands around them.
  [
    'parts',
    /@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Anchor|Button|CloseButton|Input|InputBase|Loader|Text|TextInput|Transition|UnstyledButton))|hooks)[\\/]/,
    /src[\\/]ui[\\/]((form|feedback)[\\/])?(alerts|busy|code-|guest|password|text-field)/,
    /src[\\/]platform[\\/]\w+[\\/](access|early|session\.|theme)/,
  ],
  // What calls the API.
  [
    'call',
    /node_modules[\\/]zod[\\/]|src[\\/]platform[\\/]call[\\/]call(-headers)?\./,
    /contract[\\/]src[\\/](kit[\\/](endpoint|history|list|money|permissions|phone|state-machine|text)|users|banks|merchants[\\/]merchants)\./,
  ],
  // What all screens of signed-in people share.
  [
    'shell',
    /node_modules[\\/](@tanstack[\\/](query-core|react-query)|idb-keyval)[\\/]/,
    /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]Icon(Check|Search|X)\.)/,
    /contract[\\/]src[\\/]kit[\\/](day|menus|status)\./,
    /src[\\/]platform[\\/](call[\\/](cache|file-url)|device[\\/]device-choice|session[\\/]guard)\./,
    /src[\\/]ui[\\/](shell[\\/](menu|modal|search-button|side)|detail[\\/](detail\.module|shown)|feedback[\\/](flash|note)|form[\\/](file-check|lookup-choice))/,
    /src[\\/](features[\\/](dashboard[\\/]dashboard-section|merchant[\\/]merchant-words)|routes[\\/]dashboard[\\/]-merchant-rights)/,
  ],
  // What nearly all lists share.
  [
    'list',
    /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(ArrowDown|ArrowUp|Bookmark|Columns3|Download|FileUpload|Filter|Plus)\./,
    /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Combobox[\\/]ComboboxChevron|NativeSelect|Skeleton)[\\/]/,
    /src[\\/]ui[\\/]list[\\/](?!list-panels)/,
  ],
  // What the screens of mandates share: a merchant lands on them.
  [
    'mandate',
    /contract[\\/]src[\\/](calendar|products|mandates[\\/](mandates|mandate-words|schedule))\./,
    /src[\\/]features[\\/]mandates[\\/](mandate-labels|mandates\.module)/,
  ],
];

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // One chunk a route: its screen and what it loads arrive together.
      codeSplittingOptions: {
        defaultBehavior: [
          ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent', 'loader'],
        ],
      },
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    themePlugin(),
    configPlugin(),
  ],
  css: {
    postcss: { plugins: [(await import('postcss-preset-mantine')).default(), schemePlugin()] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The prerender writes the preload links of each page.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files on a line of 400 ms. A module that two match belongs to the first.
          groups: CHUNKS.map(([name, ...patterns], at) => ({
            name,
            test: (id) => patterns.some((pattern) => pattern.test(id)),
            priority: CHUNKS.length - at,
          })),
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': SERVER, '/identity': SERVER } },
});
