-- The ledger (docs/decisions/0028-a-ledger-of-entries-that-add-up.md): every movement of money as an entry of postings that add
-- up to nothing. It is only added to.

create table ledger_accounts (
  account text primary key,
  name text not null unique check (name <> ''),
  -- Which side makes it larger: the balance of a CREDIT account is shown with the other sign.
  side text not null check (side in ('DEBIT', 'CREDIT')),
  -- True of the accounts that a merchant sees of its own.
  tenant_reads boolean not null
);
grant select on ledger_accounts to tegeka_tenant, tegeka_platform;
insert into ledger_accounts (account, name, side, tenant_reads) values
  ('SETTLEMENT_BANK', 'Settlement bank', 'DEBIT', false),
  ('PAYABLE', 'Payable to merchants', 'CREDIT', true),
  ('IN_TRANSIT', 'Payouts in transit', 'CREDIT', true),
  ('CHARGES_INCOME', 'Charges income', 'CREDIT', false),
  ('DUTY_PAYABLE', 'Excise duty payable', 'CREDIT', false),
  ('SUSPENSE', 'Suspense', 'CREDIT', false),
  ('BANK_FEES', 'Bank fees', 'DEBIT', false),
  ('WRITE_OFF', 'Write-offs', 'DEBIT', false);

-- Why money moved: one entry for each purpose of a source, such as SETTLED of a debit.
create table journal_entries (
  -- The merchant's; the operator's where no merchant is concerned.
  organization_id uuid not null references organizations,
  id bigint generated always as identity,
  source_kind text not null check (source_kind in ('debit', 'payout', 'exception', 'adjustment')),
  source_id uuid not null,
  purpose text not null check (purpose ~ '^[A-Z_]+$'),
  -- The business clock.
  at timestamptz not null,
  -- The day in Kampala that it counts to: the one of `at`, or the first that is not closed yet.
  booked_on date not null,
  recorded_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint journal_entries_once unique (organization_id, source_kind, source_id, purpose)
);
create index journal_entries_of_day on journal_entries (booked_on);
create index journal_entries_manual on journal_entries (source_id) where source_kind = 'adjustment';
select create_tenant_policies('journal_entries', 'select');
grant insert on journal_entries to tegeka_platform;

create table postings (
  organization_id uuid not null,
  entry_id bigint not null,
  -- As in ledger_accounts: a foreign key is looked up for each of 400,000 rows a day.
  account text not null check (account in ('SETTLEMENT_BANK', 'PAYABLE', 'IN_TRANSIT',
    'CHARGES_INCOME', 'DUTY_PAYABLE', 'SUSPENSE', 'BANK_FEES', 'WRITE_OFF')),
  -- That of the entry.
  booked_on date not null,
  -- Debits are positive, credits negative; the currency's smallest unit.
  amount bigint not null check (amount <> 0),
  primary key (organization_id, entry_id, account),
  foreign key (organization_id, entry_id) references journal_entries (organization_id, id)
);
create index postings_of_account on postings (organization_id, account, booked_on) include (amount);
-- Days are closed across organizations.
create index postings_of_day on postings (booked_on, account, organization_id) include (amount);

-- The sums of closed days, for screens and balances.
create table ledger_days (
  organization_id uuid not null references organizations,
  account text not null references ledger_accounts,
  day date not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  -- At the end of the day: all debits less all credits.
  balance bigint not null,
  primary key (organization_id, account, day)
);
create index ledger_days_of_all on ledger_days (account, day);

create function ledger_of_tenant(owner uuid, of_account text) returns boolean
  language sql stable
  return owner = current_organization() and of_account in ('PAYABLE', 'IN_TRANSIT');

alter table postings enable row level security;
alter table postings force row level security;
create policy postings_tenant on postings for select to tegeka_tenant
  using (ledger_of_tenant(organization_id, account));
create policy postings_platform on postings to tegeka_platform using (true) with check (true);
grant select on postings to tegeka_tenant;
grant select, insert on postings to tegeka_platform;

alter table ledger_days enable row level security;
alter table ledger_days force row level security;
create policy ledger_days_tenant on ledger_days for select to tegeka_tenant
  using (ledger_of_tenant(organization_id, account));
