-- Summaries of a day by email: who wants them, and up to when they were sent.

create table summary_settings (
  organization_id uuid primary key references merchants (organization_id),
  -- False where the business has switched its summary off.
  daily boolean not null default true,
  -- The newest day whose summary was sent: of two servers the second one finds it taken.
  sent_on date
);
select create_tenant_policies('summary_settings', 'select');
grant insert (organization_id, daily), update (daily) on summary_settings to tegeka_tenant;
grant insert, update on summary_settings to tegeka_platform;

create table summary_state (
  only_row boolean primary key default true check (only_row),
  -- Summaries of everything until then are sent; by the business clock.
  reported_until timestamptz not null
);
grant select, insert, update on summary_state to tegeka_platform;

-- What a summary tells, among all that happened on a day.
create index transitions_to_tell on transitions (at, entity, organization_id)
  where (entity = 'transaction' and to_state in ('FAILED', 'REJECTED', 'RETURNED'))
    or (entity = 'mandate' and to_state in ('SUSPENDED', 'EXPIRED', 'CANCELLED', 'REJECTED',
      'FAILED'))
    or (entity = 'payout' and to_state = 'PAID');
