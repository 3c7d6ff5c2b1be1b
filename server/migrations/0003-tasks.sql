-- Durable work behind the calls: one row a kind of work and the thing it is done for, which is its
-- subject. server/src/platform/tasks works on the rows.
create table tasks (
  organization_id uuid not null,
  kind text not null,
  -- What the work is done for: an import, an export, a payout.
  subject_id uuid not null,
  -- The step that is next or under way.
  step text not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- Rises whenever work begins or is ordered again. A worker with an older number can commit nothing.
  attempt integer not null check (attempt > 0),
  -- Attempts at this step, and how many of them ended in an error.
  starts integer not null check (starts >= 0),
  errors integer not null check (errors >= 0),
  -- The name of the last error, without its text: that may say something personal.
  error text,
  -- Progress of the attempt, in units of the kind.
  done integer not null check (done >= 0),
  -- When it is put into the queue: again and again, so that work whose worker has died goes on.
  due_at timestamptz not null,
  -- Until then no attempt begins: after an error, or before a step that is due later. Null once it is due.
  waits_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, kind, subject_id)
);
create index tasks_due on tasks (due_at) where state in ('QUEUED', 'RUNNING');
create index tasks_ended on tasks (updated_at) where state not in ('QUEUED', 'RUNNING');
alter table tasks enable row level security;
alter table tasks force row level security;
create policy tasks_tenant on tasks to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy tasks_platform on tasks to tegeka_platform using (true) with check (true);
grant select, insert, update on tasks to tegeka_tenant;
grant select, insert, update, delete on tasks to tegeka_platform;
