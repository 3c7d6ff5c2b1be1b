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

const FIRST_DEBIT = `## From a customer to a payout

1. \`getCurrentUser\` names your organization in \`attributes.organizationId\`; \`getMerchantProfile\` answers your business, whose \`id\` is the \`merchantId\` of all other calls.

2. \`createCustomer\`: the payer, with a mobile number.

3. \`listCategories\`, then \`createProduct\`: for debits that you ask for one by one, with the schedule \`ON_DEMAND\`.

4. \`createMandate\`: the customer, the product, \`maxPerDebit\`, a first day and \`PAGE\`. The payer gets an SMS with a link, reads the mandate and names their account; then their bank confirms.

5. \`getMandate\`, now and then, until the state is \`ACTIVE\`.

6. \`createTransactions\`: up to 1,000 in a call, each with a reference of your own. Each is answered with its transaction or its refusal. The payer is told, and the debit goes to the bank on its \`collectionDay\`.

7. \`listTransactions\`, once a day or more often: nobody is called back, there are no webhooks. \`SETTLED\` has brought its \`net\` into your balance, \`FAILED\` says its \`cause\`. A settled one can still be \`RETURNED\`.

8. \`getBalance\`, then \`createPayout\`, or leave it to the payout settings. \`getPayout\` says when it is \`PAID\`.

## Days and the business clock

Days are days in Kampala, three hours ahead of UTC, by the business clock: \`getBusinessClock\` answers \`today\`. In a sandbox operators move that clock, so it can be ahead. A day on which banks are closed moves to the next business day.

`;

const SANDBOX = `## The sandbox

No real bank is asked. A bank whose mandates are confirmed by messages answers by the first name on the payer's account:

\`Declined\` is rejected. \`Unanswered\` gets no answer, and the mandate expires. \`Late\` is confirmed when the mandate has expired. \`Twice\` is answered twice, which counts once. \`Garbled\` gets an answer that is cut off. \`Leaver\` is confirmed, and cancelled a day later. \`Successful\` and everybody else is confirmed at once.

The result of a debit depends on the first name on the payer's account too:

\`Successful\` and everybody else has paid two hours after the file was sent. \`Penniless\` has no money at the first attempt and pays at the second. \`Closed\`, \`Blocked\` and \`Stopped\` are refused: the account is closed (AC04), blocked (AC06), or the payer has stopped the debit (MS02). \`Bounced\` pays, and the money comes back a day after it was settled (AM04); at \`Disputer\` two days after, because the payer disputes it (MD06). \`Silent\` gets no answer until the bank is asked. \`Twice\` is answered more than once, which counts once. \`Mixed\` is answered out of order. \`Garbled\` gets an answer that is cut off, and then the right one.

What was paid is credited on the next weekday at 10:00. A payout to an account whose name begins with \`Closed\` is rejected; with \`Bouncing\` it is made and comes back a day later.

Operators move the business clock forward, in the demo on its start page, and what is due on the way happens then: a debit can be sent, settled and paid out in minutes. In the demo no message is sent: the link of a consent is in the outbox of the start page. Of Stanbic Bank an officer has to approve the mandate in the app of the bank; other banks of the demo confirm by themselves.

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

Tokens come from the OpenID provider at \`${issuer}\`: authorization code flow with PKCE (S256) and the client \`${clientId}\`. It sends people back to the addresses of the dashboard only, so today a program uses the token of a person who has signed in there: copy it from the API reference in the dashboard. A token is valid for 5 minutes, and the dashboard renews it for at most 12 hours after the sign-in. There are no API keys yet, so no program runs unattended.

A token belongs to one organization. Data of another organization answers \`404\`, as if it did not exist.

${FIRST_DEBIT}## Changes

A call without a token that changes data must repeat the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. A program without a browser sends any text in both.

With the header \`Idempotency-Key\`, a text of your own of 8 to 128 characters, a change can be sent again after a lost connection: it is executed once and gives the same answer for 7 days. A key belongs to the organization: another account that uses it is refused with \`IDEMPOTENCY_KEY_REUSED\`.

A change of a record says in its body, as \`version\`, which version it was made from, and is refused when somebody was faster; of a customer it may be left out, or stand in \`If-Match\`. A change without fields needs no body.

## Lists

Lists are paged: \`page\` counts from 0, \`size\` is 10 by default and at most 100. The answer has \`content\`, \`page\`, \`size\`, \`totalElements\` and \`totalPages\`. With a filter or a search rows are counted up to 1,000: where \`totalIsCapped\` is true there are more, so read on until a page has fewer than \`size\` rows. Rows can be paged up to the 10,000th: beyond, use a filter or the export. Short lists have no pages: they answer an array, or \`content\` alone. The state of a customer is called \`status\`.

## Refusals

A refused call answers problem details (RFC 9457, \`application/problem+json\`) with a stable \`code\`, a \`title\` for people, the \`requestId\` for support, and \`fields\` if fields were invalid, each with a sentence and, for transactions, a \`code\`. A field without a name is the body itself. Names that are not known are refused in queries and in all bodies but those of PUT, which take a record as it was read. \`429\` and \`503\` have a \`Retry-After\` header with the seconds to wait.

## Limits

Without a sign-in a network address may send 120 changes a minute. A JSON body is up to 64 KB, that of many transactions 512 KB; the limits of files are with their calls. Of documents, exports, statements and analytics a person may ask for 60 a minute each; an organization has 8 at once, and beyond that, or while a server makes as many as it can, the answer is \`TOO_MUCH_AT_ONCE\`.

${environment === 'SANDBOX' ? SANDBOX : ''}## What may change

New fields may be added to answers, and new codes to refusals: ignore those that you do not know. ${PRODUCT_NAME} removes or renames nothing without a new path.`;
}
