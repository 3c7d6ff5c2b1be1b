-- The frame's own tables, and the two unprivileged roles that every transaction takes.
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

create table audit (
  id uuid primary key,
  at timestamptz not null,
  request_id text not null,
  organization_id uuid,
  user_id text,
  domain text,
  action text not null,
  entity text,
  entity_id text,
  changes jsonb
);
create index audit_by_entity on audit (entity, entity_id, at);
create index audit_by_organization on audit (organization_id, at);
alter table audit enable row level security;
alter table audit force row level security;
create policy audit_tenant on audit to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy audit_platform on audit to tegeka_platform using (true) with check (true);
grant select, insert on audit to tegeka_tenant, tegeka_platform;

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
alter table domain_events enable row level security;
alter table domain_events force row level security;
create policy domain_events_tenant on domain_events to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy domain_events_platform on domain_events to tegeka_platform using (true) with check (true);
grant select, insert on domain_events to tegeka_tenant;
grant select, insert, update on domain_events to tegeka_platform;

-- Messages to people. The text is kept only as long as it is needed to send it, or, with the
-- outbox transport of the demo, for reading.
create table messages (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  subject text,
  body text,
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_by_recipient on messages (recipient, created_at desc);
create index messages_by_age on messages (created_at desc);
create index messages_waiting on messages (created_at) where state = 'QUEUED';
-- A tenant's transaction may hand in a message, and never read one.
grant insert on messages to tegeka_tenant;
grant select, insert, update, delete on messages to tegeka_platform;
