import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { describedPlugin } from './build/described-plugin.ts';
import { themePlugin } from './build/theme-plugin.ts';
import { schemePlugin } from './build/scheme-plugin.ts';

/** Chunks by name: what matches the patterns of one, and what that needs, arrives as one file. */
const CHUNKS: readonly (readonly [name: string, ...patterns: RegExp[]])[] = [
  // What a page needs to send somebody on to the provider, without the app.
  [
    'start',
    /src[\\/]platform[\\/]\w+[\\/](config\.|activity|page\.|call-send|call-failed|provider\.|session-st)/,
    /contract[\\/]src[\\/]kit[\\/]domains|preload-helper|rolldown[\\/]runtime/,
  ],
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  // What public pages share, and what stands around them; without what only lookups of Mantine need.
  [
    'parts',
    /@mantine[\\/]core[\\/]esm[\\/](core[\\/](?!DirectionProvider|utils[\\/](close-on|create-(event|safe)|find-element|get-(default-z|ref|single)|is-element))|components[\\/](Button|Loader|Transition|UnstyledButton)[\\/])/,
    /@mantine[\\/]hooks[\\/]esm[\\/](?!use-(click|debounced|focus|long|merged|previous|uncontrolled)|utils[\\/]use-callback)/,
    /src[\\/](public-pages|ui[\\/](feedback[\\/](alerts|busy)|shell[\\/]guest(?!-form)))/,
    /src[\\/]platform[\\/]\w+[\\/](access|early|session\.|theme)/,
    /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]Icon(ArrowLeft|Check|Contrast|X)\.)/,
  ],
  // What their forms share.
  [
    'inputs',
    /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Anchor|CloseButton|Input|InputBase|Text|TextInput)[\\/]/,
    /src[\\/]ui[\\/]shell[\\/]guest-form|icons[\\/]IconAlertCircle\./,
  ],
  // What calls the API.
  [
    'call',
    /node_modules[\\/]zod[\\/]|src[\\/]platform[\\/]call[\\/]call(-headers)?\./,
    /contract[\\/]src[\\/](kit[\\/](endpoint|list|money|permissions|state-machine)|merchants[\\/]merchants)\./,
  ],
  // What all screens of signed-in people share, and nearly all of their lists.
  [
    'shell',
    /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|store|react-store)|use-sync-external-store)[\\/]/,
    /node_modules[\\/](@tanstack[\\/](query-core|react-query)[\\/](?!.*(infiniteQueryObserver|useInfiniteQuery))|idb-keyval)/,
    /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(ArrowDown|ArrowUp|Bookmark|Columns3|Download|FileUpload|Filter|Plus|Search)\./,
    /contract[\\/]src[\\/](kit[\\/](day|menus|status)|imports[\\/]open-work)\./,
    /src[\\/]platform[\\/](router[\\/]entity-links|call[\\/](cache|file-url)|device[\\/]device-choice|session[\\/]guard)\./,
    /src[\\/]ui[\\/](shell[\\/](menu|modal|search-button|side)|detail[\\/]shown|feedback[\\/](flash|note)|imports[\\/]import-screens|list[\\/](?!list-(chips|narrowed|filters|panels|saving)))/,
    /src[\\/](routeTree|routes[\\/]dashboard[\\/]-(merchant-rights|section-route)|features[\\/](dashboard[\\/](menu-place|signed-in)|merchant[\\/]merchant-labels|sign-in[\\/]inactivity))/,
  ],
  // What most parts of the contract share.
  ['kit', /contract[\\/]src[\\/]kit[\\/](fields|history|text)\./],
  // What the drawers of things share.
  [
    'detail',
    /@mantine[\\/]core[\\/]esm[\\/]components[\\/]Skeleton[\\/]/,
    /src[\\/]ui[\\/]detail[\\/](changed|copy|detail(-drawer|\.module)|drawer|related|summary)/,
  ],
  // The landing page of a merchant.
  [
    'mandate',
    /contract[\\/]src[\\/](mandates[\\/](mandates|schedule)|debits[\\/]debit-figures)\./,
    /src[\\/]features[\\/](mandates[\\/](mandate-labels|mandate-list|mandate-notes|mandates\.module)|debits[\\/]debit-figures)/,
  ],
];

/** Chunks that are loaded by the app alone, and files that are there before it. */
const OF_APP = /^assets[\\/](shell|mandate|-mandates|route-)/;
const LOADED = /^assets[\\/](rolldown-runtime|start|react|router|parts|call|shell|main)-/;

export default defineConfig({
  resolve: {
    // React has what the shim would bring.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
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
    describedPlugin(),
    themePlugin(),
  ],
  css: {
    postcss: { plugins: [(await import('postcss-preset-mantine')).default(), schemePlugin()] },
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: {
      // The prerender writes the preload links of each page.
      polyfill: false,
      // A screen of the app names only what the app has not loaded itself.
      resolveDependencies: (_file, needed, { hostId }) =>
        OF_APP.test(hostId) ? needed.filter((file) => !LOADED.test(file)) : needed,
    },
    rolldownOptions: {
      // Reading a property has no side effects in any module here.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The shell lists the names of all files: shorter hashes make every screen smaller.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
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
});
