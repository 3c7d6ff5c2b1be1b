-- Debits, which the API calls transactions: what is debited from payers, and what became of it.

-- Sessions of the clearing house in which debits are made and sent (docs/decisions/0027).
create table debit_sessions (
  -- By the business clock.
  cut_off timestamptz primary key,
  day date not null,
  session text not null check (session in ('MORNING', 'AFTERNOON')),
  -- Debits that its run has made, and when.
  created integer not null default 0 check (created >= 0),
  run_at timestamptz not null,
  -- When the last of its files was written; null until then.
  submitted_at timestamptz
);
create index debit_sessions_unsubmitted on debit_sessions (cut_off) where submitted_at is null;
grant select, insert, update on debit_sessions to tegeka_platform;

create table debits (
  -- A UUID version 7: the order of ids is that of creation.
  id uuid not null,
  organization_id uuid not null references merchants (organization_id),
  -- TGD and ten signs with a check digit; random, so it is unique everywhere by construction. It is the
  -- end-to-end id on the wire.
  reference text collate "C" not null check (reference ~ '^TGD[2-9A-HJ-NP-Z]{10}$'),
  mandate_id uuid not null,
  series_id uuid not null,
  customer_id uuid not null,
  product_id uuid,
  bank_id uuid not null references banks,
  -- The nominal day, and the business day on which it is debited at the earliest.
  due_on date not null,
  collect_on date not null check (collect_on >= due_on),
  -- What makes it the only one of its kind: S:<nominal day>, A:<merchant's reference>, R:<original>:<n>.
  due_key text collate "C" not null check (due_key ~ '^(S|A|R|X):.'),
  merchant_reference text collate "C" generated always as
    (case when due_key like 'A:%' then substr(due_key, 3) end) stored,
  amount bigint not null check (amount > 0),
  currency text not null references currencies,
  charge bigint not null check (charge >= 0),
  excise_duty bigint not null check (excise_duty >= 0),
  net bigint not null check (net > 0),
  -- True where charge and duty are given back if it is returned, by the plan of its charge. All four are an
  -- estimate until the submission, which computes them by the plan and the rate of its day.
  gives_back boolean not null default false,
  origin text not null check (origin in ('SCHEDULE', 'MANUAL', 'FILE', 'API', 'RECOLLECTION')),
  -- The returned debit that this one collects again.
  recollects uuid,
  -- Why this one, which was returned, is not collected again by itself.
  recollection_refused text check (recollection_refused is null or state = 'RETURNED'),
  state text not null check (state in ('PENDING', 'PROCESSING', 'UNKNOWN', 'CLEARED', 'SETTLED',
    'RETURNED', 'FAILED', 'CANCELLED', 'REJECTED')),
  revision integer not null check (revision > 0),
  -- Why it did not happen: our name, the bank's code, and words.
  failure_reason text,
  scheme_code text,
  reason text,
  -- What it failed with (failure_reason, scheme_code, reason) before it was to be tried again: a cancelled retry ends with it.
  failure jsonb check (failure is null or attempt > 0),
  -- Submissions so far, and how many more are made by themselves for lack of funds.
  attempt integer not null default 0 check (attempt >= 0),
  retries_left integer not null check (retries_left >= 0),
  -- True once a file was refused for a technical reason: the next refusal is final.
  refused_before boolean not null default false,
  -- True once it was to be tried again after a failure.
  retried boolean not null default false,
  -- The day whose period it uses of the limit per period: of the first try of a scheduled debit the nominal
  -- day, otherwise the day on which it is sent.
  limit_on date not null generated always as
    (case when origin = 'SCHEDULE' and not retried then due_on else collect_on end) stored,
  -- The message that tells the payer, and when the gateway has taken it; of the business clock.
  notice_id uuid,
  notified_at timestamptz,
  -- When the payer was told that the debit is not made as the last notice says; null while that notice holds.
  withdrawn_at timestamptz,
  -- Why it can not be submitted at present: meanwhile its payer gets no notice.
  obstacle text check (obstacle is null or state = 'PENDING'),
  -- The next moment of the business clock at which something happens to it by itself, and what.
  next_action_at timestamptz,
  next_action text check (next_action in ('GIVE_UP_NOTICE', 'UNANSWERED', 'INQUIRE', 'RETRY',
    'WITHDRAW')),
  -- Inquiries that were sent about an unknown outcome.
  inquiries integer not null default 0 check (inquiries >= 0),
  settled_at timestamptz,
  -- A return that came before the settlement waits for it.
  early_return jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint debits_reference_once unique (organization_id, reference) include (collect_on, id),
  -- Over all states: neither a second run, nor a replacement, nor a second request makes another one.
  constraint debits_due_once unique (organization_id, series_id, due_key),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, recollects) references debits (organization_id, id),
  check (amount = charge + excise_duty + net),
  check ((next_action_at is null) = (next_action is null)),
  check ((state in ('SETTLED', 'RETURNED')) = (settled_at is not null)),
  check (failure_reason is not null or state not in ('FAILED', 'REJECTED', 'RETURNED', 'UNKNOWN'))
);
create index debits_by_state on debits (organization_id, state, collect_on, id);
-- With what figures sum up, so that they are read from the index alone.
create index debits_by_day on debits (organization_id, collect_on, id)
  include (state, next_action, failure_reason, amount);
