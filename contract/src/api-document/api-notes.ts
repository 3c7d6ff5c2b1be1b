/** What the summary of an endpoint leaves open, by its name. Markdown. */
export const ENDPOINT_NOTES: Readonly<Record<string, string>> = {
  getCurrentUser: 'Attributes are lists, as identity providers send them.',
  listSessions:
    'A session is known by its browser in words and by the network it was last seen on. Where another provider signs people in, `keptBy` is `PROVIDER` and sessions are seen and ended there.',
  endSession:
    'An access token that is still out can read for a minute at most, and no files, exports or personal data; it changes nothing and can not be renewed.',
  endOtherSessions:
    'Access tokens that are still out can read for a minute at most, and no files, exports or personal data; they change nothing.',
  sendCode:
    'The answer is the same whether or not there is an account. A code is valid for 10 minutes and 5 tries; a new one can be asked for after 60 seconds.',
  verifyCode:
    'Every result but `valid` means: ask for the code again. On `valid` the answer sets a cookie that proves the verification for 30 minutes.',
  createRepresentative:
    'Email and phone must have been verified with this cookie jar in the last 30 minutes.',
  resetPassword:
    'Ends every session of the account. Ten wrong codes in a day, or thirty in all, and codes no longer reset an account: a link by email does, as for people of banks.',
  disableUser:
    'Changes of the account are refused at once, as are files, exports and personal data; what else it reads, within a minute.',
  submitMerchant:
    'Both files are needed the first time; a corrected registration keeps those that are left out. The same submission sent twice makes one merchant.',
  listCustomers:
    'Search looks at names, phone numbers, emails and references. `counts` are the customers by state, whatever is searched for. Where `totalIsCapped` is true there are more hits than were counted. Rows can be paged up to the 10,000th: beyond, use a filter, a search or the export.',
  exportCustomers:
    'The whole filter, not one page. Cells that a spreadsheet would run as a formula are defused.',
  searchAll:
    'Texts are found by the beginning of each of their words. Nouns without a hit, or that the caller may not read, are left out.',
  createCustomer: 'A phone number or an email is needed, and a reference that is unique.',
  updateCustomer:
    'The body is the customer as read, with what is to change. With its `version`, in the body or in `If-Match`, the change is refused when somebody was faster: `CUSTOMER_CHANGED`, fetch the customer again. Without a version the last change counts. The `status` is not changed here.',
  disableCustomer: 'Disabling a customer who is disabled already changes nothing.',
  uploadCustomers:
    'CSV or XLSX. The header is the row among the first ones that names the columns best; `headerRow` names another one. Columns are matched by their names; where they differ, send a `mapping` or map them later. Without `confirm` the result of the check waits for a confirmation.',
  decideApprovalRequest:
    'A decision names the snapshot it was made on: when that has changed since, the answer is `REQUEST_CHANGED`.',
  decideApprovalRequests:
    'Each request counts for itself and is answered in its place: with its `state`, or with the `refusal` of `decideApprovalRequest`, such as `REQUEST_NOT_PENDING` where somebody was faster, `REQUEST_CHANGED` or `NOT_FOUND`. The answer is 200 all the same. `code` is one of the `rejections` of each of them.',
  listCategories: 'Each product has one of them, by its id.',
  createProduct:
    'A product spares you the terms of each mandate. For debits that you ask for one by one, over the API, take the schedule `ON_DEMAND`, and `VARIABLE` where amounts differ.\n\nOne debit can be USh 10,000,000 at most unless the operator has set another limit.',
  updateProduct:
    'The body has the `version` that the change was made from. Mandates keep the terms that their payers have consented to.',
  createMandate:
    'Send a `productId`, or the terms themselves and no product: `amountKind`, `amount`, `schedule`; `noticeDays` is 2 and `retries` 0 by default. Limits follow from the terms; where these have no amount, `maxPerDebit` is needed.\n\n`PAGE`: the payer gets a link by SMS, and by email where there is one, and names bank and account on the page; send none. `SMS`: the payer answers an SMS; send `bankId`, `accountName` and `accountNumber`. `FORM`: the payer signs the form of `getMandateForm`; send the account, and the scan with `uploadMandateForm`. The first two need a mobile number.\n\nThen the bank of the payer confirms, and the mandate is `ACTIVE` from its first day on. Fetch the mandate to see it: nobody is called back.\n\nAn unknown `customerId` or `productId` answers 404.',
  replaceMandate:
    'For mandates that are ACTIVE or PAUSED. The payer is asked again where a limit rises, the rhythm, the account or what it is for is another one, it ends later, the notice is shorter or it is tried more often, and always where it is collected once or in instalments. Else the consent goes on and only the bank confirms. The old mandate goes on until the new one is active.',
  sendMandate:
    'The payer is reminded after 2 and 5 days; the request ends 7 days after the last message.',
  pauseMandate: 'For mandates that are ACTIVE.',
  cancelMandate:
    'The bank of the payer is told where it knows of the mandate. It can not be undone.',
  getMandateUsage:
    'Debits that failed for good, were returned, cancelled or rejected do not count. A period counts scheduled debits by their `dueDay`; what was asked for, and every retry, by the day on which it is sent.',
  createTransaction:
    'Without a `dueDay` it is the earliest day that the notice allows: today, by the business clock, and `noticeDays` days, or the next business day after that. The payer is told, and the debit goes out at a cut-off of its `collectionDay`. The built-in price plan takes 1 % of the amount, at least USh 500 and at most USh 10,000, and excise duty is 15 % of that; `transactionCharge` and `exciseDuty` of the answer say what that is by the plan of today: an estimate (`chargeIsEstimate`) until the debit is settled. Both are computed again when it is submitted, by the plan and the rate of the collection day, and booked with the settlement. Where these would leave nothing of the amount, the transaction is `REJECTED` with the failure reason `BELOW_CHARGE`.\n\nWhat can not be collected is refused with `INPUT_INVALID` and nothing is made; each of its `fields` then has a `code`, unless it is not of the right form: `MANDATE_UNKNOWN` (also where the payer has not named an account yet), `MANDATE_NOT_ACTIVE`, `CUSTOMER_DISABLED`, `TAKEN` (the reference was used before), `TOO_EARLY`, `TOO_FAR`, `OUTSIDE` (the mandate does not hold on that day), `AMOUNT_NEEDED`, `ABOVE_LIMIT`, `ABOVE_CAP`, `BELOW_CHARGE`, `CURRENCY_UNKNOWN`. A reference is used once whatever became of the transaction, but not where it was refused.\n\nIts origin is `MANUAL`, as of one that is made on the screen.',
  createTransactions:
    'Each item counts for itself and is answered in its place: with the `transaction` that was made, or with `errors`, each with a `code` as in `createTransaction`. Some can be made and others refused in one call; the answer is 200 all the same. An item that is not of the right form, such as an amount that is no whole number, refuses the whole call at its place, such as `items.1.amount`.\n\nSend it with an `Idempotency-Key`: after a lost connection the same call gets the same answer. To try refused items again, send them under another key. Without a key the references keep anything from being collected twice: what was made before is refused with `TAKEN`, and all is well.',
  cancelTransaction:
    'For transactions that are PENDING, and for those that are FAILED and have a `nextTryDay`. Of one that has failed only the next try is cancelled: also where it is PENDING again (`lastFailure` says so) it is FAILED then, with its last `failureReason` and `reason`, and is not tried again by itself; your reason is in its events. All others are CANCELLED.',
  retryTransaction:
    'For transactions that are FAILED, up to three times, until their `retryUntil`. The limit per period counts the retry on the day on which it is sent: where it leaves no room beside what the schedule of the mandate still has to take, the answer is `RETRY_ABOVE_LIMIT`.',
  listTransactions:
    'To read outcomes, ask for those of a `state`, or of days with `dayFrom` and `dayTo`; `search` finds your own reference by its beginning. A state can still change: see `state` of the answer.',
  getTransaction:
    'After PENDING come PROCESSING, CLEARED and SETTLED, in which state the money is in the balance. FAILED has a `failureReason`; with a `nextTryDay` it is tried again. UNKNOWN waits for the bank. RETURNED was settled and has been taken back.',
  getBalance: 'Without `heldUntil`, `available` is what `createPayout` pays out at the most.',
  createPayout:
    'Refused with `INPUT_INVALID` at `amount` where nothing is available, more is asked for than is available, less than the minimum of the payout settings, or before `heldUntil`. It goes to the bank with the next file; fetch it to see that it is PAID.',
  getPayout:
    'The amount of the payout is `broughtForward` and the `net` of all `totals`, less `carriedForward`. Its items are in `listPayoutItems`.',
  updatePayoutSettings: 'The body has the `version` that the change was made from.',
  listBillingMonths: 'The answer has no pages.',
  getBusinessClock:
    '`today` is the day that due days, notices and cut-offs are counted from. In a sandbox it can be ahead of the real one.',
  moveBusinessClock:
    'What is due on the way happens in order: fetch the clock until `movingTo` is null. Merchants ask the operator of the sandbox for it.',
  listBanks:
    'The list is the same for everybody and may be ten seconds old. Where one of them does not confirm mandates, a mandate with an account there is refused.',
  createBank:
    'Answers with the approval request: the bank exists once another operator has approved it. So it is with every change of a bank.',
  withdrawClearingFile:
    'Answers with the approval request. Until another operator has approved it the file can still be sent: the request then ends without effect.',
  uploadClearingFile:
    'A file of a bank that can be read waits for a second operator, in the state `HELD`. Any other is looked at within seconds: fetch the file again to see whether it was processed, and the exceptions for what was not.',
  getFile:
    'To the business itself images and PDFs are sent to be displayed; to everybody else each file is an attachment to be saved.',
};
