import * as z from 'zod/mini';
import { DOMAINS } from '@tegeka/contract/kit/domains.ts';
import { StartError } from '#platform/log.ts';
import { isRandom } from '#platform/security/encrypted-text.ts';
import {
  bic,
  budget,
  databaseUrl,
  insecure,
  instanceKey,
  members,
  origin,
  port,
  proxies,
} from './config-values.ts';

const environmentShape = z.object({
  MODE: z._default(z.enum(['demo', 'production']), 'demo'),
  ENVIRONMENT: z.optional(z.enum(['SANDBOX', 'PRODUCTION'])),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(port, 8080),
  BASE_URL: z.optional(origin),
  APP_DOMAIN: z.optional(z.enum(DOMAINS)),
  TRUST_PROXY: z._default(proxies, []),
  ALLOW_INSECURE: z._default(insecure, []),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  ANSWER_CHECKS: z.optional(z.enum(['all', 'sampled'])),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  DATABASE_URL: z.optional(databaseUrl),
  MIGRATION_DATABASE_URL: z.optional(databaseUrl),
  DATABASE_POOL: z._default(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(200)), 16),
  INSTANCE_KEY: z.optional(instanceKey),
  INSTANCE_KEY_PREVIOUS: z.optional(instanceKey),
  OIDC_ISSUER: z.optional(z.string().check(z.url({ protocol: /^https?$/ }))),
  OIDC_JWKS_URL: z.optional(z.string().check(z.url({ protocol: /^https?$/ }))),
  OIDC_AUDIENCE: z._default(z.string().check(z.minLength(1)), 'tegeka-api'),
  OIDC_REALM: z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/)), 'tegeka'),
  OIDC_CLIENT_ID: z._default(z.string().check(z.minLength(1)), 'tegeka-web'),
  OIDC_DOMAIN_HEADER: z._default(z.stringbool(), false),
  SERVER_URL: z._default(z.union([z.literal(''), origin]), ''),
  BANKS_URL: z._default(z.union([z.literal(''), origin]), ''),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'is no smtp:// URL'))),
  MAIL_FROM: z._default(z.string().check(z.minLength(3)), 'Tegeka <no-reply@tegeka.invalid>'),
  SMS_USERNAME: z.optional(z.string().check(z.minLength(1))),
  SMS_API_KEY: z.optional(z.string().check(z.minLength(1))),
  SMS_URL: z._default(
    z.string().check(z.url({ protocol: /^https?$/ })),
    'https://api.africastalking.com/version1/messaging',
  ),
  SMS_SENDER: z.optional(z.string().check(z.minLength(1))),
  SMS_PER_DAY: z._default(budget, 500_000),
  SMS_PER_DAY_OF_BUSINESS: z._default(budget, 50_000),
  EMAILS_PER_DAY: z._default(budget, 500_000),
  EMAILS_PER_DAY_OF_BUSINESS: z._default(budget, 50_000),
  SMS_INBOUND_KEY: z.optional(z.string().check(z.minLength(32))),
  CLEARING_DIR: z.optional(z.string().check(z.minLength(1))),
  CLEARING_BIC: z.optional(bic),
  CLEARING_HOUSE_BIC: z._default(bic, 'UGCHUGKA'),
  SETTLEMENT_BIC: z.optional(bic),
  CLEARING_MEMBER_IDS: z.optional(members),
  SETTLEMENT_ACCOUNT: z.optional(
    z.string().check(z.regex(/^[0-9]{6,34}$/, 'is no account number')),
  ),
  CREDITOR_ID: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{5,35}$/))),
  CODES_PER_IDENTIFIER: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 5),
  SEND_ALL_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 120),
  CODES_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 20),
  DEMO_HISTORY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(366)), 95),
  POLL_MS: z._default(z.coerce.number().check(z.int(), z.minimum(20), z.maximum(60_000)), 1000),
});
type Environment = z.infer<typeof environmentShape>;

/** Addresses that are used with TLS, and with a checked certificate. */
const TLS = /^https:|^postgres(ql)?:.*[?&]sslmode=verify-full(&|$)/;

/** Names of this computer in addresses. */
const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*localhost)$/;

/** Set in production: in a SANDBOX operators can move the clock; payers are asked and answer by SMS. */
const REQUIRED = [
  'ENVIRONMENT',
  'BASE_URL',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'INSTANCE_KEY',
  'SMTP_URL',
  'SMS_USERNAME',
  'SMS_API_KEY',
  'SMS_INBOUND_KEY',
] as const;

/** Set in production with CLEARING_DIR. */
const CLEARING = ['CLEARING_BIC', 'CREDITOR_ID', 'SETTLEMENT_BIC', 'SETTLEMENT_ACCOUNT'] as const;