-- Most debits have no failure_reason.
create index debits_by_failure_reason on debits (organization_id, failure_reason, collect_on, id)
  where failure_reason is not null;
create index debits_by_amount on debits (organization_id, amount, id);
create index debits_of_customer on debits (organization_id, customer_id, collect_on, id);
create index debits_of_mandate on debits (organization_id, mandate_id, collect_on, id);
create index debits_by_merchant_reference on debits (organization_id, merchant_reference)
  where merchant_reference is not null;
create index debits_of_bank on debits (bank_id, collect_on, id);
create index debits_of_bank_by_state on debits (bank_id, state, collect_on, id);
create index debits_by_reference on debits (reference) include (collect_on, id);
-- For operators, across merchants.
create index debits_of_all on debits (id);
create index debits_of_all_by_day on debits (collect_on, id);
create index debits_of_all_by_state on debits (state, collect_on, id);
-- What payers are to be told, and what happens by itself.
create index debits_to_announce on debits (id)
  where state = 'PENDING' and notified_at is null and obstacle is null;
create index debits_with_obstacle on debits (id) where obstacle is not null;
create index debits_to_withdraw on debits (next_action_at) where next_action = 'WITHDRAW';
create index debits_next_action on debits (next_action_at) where next_action_at is not null;

alter table debits enable row level security;
alter table debits force row level security;
-- A business asks for debits, cancels them or their retries, and tries them again. Only the platform's role leads
-- them anywhere else.
create policy debits_read on debits for select to tegeka_tenant
  using (organization_id = current_organization());
create policy debits_ask on debits for insert to tegeka_tenant
  with check (organization_id = current_organization() and state = 'PENDING');
create policy debits_cancel on debits for update to tegeka_tenant
  using (organization_id = current_organization() and state in ('PENDING', 'FAILED'))
  -- What has failed is not tried again once the mandate is not active.
  with check (organization_id = current_organization()
    and (state in ('PENDING', 'CANCELLED') or state = 'FAILED' and next_action is distinct from 'RETRY'));
create policy debits_platform on debits to tegeka_platform using (true) with check (true);
grant select, insert on debits to tegeka_tenant, tegeka_platform;
grant update (state, revision, failure_reason, scheme_code, reason, failure, retried, collect_on, notice_id, notified_at,
  withdrawn_at, next_action_at, next_action, updated_at) on debits to tegeka_tenant;
grant update on debits to tegeka_platform;
select attach_counts('debits', 'state');
-- For the lists of banks: by the payer's bank instead of the merchant's organization.
select attach_counts('debits', 'state', 'bank_id', 'debits_of_banks');

-- Submissions to the payer's bank: one for each file that the debit went out with.
create table debit_attempts (
  organization_id uuid not null,
  debit_id uuid not null,
  attempt integer not null check (attempt > 0),
  -- The id under which the bank knows it.
  instruction_id uuid not null,
  file_id uuid not null,
  cut_off timestamptz not null,
  -- WITHDRAWN: its file was never sent. It does not count; the next submission has its number.
  outcome text
    check (outcome in ('ACCEPTED', 'REJECTED', 'SETTLED', 'RETURNED', 'UNKNOWN', 'WITHDRAWN')),
  scheme_code text,
  -- The business clock.
  answered_at timestamptz,
  -- The entry of the statement with which its money came.
  entry_id text,
  primary key (organization_id, debit_id, instruction_id),
  foreign key (organization_id, debit_id) references debits (organization_id, id)
);
create unique index debit_attempts_once on debit_attempts
  (organization_id, debit_id, attempt) where outcome is distinct from 'WITHDRAWN';
-- Money that came for a submission that had not been accepted.
create index debit_attempts_held on debit_attempts (entry_id) where outcome = 'UNKNOWN';
alter table debit_attempts enable row level security;
alter table debit_attempts force row level security;
create policy debit_attempts_read on debit_attempts for select to tegeka_tenant
  using (organization_id = current_organization());
create policy debit_attempts_platform on debit_attempts to tegeka_platform
  using (true) with check (true);
grant select on debit_attempts to tegeka_tenant;
grant select, insert, update on debit_attempts to tegeka_platform;

-- What payers were told of their debits: one row for each message, which a later one never replaces. It is
-- evidence, and stays when the message itself is deleted.
create table debit_notices (
  organization_id uuid not null,
  debit_id uuid not null,
  -- A UUID version 7: the order of ids is that in which they were written.
  message_id uuid not null,
  kind text not null check (kind in ('ANNOUNCED', 'MOVED', 'WITHDRAWN')),
  channel text not null check (channel in ('email', 'sms')),
  -- The amount and the day of the debit that it names.
  amount bigint not null check (amount > 0),
  collect_on date not null,
  -- Of the business clock: when it was written, and when the gateway has taken it.
  written_at timestamptz not null,
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED')),
  sent_at timestamptz,
  primary key (organization_id, debit_id, message_id),
  foreign key (organization_id, debit_id) references debits (organization_id, id),
  check ((state = 'SENT') = (sent_at is not null))
);
create index debit_notices_queued on debit_notices (message_id) where state = 'QUEUED';
alter table debit_notices enable row level security;
alter table debit_notices force row level security;
create policy debit_notices_read on debit_notices for select to tegeka_tenant
  using (organization_id = current_organization());
