import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { configPlugin, themePlugin } from './build/page-plugins.ts';
import { schemePlugin } from './build/scheme-plugin.ts';

/** Where `npm run dev` sends calls and the provider's pages. */
const SERVER = 'http://localhost:8080';

/** Everything that only public pages and what stands around them is made of. */
const PARTS =
  /@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Anchor|Button|CloseButton|Input|InputBase|Loader|Text|TextInput|Transition|UnstyledButton))|hooks)[\\/]|src[\\/](ui[\\/]((form|feedback)[\\/])?(alerts|busy|code-|guest|password|text-field)|platform[\\/]\w+[\\/](access|alert|device-clock|early|navigation|session\.|theme))/;

/** What a page needs to send somebody on to the provider, without the app. */
const START =
  /src[\\/]platform[\\/]\w+[\\/](config\.|alert|call-send|call-failed|provider\.|session-st)|contract[\\/]src[\\/]kit[\\/]domains|preload-helper/;

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
          groups: [
            { name: 'start', test: START, priority: 2 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'router',
              test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|store|react-store)|use-sync-external-store)[\\/]/,
            },
            // What all public pages share: one file instead of a dozen on a line of 400 ms.
            { name: 'parts', test: PARTS },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': SERVER, '/identity': SERVER } },
});
