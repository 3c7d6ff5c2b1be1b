-- Mandates: what payers consent to, and the evidence that they did.

create table mandates (
  -- A UUID version 7: the order of ids is that of creation.
  id uuid not null,
  -- The merchant's, by the foreign key of the customer: a second one would be checked for each row of a file.
  organization_id uuid not null,
  -- TGK and ten signs with a check digit; random, so it is unique everywhere by construction.
  reference text collate "C" not null check (reference ~ '^TGK[2-9A-HJ-NP-Z]{10}$'),
  -- The id of the first mandate, kept by those that replace it.
  series_id uuid not null,
  replaces_id uuid,
  customer_id uuid not null,
  product_id uuid,
  -- What the payer agrees to pay for: the name of the product when the mandate was made.
  payment_for text,
  -- The payer's account: unknown until the payer or the merchant names it.
  bank_id uuid references banks,
  account_name text,
  -- Encrypted with a key of the instance (server/src/platform/security).
  encrypted_account text,
  account_last_four text check (account_last_four ~ '^[0-9]{4}$'),
  -- HMAC of bank and digits: accounts are matched by it and never read.
  account_fingerprint text,
  amount_kind text not null check (amount_kind in ('FIXED', 'VARIABLE')),
  amount bigint check (amount > 0),
  schedule jsonb not null,
  notice_days integer not null check (notice_days between 1 and 30),
  retries integer not null check (retries between 0 and 3),
  max_per_debit bigint not null check (max_per_debit > 0),
  max_per_period bigint check (max_per_period >= max_per_debit),
  period text check (period in ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  max_count integer check (max_count > 0),
  max_total bigint check (max_total >= max_per_debit),
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  -- The next nominal day of the schedule, today or later; null where none comes.
  next_due_on date,
  -- The next nominal day for which no debit was made yet; null where none comes.
  collect_next_on date,
  -- For the order of due days: those without one come last.
  due_key date not null generated always as (coalesce(next_due_on, date '9999-12-31')) stored,
  consent_way text not null check (consent_way in ('PAGE', 'SMS', 'FORM')),
  state text not null check (state in ('GENERATED', 'PENDING_VERIFICATION', 'PENDING_APPROVAL',
    'REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'REJECTED',
    'FAILED')),
  -- Why it is in its state.
  reason text,
  -- Who suspended it: only they lift the suspension.
  suspended_by text check (suspended_by in ('BANK', 'OPERATOR')),
  -- The next moment of the business clock at which something happens to it by itself.
  next_action_at timestamptz,
  -- What then happens.
  next_action text check (next_action in ('REMIND_1', 'REMIND_2', 'EXPIRE', 'REQUEST_CONFIRMATION', 'UNANSWERED', 'START',
    'END')),
  revision integer not null check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint mandates_reference_once unique (organization_id, reference) include (id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, replaces_id) references mandates (organization_id, id),
  check ((product_id is null) = (payment_for is null)),
  check ((max_per_period is null) = (period is null)),
  check ((next_action_at is null) = (next_action is null)),
  check ((encrypted_account is null) = (account_fingerprint is null)),
  check ((encrypted_account is null) = (account_last_four is null)),
  -- From the payer's consent on the account is known.
  check (encrypted_account is not null or state in ('GENERATED', 'PENDING_VERIFICATION', 'EXPIRED',
    'CANCELLED', 'REJECTED'))
);
create index mandates_by_state on mandates (organization_id, state, id);
create index mandates_by_due_day on mandates (organization_id, due_key, id) include (state);
create index mandates_of_customer on mandates (organization_id, customer_id, id);
create index mandates_of_product on mandates (organization_id, product_id, id)
  where product_id is not null;
create index mandates_replacing on mandates (organization_id, series_id)
  where replaces_id is not null;
create index mandates_of_bank on mandates (bank_id, id) where bank_id is not null;
-- Neither banks nor payers see drafts, which come by the thousand from files.
create index mandates_of_bank_by_state on mandates (bank_id, state, id)
  where bank_id is not null and state <> 'GENERATED';
create index mandates_of_bank_by_account on mandates (bank_id, account_last_four, id)
  where bank_id is not null and state <> 'GENERATED';
create index mandates_by_reference on mandates (reference) include (id);
create index mandates_of_account on mandates (account_fingerprint)
  where account_fingerprint is not null and state <> 'GENERATED';
-- What is to be collected next: the payer is told so many days before.
create index mandates_collectable on mandates ((collect_next_on - notice_days), id)
  where state = 'ACTIVE' and collect_next_on is not null;
-- What ends, since nothing more comes.
create index mandates_ended on mandates (id)
  where state = 'ACTIVE' and collect_next_on is null and schedule ->> 'kind' <> 'ON_DEMAND';
-- Due days that pass.
create index mandates_by_next_due_day on mandates (next_due_on) where next_due_on is not null;
create index mandates_next_action on mandates (next_action_at) where next_action_at is not null;
-- For operators, across merchants.
create index mandates_of_all on mandates (id);
create index mandates_of_all_by_state on mandates (state, id);
select create_tenant_policies('mandates', 'select, insert, update');
-- A policy knows rows and no columns. A business asks, pauses and cancels: what payers have agreed to stays as
-- they have read it, and only the platform's role makes a mandate ACTIVE for the first time.
create function keep_agreed_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'GENERATED' then
      raise insufficient_privilege using message = 'permission denied: a mandate begins as GENERATED';
    end if;
    return new;
  end if;
  if new.state <> old.state
    and new.state not in ('PENDING_VERIFICATION', 'PENDING_APPROVAL', 'PAUSED', 'CANCELLED')
    and not (new.state = 'ACTIVE' and old.state = 'PAUSED')
  then
    raise insufficient_privilege
      using message = 'permission denied: a business does not lead a mandate to ' || new.state;
  end if;
  if old.state not in ('GENERATED', 'PENDING_VERIFICATION')
    and row(new.customer_id, new.payment_for, new.bank_id, new.account_name, new.encrypted_account,
      new.account_fingerprint, new.amount_kind, new.amount, new.schedule, new.notice_days, new.retries,
      new.max_per_debit, new.max_per_period, new.period, new.max_count, new.max_total, new.starts_on,
      new.ends_on)
    is distinct from
    row(old.customer_id, old.payment_for, old.bank_id, old.account_name, old.encrypted_account,
      old.account_fingerprint, old.amount_kind, old.amount, old.schedule, old.notice_days, old.retries,
      old.max_per_debit, old.max_per_period, old.period, old.max_count, old.max_total, old.starts_on,
      old.ends_on)
  then
    raise insufficient_privilege
      using message = 'permission denied: what a payer has agreed to does not change';
  end if;
  return new;
end
$$;
create trigger mandates_keep_agreed before insert or update on mandates for each row
  when (current_user = 'tegeka_tenant') execute function keep_agreed_terms();
select attach_counts('mandates', 'state');
-- For the lists of banks: by the payer's bank instead of the merchant's organization; without drafts.
select attach_counts('mandates', 'state',
  'case when state = ''GENERATED'' or bank_id is null then no_organization() else bank_id end',
  'mandates_of_banks');

-- Links by which payers are asked: each message carries one of its own. They belong to the platform,
-- which finds the mandate by the link.
create table consent_links (
  -- SHA-256 of the token, which nobody but the payer has.
  token_hash text primary key,
  organization_id uuid not null,
  mandate_id uuid not null,
  -- Of the business clock: all links of a mandate end when the newest one does.
  sent_at timestamptz not null
);
create index consent_links_of_mandate on consent_links (organization_id, mandate_id);
alter table consent_links enable row level security;
alter table consent_links force row level security;
create policy consent_links_tenant on consent_links for insert to tegeka_tenant
  with check (organization_id = current_organization());
create policy consent_links_platform on consent_links to tegeka_platform
  using (true) with check (true);
grant insert on consent_links to tegeka_tenant;
grant select, insert, delete on consent_links to tegeka_platform;

-- What a payer has typed in and not confirmed by the code yet, and the answer that an SMS may give.
create table consent_attempts (
  organization_id uuid not null,
  mandate_id uuid not null,
  -- The number that was asked by SMS, or that the code was sent to: an answer counts from this number alone.
  asked_phone text,
  -- The account as typed in on the page, encrypted; null where the merchant has named it.
  bank_id uuid,
  account_name text,
  encrypted_account text,
  -- The SMS that asks, encrypted, for the evidence: it has the code. Null for what is typed in on the page.
  encrypted_sms text,
  check (encrypted_account is not null or encrypted_sms is not null),
  primary key (organization_id, mandate_id),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id)
);
create index consent_attempts_by_phone on consent_attempts (asked_phone) where asked_phone is not null;
select create_tenant_policies('consent_attempts', 'select, insert, update, delete');

-- Evidence that a payer consented, declined or stopped a mandate; written once.
create table consent_evidence (
  organization_id uuid not null,
  mandate_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('CONSENTED', 'DECLINED', 'STOPPED')),
  way text not null check (way in ('PAGE', 'SMS', 'FORM', 'PAYER_PAGE', 'BANK')),
  -- The business clock, and the wall clock.
  at timestamptz not null,
  recorded_at timestamptz not null,
  payer_name text not null,
  phone text,
  address text,
  user_agent text,
  terms_version text not null,
  -- What was shown, and its SHA-256.
  shown text not null,
  shown_hash text not null,
  document_id uuid,
  reason text,
  primary key (organization_id, mandate_id, id),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id)
);
select create_tenant_policies('consent_evidence');

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('mandate', true, '{GENERATED,PENDING_VERIFICATION,PENDING_APPROVAL,ACTIVE,PAUSED,CANCELLED}');
