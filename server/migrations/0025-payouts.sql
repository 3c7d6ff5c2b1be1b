-- Payouts: what a merchant is owed, sent to its confirmed account.

-- When a merchant is paid out by itself, and from which amount.
create table payout_settings (
  organization_id uuid primary key references merchants (organization_id),
  schedule text not null check (schedule in ('DAILY', 'WEEKLY', 'MANUAL')),
  -- 1 for Monday to 5 for Friday.
  weekday integer check (weekday between 1 and 5),
  -- Less than this is not paid out.
  minimum bigint not null check (minimum > 0),
  revision integer not null default 1 check (revision > 0),
  -- When it is paid out next, by the business clock.
  next_at timestamptz,
  check ((schedule = 'WEEKLY') = (weekday is not null)),
  check ((schedule = 'MANUAL') = (next_at is null))
);
create index payout_settings_due on payout_settings (next_at) where next_at is not null;
select create_tenant_policies('payout_settings', 'select, insert, update');

create table payouts (
  -- A UUID version 7: the order of ids is that of creation.
  id uuid not null,
  organization_id uuid not null references merchants (organization_id),
  -- From 1 for the first payout of the merchant.
  number integer not null check (number > 0),
  -- TGP and ten signs with a check digit; the end-to-end id on the wire.
  reference text collate "C" not null check (reference ~ '^TGP[2-9A-HJ-NP-Z]{10}$'),
  amount bigint not null check (amount > 0),
  currency text not null references currencies,
  -- What earlier payouts list and have not paid, and the same after this one: the amount is brought_forward and
  -- the net amounts of its items, less carried_forward. Negative where a debit came back while it was made.
  brought_forward bigint not null,
  carried_forward bigint not null,
  -- Entries of the ledger that no payout lists yet are booked on this day or later.
  unlisted_from date not null,
  origin text not null check (origin in ('SCHEDULE', 'MANUAL')),
  state text not null check (state in ('PENDING', 'SENT', 'UNKNOWN', 'PAID', 'REJECTED', 'BOUNCED')),
  revision integer not null default 1 check (revision > 0),
  -- True while an operator has to release it.
  is_waiting boolean not null default false check (not is_waiting or state in ('PENDING', 'REJECTED')),
  -- The account: that of its creation, then the one that it was sent to.
  bank_id uuid not null references banks,
  account_last_four text not null check (account_last_four ~ '^[0-9]{4}$'),
  -- Why it did not reach the account: the bank's code, and words.
  scheme_code text,
  reason text,
  -- All by the business clock.
  created_at timestamptz not null,
  sent_at timestamptz,
  file_id uuid,
  -- The bank has to have answered until then; null until the file is sent.
  answer_due_at timestamptz,
  ended_at timestamptz,
  -- The day on which two operators have settled it as paid; null where the bank's booking has.
  paid_manually_on date check (paid_manually_on is null or state in ('PAID', 'BOUNCED')),
  primary key (organization_id, id),
  constraint payouts_reference_once unique (organization_id, reference),
  constraint payouts_number_once unique (organization_id, number),
  check ((sent_at is null) = (file_id is null)),
  check (sent_at is not null or state in ('PENDING', 'REJECTED')),
  check ((state in ('PAID', 'REJECTED', 'BOUNCED')) = (ended_at is not null)),
  check (reason is not null or state not in ('UNKNOWN', 'REJECTED', 'BOUNCED'))
);
-- What a merchant is paid on a day.
create index payouts_of_day on payouts (organization_id, created_at);
create index payouts_by_state on payouts (organization_id, state, id);
-- For operators and the files to the bank, across merchants.
create index payouts_of_all on payouts (id);
create index payouts_of_all_by_state on payouts (state, id);
create index payouts_by_reference on payouts (reference);
create index payouts_paid_manually on payouts (paid_manually_on) where paid_manually_on is not null;
create index payouts_unanswered on payouts (answer_due_at) where state = 'SENT';
-- Money goes out: only the platform's role writes.
select create_tenant_policies('payouts', 'select');
grant insert, update on payouts to tegeka_platform;
select attach_counts('payouts', 'state');

-- What payouts pay: entries of the ledger that move what a merchant is owed, other than those that reserve the
-- money of a payout. Each is in one payout; nothing changes afterwards.
create table payout_items (
  organization_id uuid not null,
  -- No foreign keys: they are looked up for each of 100,000 rows of a payout.
  entry_id bigint not null,
  payout_id uuid not null,
  kind text not null check (kind in ('DEBIT', 'RETURN', 'PAYOUT_BACK', 'PAYOUT_PAID', 'REPAID', 'OWED',
    'WRITTEN_OFF', 'OTHER')),
  -- The debit, the payout, the exception or the adjustment.
  source_id uuid not null,
  booked_on date not null,
  -- What the platform has kept, below zero where it was given back; net is what the merchant is owed more.
  charge bigint not null,
  excise_duty bigint not null,
  net bigint not null,
  primary key (organization_id, entry_id)
);
create index payout_items_of_payout on payout_items (organization_id, payout_id, entry_id);
select create_tenant_policies('payout_items', 'select');
grant insert on payout_items to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states) values ('payout', true, '{}');

insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values
  ('0193b002-0000-7000-8000-000000000025', 'Release by one operator', 'PAYOUT_RELEASE', 'OPERATOR', 14,
    true, now()),
  ('0193b002-0000-7000-8000-000000000026', 'Evidence read by a second operator',
    'PAYOUT_RESOLUTION', 'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values
  ('0193b002-0000-7000-8000-000000000025', 1, 'Release', 1),
  ('0193b002-0000-7000-8000-000000000026', 1, 'Second look', 1);
