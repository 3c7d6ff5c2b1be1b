-- Changes of the legal and bank data of an active business, which somebody checks first.
create table merchant_changes (
  organization_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  state text not null check (state in
    ('PENDING_APPROVAL', 'ACTION_REQUIRED', 'APPLIED', 'REJECTED', 'WITHDRAWN')),
  revision integer not null check (revision > 0),
  attempt integer not null check (attempt > 0),
  maker_id text not null,
  maker_name text not null,
  -- All legal and bank data as they stood when it was sent, and as they shall stand; the account
  -- numbers are encrypted.
  base jsonb not null,
  proposal jsonb not null,
  -- What the last review said, where it said no.
  review jsonb,
  submitted_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, id),
  check ((state in ('PENDING_APPROVAL', 'ACTION_REQUIRED')) = (settled_at is null)),
  foreign key (organization_id, merchant_id) references merchants (organization_id, id)
);
create unique index merchant_changes_one_open on merchant_changes (organization_id, merchant_id)
  where state in ('PENDING_APPROVAL', 'ACTION_REQUIRED');
create index merchant_changes_by_merchant
  on merchant_changes (organization_id, merchant_id, submitted_at desc, id desc);
-- A decision knows the id alone.
create index merchant_changes_by_id on merchant_changes (id);
alter table merchant_changes enable row level security;
alter table merchant_changes force row level security;
create policy merchant_changes_read on merchant_changes for select to tegeka_tenant
  using (organization_id = current_organization());
create policy merchant_changes_submit on merchant_changes for insert to tegeka_tenant
  with check (organization_id = current_organization() and state = 'PENDING_APPROVAL');
create policy merchant_changes_correct on merchant_changes for update to tegeka_tenant
  using (organization_id = current_organization()
    and state in ('PENDING_APPROVAL', 'ACTION_REQUIRED'))
  with check (organization_id = current_organization()
    and state in ('PENDING_APPROVAL', 'WITHDRAWN'));
create policy merchant_changes_platform on merchant_changes to tegeka_platform
  using (true) with check (true);
grant select, insert on merchant_changes to tegeka_tenant, tegeka_platform;
grant update (state, revision, attempt, maker_id, maker_name, base, proposal, review, submitted_at,
  settled_at) on merchant_changes to tegeka_tenant;
-- The details too, so that account numbers can be encrypted with a new key.
grant update (state, revision, review, settled_at, base, proposal) on merchant_changes
  to tegeka_platform;

-- Only the platform's role applies, rejects and gives back.
insert into transition_entities (entity, tenant_reads, tenant_states)
values ('merchant-change', true, '{PENDING_APPROVAL,WITHDRAWN}');

-- Every installation has a workflow for changes from here on, also one that names none.
insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000002', 'Check by one operator', 'MERCHANT_CHANGE',
  'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000002', 1, 'Check', 1);