create policy ledger_days_platform on ledger_days to tegeka_platform using (true) with check (true);
grant select on ledger_days to tegeka_tenant;
grant select, insert on ledger_days to tegeka_platform;

-- What moved on a closed day and why, for statements: debits less credits.
create table ledger_flows (
  organization_id uuid not null references organizations,
  day date not null,
  account text not null references ledger_accounts,
  source_kind text not null,
  purpose text not null,
  amount bigint not null,
  primary key (organization_id, day, account, source_kind, purpose)
);
create index ledger_flows_of_all on ledger_flows (account, day) include (source_kind, amount);
alter table ledger_flows enable row level security;
alter table ledger_flows force row level security;
create policy ledger_flows_platform on ledger_flows to tegeka_platform using (true) with check (true);
grant select, insert on ledger_flows to tegeka_platform;

-- The same across organizations.
create table ledger_totals (
  account text not null references ledger_accounts,
  day date not null,
  source_kind text not null,
  purpose text not null,
  amount bigint not null,
  primary key (account, day, source_kind, purpose)
);
grant select, insert on ledger_totals to tegeka_platform;

-- The first day that takes entries. A day is ended by this, and summed afterwards.
create table ledger_state (
  only_row boolean primary key default true check (only_row),
  open_from date not null
);
insert into ledger_state (open_from) values ('2000-01-01');
grant select, update on ledger_state to tegeka_platform;

-- The days that are summed, each with the digest of what it has and of the day before.
create table ledger_closed_days (
  day date primary key,
  entries integer not null check (entries >= 0),
  -- SHA-256 of the day's entries, and of that with the digest of the closed day before.
  content text not null check (content ~ '^[0-9a-f]{64}$'),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The business clock.
  closed_at timestamptz not null
);
grant select, insert on ledger_closed_days to tegeka_platform;
grant select (day) on ledger_closed_days to tegeka_tenant;

-- When a closed day was last compared with its entries, by the business clock, and what was found.
create table ledger_checks (
  day date primary key references ledger_closed_days,
  checked_at timestamptz not null,
  -- What differs, in words; null where all is as it was.
  difference text
);
create index ledger_checks_by_age on ledger_checks (checked_at);
grant select, insert, update on ledger_checks to tegeka_platform;

-- What a bank's statement says at the end of a day, beside the ledger.
create table ledger_statements (
  account text not null references ledger_accounts,
  day date not null,
  -- Of the statement, null where it does not say.
  opening bigint,
  -- Of the statement, and of the ledger then: what is in the account is positive.
  closing bigint not null,
  ledger_balance bigint not null,
  -- What explains the difference, item by item: reference, amount, words.
  open_items jsonb not null,
  -- What nothing explains.
  difference bigint not null,
  -- The business clock.
  recorded_at timestamptz not null,
  primary key (account, day)
);
grant select, insert, update on ledger_statements to tegeka_platform;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege
    using message = format('the ledger is only added to: no %s of %s', lower(tg_op), tg_table_name);
end $$;

do $$
declare
  of_table text;
begin
  foreach of_table in array
    array['journal_entries', 'postings', 'ledger_days', 'ledger_flows', 'ledger_totals',
      'ledger_closed_days'] loop
    execute format('create trigger %1$I before update or delete or truncate on %2$I
      for each statement execute function refuse_ledger_change()', of_table || '_only_added', of_table);
  end loop;
end $$;

-- The postings of an entry are written in one statement and checked once a statement: a deferred
-- constraint would look at each of 400,000 rows by itself.
create function check_postings() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows group by organization_id, entry_id having sum(amount) <> 0) then
    raise check_violation using message = 'debits and credits of an entry differ';
  end if;
  if (select min(booked_on) from new_rows) < (select open_from from ledger_state) then
    raise check_violation using message = 'the day of the entry is closed';
  end if;
  return null;
end $$;
create trigger postings_balanced after insert on postings referencing new table as new_rows
  for each statement execute function check_postings();

insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000023', 'Second look at the books', 'LEDGER_ADJUSTMENT',
  'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000023', 1, 'Second look', 1);
