import type { Plugin } from 'vite';

/** The run-time configuration of `npm run dev`. In production the server fills the placeholder. */
const CONFIG = {
  domain: 'MERCHANT',
  environment: 'SANDBOX',
  serverUrl: '',
  banksUrl: '',
  issuer: 'http://id.localhost:8080/realms/tegeka',
  clientId: 'tegeka-web',
  baseUrl: 'http://localhost:8080',
  homeUrl: 'http://localhost:5173',
};

/** Inserts a run-time configuration into the page of the development server. */
export function configPlugin(): Plugin {
  return {
    name: 'tegeka-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(
        '<!--tegeka-config-->',
        `<script type="application/json" id="tegeka-config">${JSON.stringify(CONFIG)}</script>`,
      ),
  };
}
