-- Messages with the clearing house, the settlement bank and the banks of payers: the files that go out
-- and come in, what they are about, and what needs a person.

create table clearing_files (
  -- A UUID version 7: the order of ids is that of creation, and files are sent in it.
  id uuid primary key,
  direction text not null check (direction in ('OUT', 'IN')),
  -- The folder that it goes through: a house of channel_profiles, or the BIC of a payer's bank.
  channel text not null
    check (channel ~ '^(clearing-house|settlement-bank|[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)$'),
  -- The payer's bank that it is for or from; null where that is none or several.
  bank_id uuid references banks,
  name text not null,
  -- pain.009.001.05 and so on, and its id as on the wire; null where they could not be read.
  message text,
  message_id text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What a file is known by when it comes again: its hash, with the checksum beside it where that does
  -- not fit. One that was uploaded manually is known by something else until it was approved: what comes
  -- through the channel is never mistaken for it, and it is not read again after a refusal.
  known_by text not null,
  -- Bytes.
  size bigint not null check (size >= 0),
  -- Encrypted with a key of the instance: the file has account numbers. Null where it was too large.
  encrypted_content text check (encrypted_content is not null or state = 'REFUSED'),
  state text not null check (state in
    ('READY', 'SENT', 'WITHDRAWN', 'ACKED', 'REJECTED', 'RECONCILED', 'HELD', 'RECEIVED', 'PROCESSED',
      'REFUSED')),
  revision integer not null default 1 check (revision > 0),
  -- Attempts to send it of which nobody knows that nothing went out: while there are any, it is not withdrawn.
  open_sends integer not null default 0 check (open_sends >= 0),
  -- The cut-off for which debits were submitted.
  cut_off timestamptz,
  -- When the money of its debits is looked for next; null where none is waited for.
  money_due_at timestamptz,
  -- The mandate that a file of ours is about.
  organization_id uuid,
  mandate_id uuid,
  mandate_reference text collate "C",
  -- How many items it has, what they add up to where it is ours and about money, and how many items of
  -- one that came in were processed so far.
  items integer check (items >= 0),
  total bigint check (total >= 0),
  items_processed integer not null default 0,
  -- How often our work on it failed, and when it is tried again, by the wall clock; after the last time
  -- a person says when.
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz,
  -- The business clock.
  created_at timestamptz not null,
  check ((direction = 'OUT') = (state in ('READY', 'SENT', 'WITHDRAWN', 'ACKED', 'REJECTED', 'RECONCILED'))),
  check (direction = 'OUT' or (mandate_id is null and cut_off is null and total is null)),
  check (direction = 'IN' or items is not null),
  check ((mandate_id is null) = (organization_id is null)),
  check ((mandate_id is null) = (mandate_reference is null))
);
-- The same file again counts once; the same id with other bytes is refused. Senders number each kind of
-- message by itself.
create unique index clearing_files_bytes_once on clearing_files (channel, known_by)
  where direction = 'IN';
create unique index clearing_files_id_once on clearing_files (channel, message, message_id)
  where direction = 'IN' and state <> 'REFUSED';
create unique index clearing_files_sent_once on clearing_files (mandate_id, message)
  where direction = 'OUT' and mandate_id is not null;
create index clearing_files_by_message on clearing_files (message_id) where direction = 'OUT';
create index clearing_files_of_mandate on clearing_files (mandate_reference);
create index clearing_files_of_session on clearing_files (cut_off, id) where cut_off is not null;
create index clearing_files_waiting on clearing_files (id) where state in ('READY', 'RECEIVED');
create index clearing_files_money_due on clearing_files (money_due_at) where money_due_at is not null;
create index clearing_files_by_state on clearing_files (state, id);
create index clearing_files_of_bank on clearing_files (bank_id, id);
grant select, insert, update on clearing_files to tegeka_platform;
select attach_counts('clearing_files', 'state', 'no_organization()');
-- For the lists of banks.
select attach_counts('clearing_files', 'state', 'coalesce(bank_id, no_organization())',
  'clearing_files_of_banks');