/** Errors that depend on the mode: missing and forbidden settings of production, the host of a demo. */
function productionErrors(env: Environment): string[] {
  if (env.MODE === 'demo') {
    const loopback = ['127.0.0.1', '::1', 'localhost'].includes(env.HOST);
    return loopback ? [] : ['HOST: the demo listens on loopback only; set MODE=production'];
  }
  const isUnset = (name: keyof Environment) => env[name] === undefined;
  const missing = REQUIRED.filter(isUnset).map((name) => `${name}: must be set in production`);
  const addresses = {
    sms: ['SMS_URL'],
    provider: ['OIDC_ISSUER', 'OIDC_JWKS_URL'],
    database: ['DATABASE_URL', 'MIGRATION_DATABASE_URL'],
  } as const;
  const plain = (['sms', 'provider', 'database'] as const)
    .filter((what) => !env.ALLOW_INSECURE.includes(what))
    .flatMap((what) => addresses[what].map((name) => ({ what, name, url: env[name] })))
    .filter(({ url }) => url !== undefined && !TLS.test(url))
    .map(({ what, name }) =>
      what === 'database'
        ? `${name}: must have sslmode=verify-full, or ALLOW_INSECURE=database`
        : `${name}: must be https, or ALLOW_INSECURE=${what}`,
    );
  const unnamed = env.CLEARING_DIR ? CLEARING.filter(isUnset) : [];
  return [
    ...missing,
    ...plain,
    ...unnamed.map((name) => `${name}: must be set with CLEARING_DIR in production`),
    ...(env.BASE_URL?.startsWith('https:') ? [] : ['BASE_URL: must be https in production']),
    ...(isRandom(env.INSTANCE_KEY ?? null) ? [] : ['INSTANCE_KEY: is no random key']),
  ];
}

function read(source: NodeJS.ProcessEnv): Environment {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environmentShape.safeParse(set);
  const errors = parsed.success
    ? productionErrors(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || errors.length > 0) {
    throw new StartError(`The settings are not usable:\n  ${errors.join('\n  ')}`);
  }
  return parsed.data;
}

/** Throws a StartError for a demo at an address of another computer: its passwords are public. */
export function refusePublicDemo({ mode, http }: Config): void {
  const { hostname } = new URL(`${http.scheme}://${http.baseHost}`);
  if (mode === 'demo' && !LOOPBACK.test(hostname))
    throw new StartError('BASE_URL: the demo is for this computer alone; set MODE=production');
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}

/** Settings of mail and SMS. Where they are null, messages only appear in the outbox of the demo. */
function notificationsConfig(env: Environment) {
  return {
    mailFrom: env.MAIL_FROM,
    /** Messages of one day in Kampala. */
    budgets: {
      sms: { platform: env.SMS_PER_DAY, business: env.SMS_PER_DAY_OF_BUSINESS },
      email: { platform: env.EMAILS_PER_DAY, business: env.EMAILS_PER_DAY_OF_BUSINESS },
    },
    /** Mail is not sent without TLS: in production, unless ALLOW_INSECURE has `mail`. */
    mailNeedsTls: env.MODE === 'production' && !env.ALLOW_INSECURE.includes('mail'),
    smtpUrl: env.SMTP_URL ?? null,
    sms:
      env.SMS_USERNAME && env.SMS_API_KEY
        ? {
            username: env.SMS_USERNAME,
            apiKey: env.SMS_API_KEY,
            sender: env.SMS_SENDER ?? null,
            url: env.SMS_URL,
          }
        : null,
  };
}

/**
 * Every setting of the server, read once from the environment (docs/operations/settings.md lists them).
 * Throws a StartError that names every invalid setting.
 */
export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  const env = read(source);
  const base = new URL(env.BASE_URL ?? `http://localhost:${env.PORT}`);
  const embeddedIssuer = `${base.protocol}//id.${base.host}/realms/${env.OIDC_REALM}`;
  return freeze({
    mode: env.MODE,
    environment: env.ENVIRONMENT ?? 'SANDBOX',
    logLevel: env.LOG_LEVEL,
    answerChecks: env.ANSWER_CHECKS ?? (env.MODE === 'production' ? 'sampled' : 'all'),
    dataDir: env.DATA_DIR,
    pollMs: env.POLL_MS,
    demoHistoryDays: env.DEMO_HISTORY_DAYS,
    http: {
      host: env.HOST,
      port: env.PORT,
      scheme: base.protocol.replace(':', ''),
      baseHost: base.host,
      proxies: env.TRUST_PROXY,
      onlyDomain: env.APP_DOMAIN ?? null,
      serverUrl: env.SERVER_URL,
      banksUrl: env.BANKS_URL,
    },
    database: {
      url: env.DATABASE_URL ?? null,
      migrationUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL ?? null,
      pool: env.DATABASE_POOL,
    },
    identity: {
      embedded: env.OIDC_ISSUER === undefined,
      takesDomain: env.OIDC_ISSUER === undefined || env.OIDC_DOMAIN_HEADER,
      issuer: env.OIDC_ISSUER ?? embeddedIssuer,
      jwksUrl: env.OIDC_JWKS_URL ?? null,
      audience: env.OIDC_AUDIENCE,
      realm: env.OIDC_REALM,
      clientId: env.OIDC_CLIENT_ID,
      codesPerIdentifier: env.CODES_PER_IDENTIFIER,
      codesPerAddress: env.CODES_PER_ADDRESS,
    },
    notifications: notificationsConfig(env),
    clearing: {
      dir: env.CLEARING_DIR ?? null,
      bic: env.CLEARING_BIC ?? 'TEGEUGKA',
      creditorId: env.CREDITOR_ID ?? 'UG00TGK0001',
      houseBic: env.CLEARING_HOUSE_BIC,
      settlementBic: env.SETTLEMENT_BIC ?? 'DFCUUGKA',
      memberIds: env.CLEARING_MEMBER_IDS ?? [],
      settlementAccount: env.SETTLEMENT_ACCOUNT ?? '0100000000001',
    },
    mandates: { sendAllPerMinute: env.SEND_ALL_PER_MINUTE },
    secrets: {
      instanceKey: env.INSTANCE_KEY ?? null,
      previousInstanceKey: env.INSTANCE_KEY_PREVIOUS ?? null,
      smsInboundKey: env.SMS_INBOUND_KEY ?? null,
    },
  });
}

export type Config = ReturnType<typeof readConfig>;
