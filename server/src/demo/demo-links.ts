import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';
import { type Html, html } from '#platform/http/html.ts';
import { identityOrigin, originOf } from '#platform/http/origins.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demo-guide.ts';

const COOKIE = 'tegeka_demo_person';
const PATH = '/demo/sign-in';
/** From the start page to the sign-in page. */
const SECONDS = 60;

const personOf = (email: unknown): DemoPerson | undefined =>
  Object.values<DemoPerson>(DEMO_PEOPLE).find((person) => person.email === email);

/** A link for each person of the demo, which signs in to their app. */
export function signInLinks(config: Config): Html {
  const people = Object.values(DEMO_PEOPLE).map(
    ({ email, firstName, place, about }) =>
      html`<li>
        <a class="button quiet" href="${identityOrigin(config)}${PATH}?person=${email}">
          Sign in as ${firstName} (${place})
        </a>
        <span>${about}: <code>${email}</code></span>
      </li>`,
  );
  return html`<ul class="accounts">
    ${people}
  </ul>`;
}

/**
 * Takes the links of the start page, on the host of the identity provider: a cookie names the person to the
 * sign-in page, to which their app leads. Refuses 403 to other pages, and 400 where nobody has this email.
 */
export function mountDemoSignIn(server: FastifyInstance, config: Config): void {
  const { http } = config;
  server.get<{ Querystring: { person?: unknown } }>(
    PATH,
    { constraints: { host: new URL(identityOrigin(config)).host } },
    async ({ headers, query }, reply) => {
      if (headers.referer !== `${http.scheme}://${http.baseHost}/`) return reply.code(403).send();
      const person = personOf(query.person);
      if (!person) return reply.code(400).send();
      void reply.setCookie(COOKIE, person.email, {
        path: '/',
        maxAge: SECONDS,
        httpOnly: true,
        sameSite: 'lax',
      });
      return reply.redirect(`${originOf(http, person.domain)}/auth/login`, 303);
    },
  );
}

/** What the sign-in page fills in and sends for a visitor who has followed one of the links, once. */
export function filledByDemo(cookies: string) {
  const [, value = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookies) ?? [];
  const person = personOf(value.replace('%40', '@'));
  if (!person) return null;
  const setCookie = `${COOKIE}=; Path=/; Max-Age=0`;
  return { email: person.email, password: DEMO_PASSWORD, setCookie };
}
