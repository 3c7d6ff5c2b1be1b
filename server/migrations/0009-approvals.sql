-- Approval of whatever needs a second person: policies, requests, decisions and what became of them.

-- A policy is never changed: it is succeeded by another one, so that a running request keeps its own.
create table approval_policies (
  id uuid primary key,
  name text not null check (name <> ''),
  action text not null,
  -- The domain of the checkers; those of a bank are the people of one bank.
  checkers text not null check (checkers in ('OPERATOR', 'BANK')),
  organization_id uuid,
  expires_after_days integer not null check (expires_after_days between 1 and 365),
  -- Taken where nothing else is set; one an action.
  is_default boolean not null default false,
  created_at timestamptz not null,
  check ((checkers = 'BANK') = (organization_id is not null)),
  foreign key (organization_id, checkers) references organizations (id, domain)
);
create unique index approval_policies_one_default on approval_policies (action) where is_default;
alter table approval_policies enable row level security;
alter table approval_policies force row level security;
-- Whoever puts something up finds the policy that it goes by, also where a bank checks.
create policy approval_policies_tenant on approval_policies for select to tegeka_tenant
  using (true);
create policy approval_policies_platform on approval_policies to tegeka_platform
  using (true) with check (true);
grant select on approval_policies to tegeka_tenant;
grant select, insert on approval_policies to tegeka_platform;

create table approval_steps (
  policy_id uuid not null references approval_policies,
  number integer not null check (number > 0),
  name text not null check (name <> ''),
  approvals_needed integer not null check (approvals_needed between 1 and 20),
  primary key (policy_id, number)
);
alter table approval_steps enable row level security;
alter table approval_steps force row level security;
create policy approval_steps_tenant on approval_steps for select to tegeka_tenant using (true);
create policy approval_steps_platform on approval_steps to tegeka_platform
  using (true) with check (true);
grant select on approval_steps to tegeka_tenant;
grant select, insert on approval_steps to tegeka_platform;

insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000001', 'Review by one operator', 'MERCHANT_REGISTRATION',
  'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000001', 1, 'Review', 1);

