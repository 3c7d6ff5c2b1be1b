import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#platform/app-context.ts';
import type { CallContext } from './serve.ts';

/** The request data and functions that a handler gets. Our cookies are signed and HttpOnly. */
export function callContext(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Pick<CallContext, 'tx' | 'files' | 'now' | 'audit'>,
): CallContext {
  const secure = ctx.config.http.scheme === 'https';
  const always = { httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    ...parts,
    requestId: request.id,
    address: request.ip,
    cookie: (name) => {
      const [value, mac] = (request.cookies[name] ?? '').split('~');
      if (!value || !mac) return null;
      const text = Buffer.from(value, 'base64url').toString('utf8');
      return ctx.keys.macMatches(`cookie ${name}`, text, mac) ? text : null;
    },
    setCookie: (name, value, { path, maxAgeSeconds }) => {
      const text = Buffer.from(value).toString('base64url');
      const signed = `${text}~${ctx.keys.mac(`cookie ${name}`, value)}`;
      void reply.setCookie(name, signed, { ...always, path, maxAge: maxAgeSeconds });
    },
    clearCookie: (name, { path }) => void reply.clearCookie(name, { ...always, path }),
  };
}