-- What came in and could not be taken as it is: an operator works through them.
create table clearing_exceptions (
  id uuid primary key,
  state text not null check (state in ('OPEN', 'CLOSED')),
  revision integer not null default 1 check (revision > 0),
  kind text not null check (kind in ('UNREADABLE', 'TOO_LARGE', 'CHECKSUM', 'ID_REUSED', 'OTHER_SENDER',
    'UNKNOWN_MANDATE', 'OTHER_BANK', 'NOT_ASKED', 'LATE', 'ENDED', 'CONTRADICTION',
    'CANCELLATION_REFUSED', 'FAILED', 'UNKNOWN_DEBIT', 'OTHER_AMOUNT', 'OTHER_STATUS', 'GROUP_REJECTED',
    'OTHER_ACCOUNT', 'OTHER_CURRENCY', 'UNMATCHED', 'BALANCE', 'OPENING_BALANCE',
    'STATEMENT_MISSING', 'UNKNOWN', 'UNKNOWN_PAYOUT', 'UNSETTLED')),
  file_id uuid not null references clearing_files,
  -- The item of the file, from 1; 0 where it is about the file as a whole.
  item integer not null check (item >= 0),
  -- As the file names it.
  reference text,
  -- What happened and what to do, without personal data.
  explanation text not null,
  -- What became of it.
  outcome text check (outcome in
    ('MATCHED', 'RESOLVED', 'REPAID', 'OWED', 'BANK_FEES', 'DUTY_REMITTED', 'INCOME_WITHDRAWN',
      'WRITTEN_OFF', 'SENT_BACK', 'BOOKED', 'KEPT_IN_SUSPENSE', 'NOTHING_TO_DO')),
  -- The one of the entry with which the bank took the money back; each of the two names the other.
  closed_with uuid references clearing_exceptions,
  -- The manual booking that says what the money was for.
  booked_as uuid unique,
  -- The business clock.
  created_at timestamptz not null,
  check ((state = 'CLOSED') = (outcome is not null)),
  check ((closed_with is not null) = (outcome is not distinct from 'SENT_BACK')),
  check ((booked_as is not null) = (outcome is not distinct from 'BOOKED'))
);
-- What happens again after it was closed comes up again: a file that fails or that is refused once more, money
-- that still has not come, a debit whose outcome is unknown once more.
create unique index clearing_exceptions_once on clearing_exceptions (file_id, item, kind, reference)
  nulls not distinct where state = 'OPEN' or kind not in ('FAILED', 'UNSETTLED', 'UNKNOWN', 'UNREADABLE', 'OTHER_SENDER',
    'OTHER_ACCOUNT', 'ID_REUSED');
create index clearing_exceptions_of_missing on clearing_exceptions (reference)
  where kind = 'STATEMENT_MISSING';
create index clearing_exceptions_by_state on clearing_exceptions (state, id);
grant select, insert, update on clearing_exceptions to tegeka_platform;
select attach_counts('clearing_exceptions', 'state', 'no_organization()');

-- Debits and transfers that went out, each under an id of its own: what is said about one is led to its
-- tenant by it.
create table clearing_items (
  -- As on the wire; the transaction id is the same.
  instruction_id uuid primary key,
  file_id uuid not null references clearing_files,
  -- From 1.
  position integer not null check (position > 0),
  organization_id uuid not null,
  -- What went out: the attempt of a debit, or a payout.
  debit_id uuid,
  attempt integer,
  payout_id uuid,
  end_to_end_id text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- What the other ends have said about it.
  status text not null default 'SENT' check (status in ('SENT', 'ACCEPTED', 'REJECTED', 'SETTLED', 'WITHDRAWN')),
  -- When it was accepted, by the business clock.
  accepted_at timestamptz,
  -- True once it has come back, or is going to.
  returned boolean not null default false,
  -- The day on which the ledger took it back, where that was not with the bank's booking.
  return_reported_on date,
  -- The entries of the settlement bank with which its money came or went, and came or went back.
  settled_by text,
  returned_by text,
  -- The day on which an operator has named such an entry in suspense, where the ledger had its money before.
  named_on date,
  constraint clearing_items_place unique (file_id, position),
  check ((debit_id is null) = (attempt is null)),
  check ((debit_id is null) <> (payout_id is null))
)
-- Each item is accepted and settled: no index has what that changes, and its page has room for it (HOT).
with (fillfactor = 50);
create index clearing_items_by_end_to_end_id on clearing_items (end_to_end_id);
-- What has come back, of which the bank or the ledger may have taken one half only at the end of a day.
create index clearing_items_back on clearing_items (end_to_end_id)
  where return_reported_on is not null or returned_by is not null;