create policy debit_notices_platform on debit_notices to tegeka_platform using (true) with check (true);
grant select on debit_notices to tegeka_tenant;
grant select, insert, update (state, sent_at) on debit_notices to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('transaction', true, '{PENDING,CANCELLED,FAILED}');

-- A debit that is not going to be made, of which its payer has a notice: the notice is withdrawn. So is the
-- announcement of a retry that is given up. Here, since several roles and functions end a debit.
create function end_notice() returns trigger language plpgsql as $$
begin
  new.obstacle := null;
  if new.state in ('CANCELLED', 'REJECTED', 'FAILED') and new.next_action is null
    and new.notice_id is not null and new.withdrawn_at is null then
    new.next_action_at := new.updated_at;
    new.next_action := 'WITHDRAW';
  end if;
  return new;
end
$$;
create trigger debits_end_notice before update of state, next_action on debits for each row
  when (old.state = 'PENDING' and new.state <> 'PENDING'
    or old.next_action in ('RETRY', 'WITHDRAW') and new.state = 'FAILED')
  execute function end_notice();

-- Ends what waits by a mandate that is not active: what is PENDING is cancelled, what has failed is not tried
-- again. One statement: a debit that becomes PENDING at the same moment is cancelled too.
create function end_waiting(owner uuid, of_mandate uuid, ended_at timestamptz) returns void language sql as $$
  with ended as (
    update debits set next_action_at = null, next_action = null, updated_at = ended_at,
      state = case state when 'PENDING' then 'CANCELLED' else state end,
      revision = case state when 'PENDING' then revision + 1 else revision end,
      failure_reason = case state when 'PENDING' then 'MANDATE_NOT_ACTIVE' else failure_reason end,
      reason = case state when 'PENDING' then 'The mandate is no longer active' else reason end
    where organization_id = owner and mandate_id = of_mandate
      and (state = 'PENDING' or state = 'FAILED' and next_action = 'RETRY')
    returning id, revision, state, reason)
  insert into transitions (organization_id, entity, entity_id, revision, from_state, to_state,
    actor_kind, actor_name, reason, at)
  select owner, 'transaction', id, revision, 'PENDING', state, 'SYSTEM', 'Tegeka', reason, ended_at
  from ended where state = 'CANCELLED';
$$;

-- What leaves ACTIVE collects nothing any more, in the same transaction, whoever it is that changes the
-- mandate.
create function cancel_pending_debits() returns trigger language plpgsql as $$
begin
  perform end_waiting(new.organization_id, new.id, new.updated_at);
  return null;
end
$$;
create trigger mandates_cancel_debits after update of state on mandates for each row
  when (old.state = 'ACTIVE' and new.state <> 'ACTIVE')
  execute function cancel_pending_debits();

-- What mandates need of debits, which stand above them.

-- The last day of what a mandate still has to debit: what is with the bank can be tried again too.
create function open_until(owner uuid, of_mandate uuid) returns date language sql stable as $$
  select max(collect_on) from debits
  where organization_id = owner and mandate_id = of_mandate
    and (state in ('PENDING', 'PROCESSING', 'UNKNOWN') or state = 'FAILED' and next_action = 'RETRY')
$$;

-- Debits of a series that were sent to the bank and have no result yet: how many, and their sum.
create function at_bank(owner uuid, of_series uuid) returns table (count integer, total bigint)
language sql stable as $$
  select count(*)::integer, coalesce(sum(amount), 0)::bigint from debits
  where organization_id = owner and series_id = of_series and state in ('PROCESSING', 'UNKNOWN')
$$;

-- A mandate takes another one's place: what was announced goes on by it, where it allows the same debit of
-- the same account. One for a plan of its own takes all of that plan again. What is left is cancelled with
-- the old mandate; days of its schedule that were never sent are free for the new one.
create function hand_over(owner uuid, old_mandate uuid, new_mandate uuid) returns void language sql as $$
  update debits c set mandate_id = next.id
  from mandates prior, mandates next
  where prior.organization_id = owner and prior.id = old_mandate
    and next.organization_id = owner and next.id = new_mandate
    and next.account_fingerprint = prior.account_fingerprint
    and next.schedule ->> 'kind' not in ('ONE_OFF', 'INSTALMENTS')
    and c.organization_id = owner and c.mandate_id = old_mandate
    and (c.state = 'PENDING' or c.state = 'FAILED' and c.next_action = 'RETRY')
    and c.amount <= next.max_per_debit and (next.ends_on is null or c.due_on <= next.ends_on);
  update debits set due_key = 'X:' || id
  where organization_id = owner and mandate_id = old_mandate
    and state = 'PENDING' and attempt = 0 and due_key like 'S:%';
$$;
