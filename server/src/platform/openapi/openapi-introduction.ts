import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

/** Where an environment answers and signs people in. */
export interface OpenApiPlace {
  environment: 'SANDBOX' | 'PRODUCTION';
  serverUrl: string;
  /** The OpenID provider that gives tokens. */
  issuer: string;
  clientId: string;
  version: string;
}

/** What a developer reads first, in Markdown. */
export function introductionOf({ serverUrl, issuer, clientId }: OpenApiPlace): string {
  return `Direct debit for businesses in Uganda: JSON over HTTP, at \`${serverUrl}\`. Amounts are whole shillings, times are ISO 8601 in UTC, ids are UUIDs.

## Authentication

Every call but those of sign-up and the list of banks carries an access token:

\`\`\`sh
curl "${serverUrl}/identity/api/v1/users/currentuser" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

Tokens come from the OpenID provider at \`${issuer}\`: authorization code flow with PKCE (S256) and the client \`${clientId}\`. A token lives 5 minutes and is renewed with its refresh token, which is replaced at each use. For a first try, the API reference in the dashboard copies the token of your own session.

A token speaks for one organization. What belongs to another one answers \`404\`, as if it did not exist.

## Changes

A call that changes something repeats the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. A program without a browser sends any text of its own in both:

\`\`\`sh
-H "Cookie: XSRF-TOKEN=any-text" -H "X-XSRF-TOKEN: any-text"
\`\`\`

With the header \`Idempotency-Key\`, a text of your own of 8 to 128 characters, a change can be sent again after a broken connection: it is done once and answers the same for a day.

## Lists

Lists are cut into pages: \`page\` counts from 0, \`size\` is 10 unless told and 100 at the most. The answer has \`content\`, \`page\`, \`size\`, \`totalElements\` and \`totalPages\`.

## Refusals

A refused call answers problem details (RFC 9457, \`application/problem+json\`) with a \`code\` that stays the same, a \`title\` for people, the \`requestId\` to name to support, and \`fields\` where fields were at fault. \`429\` and \`503\` say in \`Retry-After\` how many seconds to wait.

## Limits

Without a sign-in an address may send 120 changes a minute. A JSON body is up to 64 KB; files are as large as their call says.

## What may change

Fields may be added to answers, and codes to refusals: let your program ignore what it does not know. ${PRODUCT_NAME} removes or renames nothing without a new address.`;
}
