import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

/** The addresses of an environment. */
export interface OpenApiPlace {
  environment: 'SANDBOX' | 'PRODUCTION';
  serverUrl: string;
  /** The OpenID provider that issues tokens. */
  issuer: string;
  clientId: string;
  version: string;
}

const SANDBOX = `## The sandbox

No real bank is asked and no real message is sent. A bank whose mandates are confirmed by messages answers by the first name on the payer's account:

\`Declined\` is rejected. \`Unanswered\` gets no answer, and the mandate expires. \`Late\` is confirmed when the mandate has expired. \`Twice\` is answered twice, which counts once. \`Garbled\` gets an answer that is cut off. \`Leaver\` is confirmed, and cancelled a day later. \`Successful\` and everybody else is confirmed at once.

The result of a debit depends on the first name on the payer's account too:

\`Successful\` and everybody else has paid two hours after the file was sent. \`Penniless\` has no money at the first attempt and pays at the second. \`Closed\`, \`Blocked\` and \`Stopped\` are refused: the account is closed (AC04), blocked (AC06), or the payer has stopped the debit (MS02). \`Bounced\` pays, and the money comes back a day after it was settled (AM04); at \`Disputer\` two days after, because the payer disputes it (MD06). \`Silent\` gets no answer until the bank is asked. \`Twice\` is answered more than once, which counts once. \`Mixed\` is answered out of order. \`Garbled\` gets an answer that is cut off, and then the right one.

What was paid is credited on the next business day at 10:00. A payout to an account whose name begins with \`Closed\` is rejected; with \`Bouncing\` it is made and comes back a day later.

Operators move the business clock forward; what is due on the way happens then.

`;

/** The introduction of the API document, in Markdown. */
export function introductionOf({ environment, serverUrl, issuer, clientId }: OpenApiPlace): string {
  return `Direct debit for businesses in Uganda: JSON over HTTP, at \`${serverUrl}\`. Amounts are whole shillings, times are ISO 8601 in UTC, ids are UUIDs.

## Authentication

Every call except those of sign-up and the list of banks needs an access token:

\`\`\`sh
curl "${serverUrl}/identity/api/v1/users/currentuser" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

Tokens come from the OpenID provider at \`${issuer}\`: authorization code flow with PKCE (S256) and the client \`${clientId}\`. A token is valid for 5 minutes and is renewed with its refresh token, which is replaced at each use. For a first test, copy the token of your own session from the API reference in the dashboard.

A token belongs to one organization. Data of another organization answers \`404\`, as if it did not exist.

## Changes

A call without a token that changes data must repeat the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. A program without a browser sends any text in both.

With the header \`Idempotency-Key\`, a text of your own of 8 to 128 characters, a change can be sent again after a lost connection: it is executed once and gives the same answer for 7 days. A key belongs to the organization: another account that uses it is refused with \`IDEMPOTENCY_KEY_REUSED\`.

## Lists

Lists are paged: \`page\` counts from 0, \`size\` is 10 by default and at most 100. The answer has \`content\`, \`page\`, \`size\`, \`totalElements\` and \`totalPages\`.

## Refusals

A refused call answers problem details (RFC 9457, \`application/problem+json\`) with a stable \`code\`, a \`title\` for people, the \`requestId\` for support, and \`fields\` if fields were invalid. \`429\` and \`503\` have a \`Retry-After\` header with the seconds to wait.

## Limits

Without a sign-in a network address may send 120 changes a minute. A JSON body is up to 64 KB, that of many transactions 512 KB; the limits of files are with their calls.

${environment === 'SANDBOX' ? SANDBOX : ''}## What may change

New fields may be added to answers, and new codes to refusals: ignore those that you do not know. ${PRODUCT_NAME} removes or renames nothing without a new path.`;
}