grant select, insert, update on clearing_items to tegeka_platform;

-- Cut-offs whose debits and payouts are in files.
create table submission_sessions (
  id uuid primary key,
  cut_off timestamptz not null unique,
  session text not null check (session in ('MORNING', 'AFTERNOON')),
  files integer not null check (files >= 0),
  debits integer not null check (debits >= 0),
  debits_total bigint not null check (debits_total >= 0),
  payouts integer not null check (payouts >= 0),
  payouts_total bigint not null check (payouts_total >= 0)
);
grant select, insert, update on submission_sessions to tegeka_platform;

-- What was booked on the pooled account, each entry once, in whichever message it came first.
create table clearing_entries (
  -- The reference of the settlement bank; of further entries under it, with their number.
  entry_id text primary key,
  -- The same in every message. A charge has the one of its credit, a reversal that of what it takes back.
  reference text not null,
  is_reversal boolean not null,
  -- Which one of equal entries in its message, from 1.
  occurrence integer not null check (occurrence > 0),
  file_id uuid not null references clearing_files,
  -- Credits are positive, debits negative.
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- The day by the bank, and by the ledger.
  booked_on date not null,
  posted_on date not null,
  -- What the ledger took of it then; a return that was told before is there already.
  posted bigint not null,
  -- What nothing was found for: it stands in suspense until an operator settles its exception.
  suspense bigint not null,
  -- The files of ours whose items it books in one sum, where it names no items of it, and how many they are.
  batch_file_ids uuid[] not null default '{}',
  batch_count integer check (batch_count >= 0),
  -- The repayment reference of a business that it names.
  repayment_reference text,
  created_at timestamptz not null
);
-- Sums in suspense: they are matched again once more is known of their files.
create index clearing_entries_of_batches on clearing_entries (entry_id)
  where suspense <> 0 and batch_file_ids <> '{}';
create unique index clearing_entries_once
  on clearing_entries (reference, amount, currency, is_reversal, occurrence);
-- What the bank has on another day than the ledger, at the end of a day.
create index clearing_entries_of_two_days on clearing_entries (booked_on)
  where booked_on <> posted_on;
create index clearing_entries_posted_later on clearing_entries (posted_on)
  where booked_on <> posted_on;
grant select, insert, update on clearing_entries to tegeka_platform;

-- What became of a debit that nobody has answered and what money or an answer is about, found out by one
-- operator; and files that one operator uploads.
insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000027', 'Evidence of a debit read by a second operator',
  'DEBIT_RESOLUTION', 'OPERATOR', 14, true, now()),
  ('0193b002-0000-7000-8000-000000000028', 'Manually uploaded file, looked at by a second operator',
  'MANUAL_FILE', 'OPERATOR', 14, true, now()),
  ('0193b002-0000-7000-8000-000000000029', 'Money or an answer named, looked at by a second operator',
  'EXCEPTION_MATCH', 'OPERATOR', 14, true, now()),
  ('0193b002-0000-7000-8000-000000000034', 'Money in suspense booked, looked at by a second operator',
  'EXCEPTION_BOOKING', 'OPERATOR', 14, true, now()),
  ('0193b002-0000-7000-8000-000000000030', 'File withdrawn before it is sent, looked at by a second operator',
  'FILE_WITHDRAWAL', 'OPERATOR', 1, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000027', 1, 'Second look', 1),
  ('0193b002-0000-7000-8000-000000000028', 1, 'Second look', 1),
  ('0193b002-0000-7000-8000-000000000029', 1, 'Second look', 1),
  ('0193b002-0000-7000-8000-000000000034', 1, 'Second look', 1),
  ('0193b002-0000-7000-8000-000000000030', 1, 'Second look', 1);

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('clearing-file', false, '{}'), ('exception', false, '{}');