create table approval_requests (
  id uuid not null,
  policy_id uuid not null references approval_policies,
  action text not null,
  -- The thing that waits, in the table of its action.
  entity_id uuid not null,
  -- The maker's organization.
  organization_id uuid not null references organizations,
  -- As in the policy, so that an inbox is one index.
  checkers text not null check (checkers in ('OPERATOR', 'BANK')),
  checker_organization_id uuid references organizations,
  -- Whose list it is in: that of a bank, or no organization's for all operators.
  inbox_id uuid not null generated always as
    (coalesce(checker_organization_id, no_organization())) stored,
  title text not null,
  -- What a checker should see in the list, such as business, amount and schedule.
  about text,
  maker_id text not null,
  maker_name text not null,
  maker_email text not null,
  attempt integer not null check (attempt > 0),
  step integer not null check (step > 0),
  approvals integer not null check (approvals >= 0),
  approvals_needed integer not null check (approvals_needed > 0),
  state text not null check (state in
    ('PENDING', 'APPROVED', 'EXECUTED', 'EXECUTION_FAILED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  -- The revision of the last row in transitions.
  revision integer not null default 1 check (revision > 0),
  -- What is asked for, field by field in the order of reading, and its SHA-256. Values of masked
  -- fields are encrypted, and compared by keyed hashes.
  snapshot jsonb not null,
  snapshot_hash text not null,
  -- What is carried out once it is approved, where the entity's own table does not hold it.
  payload jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  check (approvals <= approvals_needed),
  check ((state = 'PENDING') = (settled_at is null)),
  check ((checkers = 'BANK') = (checker_organization_id is not null)),
  primary key (organization_id, id),
  constraint approval_requests_attempt_once unique (organization_id, action, entity_id, attempt)
);
create unique index approval_requests_one_pending on approval_requests
  (organization_id, action, entity_id) where state = 'PENDING';
-- Checkers find a request by its id alone.
create index approval_requests_by_id on approval_requests (id);
create index approval_requests_inbox on approval_requests
  (inbox_id, created_at, id) include (state, action);
create index approval_requests_by_state on approval_requests (inbox_id, state, created_at, id);
create index approval_requests_due on approval_requests (expires_at) where state = 'PENDING';
alter table approval_requests enable row level security;
alter table approval_requests force row level security;
-- A tenant sees the requests that it made and those that it checks. It can make and withdraw, never decide:
-- decisions are made by the platform's role.
create policy approval_requests_read on approval_requests for select to tegeka_tenant
  using (organization_id = current_organization()
    or checker_organization_id = current_organization());
create policy approval_requests_put_up on approval_requests for insert to tegeka_tenant
  with check (organization_id = current_organization() and state = 'PENDING' and approvals = 0);
create policy approval_requests_take_back on approval_requests for update to tegeka_tenant
  using (organization_id = current_organization() and state = 'PENDING')
  with check (organization_id = current_organization() and state = 'WITHDRAWN');
create policy approval_requests_platform on approval_requests to tegeka_platform
  using (true) with check (true);
grant select, insert, update (state, revision, settled_at) on approval_requests to tegeka_tenant;
-- The snapshot too, so that what is encrypted in it can be encrypted with a new key.
grant select, insert,
  update (state, revision, settled_at, step, approvals, snapshot, snapshot_hash)
  on approval_requests to tegeka_platform;
select attach_counts('approval_requests', 'state', 'inbox_id');
select attach_search('approval_requests',
  array['from_each_word(title)', 'from_each_word(maker_name)', 'maker_email'],
  'inbox_id');

-- The files of a snapshot: their checkers may open them.
create table approval_request_files (
  organization_id uuid not null,
  request_id uuid not null,
  file_id uuid not null,
  primary key (organization_id, request_id, file_id),
  foreign key (organization_id, request_id) references approval_requests (organization_id, id),
  foreign key (organization_id, file_id) references files (organization_id, id)
);
create index approval_request_files_by_file on approval_request_files (file_id);
alter table approval_request_files enable row level security;
alter table approval_request_files force row level security;
create policy approval_request_files_read on approval_request_files for select to tegeka_tenant
  using (exists (select from approval_requests r where r.id = request_id
    and (r.organization_id = current_organization()
      or r.checker_organization_id = current_organization())));
-- Only files of one's own can be part of a request, or naming a stranger's would open it to the checkers.
create policy approval_request_files_put_up on approval_request_files for insert to tegeka_tenant
  with check (organization_id = current_organization()
    and exists (select from approval_requests r
      where r.id = request_id and r.organization_id = current_organization())
    and exists (select from files f
      where f.id = file_id and f.organization_id = current_organization()));
create policy approval_request_files_platform on approval_request_files to tegeka_platform
  using (true) with check (true);
grant select, insert on approval_request_files to tegeka_tenant, tegeka_platform;

create function file_is_before(checker uuid, file uuid) returns boolean
  language sql stable
  as $$ select exists (
    select from approval_request_files f join approval_requests r on r.id = f.request_id
    where f.file_id = file and r.checker_organization_id = checker and r.state <> 'WITHDRAWN') $$;
create policy files_checker on files for select to tegeka_tenant
  using (file_is_before(current_organization(), id));

create table approval_decisions (
  id uuid not null,
  organization_id uuid not null,
  request_id uuid not null,
  step integer not null,
  decision text not null check (decision in ('APPROVE', 'REQUEST_CORRECTION', 'REJECT')),
  checker_id text not null,
  checker_name text not null,
  code text,
  comment text,
  corrections jsonb not null,
  at timestamptz not null,
  -- Two approvals are two people.
  constraint approval_decisions_one_a_person unique (organization_id, request_id, checker_id),
  primary key (organization_id, id),
  foreign key (organization_id, request_id) references approval_requests (organization_id, id)
);
create index approval_decisions_by_request on approval_decisions (request_id);
alter table approval_decisions enable row level security;
alter table approval_decisions force row level security;
-- Who decided is for the checkers; the maker is told what was decided.
create policy approval_decisions_read on approval_decisions for select to tegeka_tenant
  using (exists (select from approval_requests r
    where r.id = request_id and r.checker_organization_id = current_organization()));
create policy approval_decisions_platform on approval_decisions to tegeka_platform
  using (true) with check (true);
grant select on approval_decisions to tegeka_tenant;
grant select, insert on approval_decisions to tegeka_platform;

-- The maker asks and withdraws. Its checkers read what became of a request; who decided is not
-- the maker's to read.
insert into transition_entities (entity, tenant_reads, tenant_states)
values ('approval-request', false, '{PENDING,WITHDRAWN}');
create policy transitions_checker on transitions for select to tegeka_tenant
  using (entity = 'approval-request' and exists (select from approval_requests r
    where r.id = entity_id and r.checker_organization_id = current_organization()));
