-- The platform's own tables, and the two unprivileged roles that every transaction takes.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tegeka_tenant') then
    create role tegeka_tenant nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'tegeka_platform') then
    create role tegeka_platform nologin;
  end if;
exception
  -- Roles belong to the whole cluster: another database may be making them at this moment.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  execute format('grant tegeka_tenant, tegeka_platform to %I', current_user);
end
$$;

grant usage on schema public to tegeka_tenant, tegeka_platform;

create function current_organization() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('tegeka.organization', true), '')::uuid $$;

-- The usual row policies and grants: a tenant reaches the rows of its organization, the platform's
-- role all rows. A table that needs others has them written out in its migration.
create function create_tenant_policies(target regclass, privileges text default 'select, insert')
  returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy %I on %s to tegeka_tenant
    using (organization_id = current_organization())
    with check (organization_id = current_organization())', target || '_tenant', target);
  execute format('create policy %I on %s to tegeka_platform using (true) with check (true)',
    target || '_platform', target);
  execute format('grant %s on %s to tegeka_tenant, tegeka_platform', privileges, target);
end
$$;

create table audit (
  id uuid primary key,
  at timestamptz not null,
  request_id text not null,
  organization_id uuid,
  user_id text,
  -- As it was then: an account may be renamed, or live with another provider.
  user_name text,
  domain text,
  action text not null,
  entity text,
  entity_id text,
  reason text,
  changes jsonb
);
create index audit_by_entity on audit (entity, entity_id, at);
create index audit_by_organization on audit (organization_id, at);
select create_tenant_policies('audit');

-- The state machines by their entities, and what a tenant's own transaction may do with the
-- transitions of each. What is not named here only the platform's role can write.
create table transition_entities (
  entity text primary key,
  -- False where the table's migration says who reads its transitions.
  tenant_reads boolean not null,
  -- The states that a tenant's transaction may lead to.
  tenant_states text[] not null
);
grant select on transition_entities to tegeka_tenant, tegeka_platform;

-- Every change of state of every entity. The first row of an entity has no state before it.
create table transitions (
  -- Of the entity's owner; the nil UUID for what belongs to the platform itself, such as a bank.
  organization_id uuid not null,
  entity text not null references transition_entities,
  entity_id uuid not null,
  -- The revision of the entity that this transition made. Of two transitions made at the same moment
  -- the second finds it taken.
  revision integer not null check (revision > 0),
  from_state text,
  to_state text not null,
  -- The domain of the person, or SYSTEM where no person acted.
  actor_kind text not null
    check (actor_kind in ('OPERATOR', 'ACH', 'BANK', 'MERCHANT', 'CONSUMER', 'SYSTEM')),
  actor_id text,
  actor_name text not null,
  reason text,
  at timestamptz not null,
  primary key (organization_id, entity, entity_id, revision),
  check ((actor_kind = 'SYSTEM') = (actor_id is null))
);
alter table transitions enable row level security;
alter table transitions force row level security;
create policy transitions_read on transitions for select to tegeka_tenant
  using (organization_id = current_organization() and exists (select from transition_entities e
    where e.entity = transitions.entity and e.tenant_reads));
create policy transitions_write on transitions for insert to tegeka_tenant
  with check (organization_id = current_organization() and exists (select from transition_entities e
    where e.entity = transitions.entity and to_state = any (e.tenant_states)));
create policy transitions_platform on transitions to tegeka_platform using (true) with check (true);
grant select, insert on transitions to tegeka_tenant, tegeka_platform;

