const OUTCOME =
  'What became of it, as figures count it. `DUE`: `PENDING`, or `FAILED` with a `nextTryDay`. `IN_PROGRESS`: `PROCESSING`, `UNKNOWN` or `CLEARED`. `SETTLED`. `FAILED`: `FAILED` without a `nextTryDay`, or `RETURNED`. `REJECTED`. `CANCELLED`.';

const PAYOUT_ITEM =
  '`DEBIT`: a settled debit. `RETURN`: a debit that was taken back. `PAYOUT_BACK`: the money of a payout that was rejected or came back. `PAYOUT_PAID`: a rejected payout that the bank has paid all the same. `REPAID`: what the merchant has repaid. `OWED`: money that went out for the merchant. `WRITTEN_OFF`: a debt that was written off. `OTHER`: a correction.';

/** As FIELD_NOTES, of transactions, payouts, billing and calendar. */
export const MONEY_NOTES: Readonly<Record<string, string>> = {
  // Transactions.
  'query.outcome': `Only those with this outcome. ${OUTCOME}`,
  'createTransaction.reference':
    'Your own reference. For a mandate, with those that replace it, each is used once: sent again it is refused and nothing is collected twice.',
  'items.reference':
    'Your own reference, up to 35 characters. For a mandate, with those that replace it, each is used once: sent again it is refused and nothing is collected twice.',
  'createTransaction.amount':
    'Whole shillings; the amount of the mandate unless told, where it has one.',
  'items.amount': 'Whole shillings; the amount of the mandate unless told, where it has one.',
  'createTransaction.dueDay':
    'The day on which it is due, in Kampala; the earliest that the notice allows unless told, at most 366 days ahead.',
  'items.dueDay':
    'The day on which it is due, in Kampala; the earliest that the notice allows unless told, at most 366 days ahead.',
  items:
    'Of a request what is to be collected, up to 1,000; of the answer what became of each, in the same order.',
  transaction: 'The transaction that was made; null where it was refused.',
  errors: 'Why it was refused, by field; empty where it was made.',
  'errors.field': 'The field of the item.',
  'errors.message': 'The refusal in a sentence, for people.',
  'errors.code': 'The refusal by its code: see the notes of the call.',
  earliestDay: 'The first business day on which the notice of the mandate allows a debit.',
  'Transactions.reference':
    'Ours: `TGD` and ten letters or digits with a check digit; the end-to-end id that the bank knows.',
  dispute:
    'The state of its newest dispute: `OPEN`, `ACCEPTED` by the bank, `REFUSED`, or `LAPSED` where the bank did not decide in time; null where it was never disputed. A dispute moves no money: see `RETURNED`.',
  'getDispute answer.reason': 'What the payer says.',
  'answerDispute answer.reason': 'What the payer says.',
  'getDisputeView answer.reason': 'What the payer says.',
  'openDispute answer.reason': 'What the payer says.',
  'openDispute body.reason': 'What the customer says, between 3 and 300 characters.',
  'getDispute answer.state': 'Where it stands.',
  'answerDispute answer.state': 'Where it stands.',
  'getDisputeView answer.state': 'Where it stands.',
  'openDispute answer.state': 'Where it stands.',
  openedBy: '`PAYER`: on their own page. `BANK`: an officer of their bank for them.',
  openedAt:
    'When it was opened, by the business clock; of one that was opened again the newest time.',
  answerUntil: 'The last day on which the business can answer, in Kampala.',
  answer: 'What the business says; null until it has answered.',
  'answer.text': 'What the business says.',
  'answerDispute body.text': 'Why the debit is right, between 3 and 1,000 characters.',
  'answer.files': 'The documents of the answer.',
  'answer.at': 'When it was answered, by the business clock.',
  'files.size': 'Bytes.',
  refusal: 'Why the bank refuses; null unless it has refused.',
  merchantReference: 'Your own reference, as you sent it; null for what a schedule made.',
  mandate: 'The mandate that it is collected by.',
  'mandate.id': 'The id of the mandate.',
  'mandate.reference': 'The reference of the mandate, `TGK…`.',
  merchantBankName: 'The bank that the business is paid at; null where the reader may not know.',
  customerName: 'The name of the payer.',
  customerBankName: 'The bank that is debited.',
  'Transactions.bank': 'The bank that is debited.',
  dueDay: 'The day in Kampala on which it is due.',
  collectionDay:
    'The business day on which it is debited: the due day, or a later one where banks are closed or the notice needs it.',
  'Transactions.amount':
    'Whole shillings that the payer is debited: transactionCharge + exciseDuty + net, unless it was returned.',
  transactionCharge:
    'Our charge as it was booked, in whole shillings; until it is settled an estimate, see `chargeIsEstimate`. Null where nothing was booked and nothing will be: `FAILED` without a `nextTryDay`, `CANCELLED` and `REJECTED`. Null for banks.',
  exciseDuty: 'Excise duty on the charge, in whole shillings; null where the charge is.',
  net: 'What the balance of the business got, in whole shillings; null where the charge is. Of a `RETURNED` one it is what it has cost, below zero.',
  chargeIsEstimate:
    'True until the debit is settled: charge, duty and net are computed at each submission, by the price plan and the rate of duty of the collection day, and booked with the settlement. False where they are null. Null for banks.',
  chargeGivenBack:
    'True where it was returned, and charge and duty were given back: both are 0, and so is the net. Null for banks.',
  origin:
    '`SCHEDULE`: made by the schedule of the mandate. `MANUAL`: asked for alone, on the screen or by `createTransaction`. `API`: by `createTransactions`. `FILE`: by an uploaded file. `RECOLLECTION`: collects a returned one again.',
  'Transactions.state':
    '`PENDING`: announced to the payer, then sent at a cut-off. `PROCESSING`: sent to the bank. `UNKNOWN`: the bank has not answered in time; it is asked. `CLEARED`: the payer was debited. `SETTLED`: the money has come and is in your balance. `RETURNED`: settled, and taken back later. `FAILED`: the bank has not debited it; see `failureReason` and `nextTryDay`. `CANCELLED`: not sent, because it was cancelled. `REJECTED`: not sent, because of `failureReason`.',
  transactionStatus: 'The same as `state`.',
  failureReason: 'Why it did not happen or was taken back; null where nothing went wrong.',
  schemeCode: 'The code of the bank (ISO 20022), such as `AM04`; null where there is none.',
  'Transactions.reason':
    'The failure reason in a sentence, or the reason that somebody gave; null where there is none.',
  'Transactions.attempt': 'Submissions to the bank so far: 0 before the first one.',
  retriesLeft: 'How many more are made by themselves for lack of funds.',
  obstacle:
    'Why a `PENDING` transaction can not be sent at present, such as `CUSTOMER_DISABLED`; null otherwise. Its payer is told once nothing is in the way; at its cut-off it becomes `REJECTED` with this failure reason.',
  noticeAt: 'When the payer was told, by the business clock; null before.',
  noticeWithdrawnAt:
    'When the payer was told that it is not debited as announced; null while the announcement holds. It is never sent without a new one.',
  nextTryDay: 'The day of the next try after a failure; null where none comes.',
  'Transactions.settledAt': 'When it was settled, by the business clock; null before.',
  recollects: 'The id of the returned transaction that this one collects again; null for others.',
  'Transactions.version': 'Rises by one with every change of its state.',
  attempts: 'Its submissions to the bank, the newest first.',
  'attempts.number': 'From 1.',
  instructionId: 'The id under which the bank knows the submission.',
  'attempts.at': 'The cut-off with which it was sent, by the business clock.',
  'attempts.outcome': 'What the bank said; null where it has said nothing.',
  answeredAt: 'When the bank said so; null where it has said nothing.',
  notices: 'The messages that told the payer of it, the newest first.',
  'notices.kind':
    '`ANNOUNCED`: the notice of the debit. `MOVED`: it is collected on a later day than was announced. `WITHDRAWN`: it is not collected on the day that was announced.',
  'notices.channel': '`sms` or `email`.',
  'notices.amount': 'The amount that the message names, in whole shillings.',
  'notices.day': 'The day of the debit that the message names.',
  writtenAt: 'When the message was written, by the business clock.',
  'notices.state':
    '`QUEUED`: to be sent. `SENT`: the gateway has taken it. `FAILED`: it was given up.',
  'notices.sentAt': 'When the gateway has taken it, by the business clock; null where it has not.',
  notRecollected:
    'Why it, which was returned for lack of funds, is not collected again by itself, such as a limit of the mandate; null for all others.',
  recollectedBy:
    'The transaction that collects this one again, which was returned; null where there is none.',
  lastFailure: 'Why it has failed, while it is `PENDING` to be tried again; null for all others.',
  retryUntil:
    'The last day on which `retryTransaction` tries it again; null unless it failed for lack of funds.',
  activeMandates: 'Mandates that can be collected from.',
  due: 'What has the outcome `DUE`, from today on for 7 days.',
  'Transactions.settled': 'What has the outcome `SETTLED`, of this month.',
  'Transactions.failed':
    'What has the outcome `FAILED`, of this month, with the failure reason that most of them have.',
  'days.settled': 'What has the outcome `SETTLED`.',
  'days.failed': 'What has the outcome `FAILED`.',
  'due.from': 'The first collection day, included.',
  'due.to': 'The last collection day, included.',
  'settled.from': 'The first collection day, included.',
  'settled.to': 'The last collection day, included.',
  'failed.from': 'The first collection day, included.',
  'failed.to': 'The last collection day, included.',
  'failed.failureReason': 'The failure reason that most of them have; null where nothing failed.',
  'failureReason.name': 'The failure reason.',
  'failureReason.text': 'The failure reason in words.',

  // Analytics.
  'Analytics.from': 'The first collection day that is counted, included.',
  'Analytics.to': 'The last collection day that is counted, included.',
  days: 'Days with transactions of the outcomes `SETTLED` or `FAILED`, the oldest first.',
  'days.day': 'The collection day.',
  outcomes: 'Every outcome, with how many and how much.',
  'outcomes.outcome': OUTCOME,
  causes:
    'Why transactions of the outcome `FAILED` did not succeed; the most frequent failure reason first.',

  // Payouts.
  'Payouts.reference':
    '`TGP` and ten letters or digits with a check digit. The statement of the bank names it.',
  'Payouts.amount': 'Whole shillings.',
  'createPayout.amount': 'Whole shillings; everything that is available unless told.',
  'Payouts.state':
    '`PENDING`: its money is reserved; it goes with the next file to the bank. `SENT`: the bank has the file. `UNKNOWN`: the bank has not answered in time; it is never sent again, and two operators decide. `PAID`: the bank has paid it. `REJECTED`: it was not paid, and the money is in the balance again. `BOUNCED`: paid, and the money came back to the balance.',
  'Payouts.origin': '`SCHEDULE`: by the payout settings. `MANUAL`: by `createPayout`.',
  isWaiting: 'True while an operator has to release it.',
  bankName: 'The name of the bank.',
  'Payouts.accountLastFour': 'The last four digits of the account that is paid.',
  'Payouts.reason': 'Why it has not reached the account; null where nothing is wrong.',
  sentAt: 'When it went to the bank; null before.',
  'Payouts.endedAt': 'When it was paid, rejected or came back; null before.',
  waitsFor:
    'What keeps it from the next file: an operator has to release it, the bank has no code yet, the account was changed within a day, its number cannot be decrypted, or the business is not active. Null where nothing does.',
  totals: 'What it pays, by kind.',
  'totals.kind': PAYOUT_ITEM,
  'totals.count': 'How many items.',
  'totals.amount': 'Their sum before charge and duty, in whole shillings.',
  'totals.charge': 'Charges, in whole shillings; below zero where they were given back.',
  'totals.exciseDuty': 'Excise duty on the charges, in whole shillings.',
  'totals.net': 'amount − charge − exciseDuty, in whole shillings.',
  broughtForward:
    'What earlier payouts list and have not paid, in whole shillings. The amount of the payout is this and the net of all totals, less `carriedForward`.',
  carriedForward: 'What is left for the next payout, in whole shillings.',
  'query.kind': `Only those of this kind. ${PAYOUT_ITEM}`,
  'listPayoutItems answer.kind': PAYOUT_ITEM,
  'listPayoutItemsView answer.kind': PAYOUT_ITEM,
  'Payouts.bookedOn': 'The day in Kampala that the ledger counts it to.',
  debit: 'The debit that was settled or returned; null for other kinds.',
  'debit.reference': '`TGD` and ten letters or digits with a check digit.',
  payout: 'The payout whose money it is; null for other kinds.',
  'Payouts.charge': 'The charge, in whole shillings; below zero where it was given back.',
  'Payouts.exciseDuty': 'Excise duty on the charge, in whole shillings.',
  'Payouts.net': 'amount − charge − exciseDuty, in whole shillings: what the payout is more by.',
  'Transactions.payouts':
    'The payouts that pay it, and those that its return is deducted from; the earliest first. A payout that was rejected or came back is followed by the one that pays its money.',
  'payouts.item': '`DEBIT`: it is paid with it. `RETURN`: its return is deducted from it.',
  'payouts.reference': '`TGP` and ten letters or digits with a check digit.',
  'payouts.state': 'Where the payout stands.',
  'payouts.createdAt': 'When the payout was made.',
  'Payouts.schedule':
    '`DAILY` and `WEEKLY`: on business days, at 10:30 in Kampala. `MANUAL`: only by `createPayout`.',
  'Payouts.weekday': 'The day of payouts every week.',
  'Payouts.minimum': 'The least amount of a payout, in whole shillings: less stays in the balance.',
  'updatePayoutSettings.version':
    'The version that the change was made from: another one is refused.',
  'Payouts.balance': 'What the merchant is owed, in whole shillings; negative where it owes.',
  held: 'Of the balance: what was settled in the last `holdDays` days and can still come back. Whole shillings.',
  available: 'What can be paid out now, in whole shillings.',
  inTransit: 'Payouts on their way, in whole shillings; they are not in the balance any more.',
  holdDays: 'For so many days what was settled is held.',
  heldUntil: 'The account has changed: nothing is paid out before. Null where it has not.',
  nextPayoutAt: 'When the next payout is made; null where they are made manually.',

  // Billing.
  opening: 'Balance at the beginning of the month, in whole shillings.',
  settled: 'Debits that were settled, in whole shillings, before charge and duty.',
  charge: 'Our charges, in whole shillings, less what was given back with returned debits.',
  'Billing.exciseDuty': 'Excise duty on the charges, in whole shillings.',
  returned: 'Debits that payers or their banks took back, in whole shillings.',
  paidOut: 'Payouts, in whole shillings.',
  cameBack: 'Payouts that did not reach the account, in whole shillings.',
  repaid: 'What the merchant has repaid of what it owed, in whole shillings.',
  repayment: 'How the merchant repays what it owes: by a transfer that names the reference.',
  'repayment.reference':
    '`TGB` and ten letters or digits with a check digit; the transfer names it.',
  'repayment.account': 'The account that the transfer goes to.',
  'repayment.bic': 'The bank of that account.',
  other: 'Corrections by the platform, in whole shillings.',
  closing:
    'Balance at the end of the month, in whole shillings: opening + settled − charge − exciseDuty − returned − paidOut + cameBack + repaid + other.',
  debits: 'How many debits.',

  // Calendar.
  now: 'The moment of the business clock.',
  today: 'Today in Kampala, by the business clock.',
  movingTo:
    'Where the clock is being moved to; what is due until then happens in order. Null where it is not.',
  nextSession: 'The next session of the clearing house.',
  'nextSession.day': 'Its day in Kampala.',
  session: 'Morning or afternoon.',
  'nextSession.at': 'Its cut-off: until then files are made.',
  closedDays: 'Days of the next 400 on which banks are closed, weekends too.',
  lastMove: 'For operators the newest move; null for others, and where the clock was never moved.',
  'lastMove.from': 'Where the clock stood.',
  'lastMove.to': 'Where it was moved to.',
  'lastMove.done': 'What happened by itself so far.',
  what: 'What happened, in words.',
  canMove: 'True in a sandbox, whose clock operators can move.',
  'moveBusinessClock.to':
    '`NEXT_SESSION`: the next cut-off. `TOMORROW`, `WEEK`: tomorrow or in seven days, at 08:00 in Kampala.',
  day: 'A day in Kampala.',
  'Calendar.kind': 'What banks are on that day; in a history, what happened.',
  'Calendar.name': 'The holiday, or why banks are open.',
  'Calendar.state': '`WITHDRAWN`: the rules say again what the day is.',
  isToCome: 'False once the day has begun: from then on it stays as it is.',
};