create table idempotency (
  scope text not null,
  key text not null,
  request_mac text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_by_age on idempotency (created_at);
alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy idempotency_tenant on idempotency to tegeka_tenant
  using (scope like current_organization()::text || ':%')
  with check (scope like current_organization()::text || ':%');
create policy idempotency_platform on idempotency to tegeka_platform using (true) with check (true);
grant select, insert, update on idempotency to tegeka_tenant;
grant select, insert, update, delete on idempotency to tegeka_platform;

-- Counts in windows, shared by all servers. Keys are keyed hashes where they would name a person.
create table limits (
  name text not null,
  key text not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (name, key)
);
create index limits_by_end on limits (ends_at);
grant select, insert, update, delete on limits to tegeka_platform;

-- Counts one call, also in a tenant's transaction, which reaches no counter otherwise. A window
-- starts with its first call and is not prolonged by calls that are refused.
create function consume_limit(limit_name text, limit_key text, at timestamptz, fresh_end timestamptz)
  returns table (consumed integer, window_end timestamptz)
  language sql security definer set search_path = public, pg_temp as $$
    insert into limits as l (name, key, count, ends_at)
    values (limit_name, limit_key, 1, fresh_end)
    on conflict (name, key) do update set
      count = case when l.ends_at <= at then 1 else l.count + 1 end,
      ends_at = case when l.ends_at <= at then excluded.ends_at else l.ends_at end
    returning count, ends_at
  $$;
revoke execute on function consume_limit from public;
grant execute on function consume_limit to tegeka_tenant, tegeka_platform;

-- What happened, written in the transaction in which it happened; carried on by a job.
create table domain_events (
  id bigint generated always as identity primary key,
  kind text not null,
  organization_id uuid,
  payload jsonb not null,
  at timestamptz not null,
  dispatched_at timestamptz
);
create index domain_events_waiting on domain_events (id) where dispatched_at is null;
create index domain_events_by_dispatch on domain_events (dispatched_at) where dispatched_at is not null;
select create_tenant_policies('domain_events');
grant update, delete on domain_events to tegeka_platform;

-- Messages to people. The text is kept only as long as it is needed to send it, or, with the
-- outbox transport of the demo, for reading.
create table messages (
  id uuid primary key,
  -- The business that it is sent for; null for messages of the platform, such as codes.
  organization_id uuid default current_organization(),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  subject text,
  body text,
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  -- When it is tried next; while an attempt runs, when that must have ended.
  due_at timestamptz not null,
  -- When the budget of its day was used up; it is sent on the next day.
  held_at timestamptz,
  -- When it is of no use any more, such as a code.
  expires_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_by_recipient on messages (recipient, created_at desc);
create index messages_by_age on messages (created_at desc);
create index messages_waiting on messages (channel, (expires_at is null), due_at)
  where state = 'QUEUED';
create index messages_not_tried on messages (organization_id, channel)
  where state = 'QUEUED' and attempts = 0;
-- A tenant's transaction may hand in a message and count those of its own that wait, and reads none.
select create_tenant_policies('messages', 'insert');
grant select (organization_id, channel, state, attempts) on messages to tegeka_tenant;
grant select, update, delete on messages to tegeka_platform;

-- The one live code of a subject (email, phone, mandate or link) and purpose: a newer one takes its place.
create table one_time_codes (
  -- The business that asks by it; the nil UUID for the platform.
  organization_id uuid not null,
  purpose text not null,
  -- Keyed hashes: neither the subject nor the code can be read from them.
  subject_mac text not null,
  code_mac text not null,
  expires_at timestamptz not null,
  -- Wrong ones.
  tries integer not null default 0,
  used_at timestamptz,
  primary key (organization_id, purpose, subject_mac)
);
create index one_time_codes_by_expiry on one_time_codes (expires_at);
select create_tenant_policies('one_time_codes', 'select, insert, update, delete');

-- Messages of a day in Kampala that were to be sent, those that were held included: of a business, and of all
-- together under the nil UUID.
create table message_counts (
  organization_id uuid not null,
  day date not null,
  channel text not null check (channel in ('email', 'sms')),
  count integer not null check (count > 0),
  primary key (organization_id, day, channel)
);
create index message_counts_by_day on message_counts (day);
select create_tenant_policies('message_counts', 'select');
grant insert, update, delete on message_counts to tegeka_platform;
