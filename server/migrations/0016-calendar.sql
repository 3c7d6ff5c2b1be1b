-- The business clock and the banking calendar (docs/decisions/0024-two-clocks.md).

-- How far the business clock is ahead of the wall clock; always 0 in production, and below 0 only while
-- the demo plays its history.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0,
  -- Moves are made one at a time: until this instant of the business clock due work is still run.
  target_at timestamptz,
  -- The newest move: from where to where, and how much of what was done by itself meanwhile.
  moved_from timestamptz,
  moved_to timestamptz,
  done jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  check ((moved_from is null) = (moved_to is null))
);
insert into business_clock default values;
grant select on business_clock to tegeka_tenant;
grant select, update on business_clock to tegeka_platform;

-- Days that operators announce: a holiday that the rules do not know, or a business day that they call a
-- holiday or a weekend. One that is withdrawn stays for its history.
create table calendar_overrides (
  id uuid primary key,
  day date not null,
  kind text not null check (kind in ('HOLIDAY', 'BUSINESS_DAY')),
  name text not null check (name <> ''),
  state text not null check (state in ('ANNOUNCED', 'WITHDRAWN')),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null
);
create unique index calendar_overrides_once on calendar_overrides (day) where state = 'ANNOUNCED';
create index calendar_overrides_by_day on calendar_overrides (day, id);
select attach_counts('calendar_overrides', 'state', 'no_organization()');
grant select on calendar_overrides to tegeka_tenant;
grant select, insert, update on calendar_overrides to tegeka_platform;
insert into transition_entities (entity, tenant_reads, tenant_states)
values ('calendar-override', false, '{}');

-- Until when a session of the clearing house takes files, in Kampala, from a day on.
create table clearing_sessions (
  session text not null check (session in ('MORNING', 'AFTERNOON')),
  valid_from date not null,
  cut_off time not null,
  primary key (session, valid_from)
);
grant select on clearing_sessions to tegeka_tenant;
grant select, insert on clearing_sessions to tegeka_platform;
insert into clearing_sessions (session, valid_from, cut_off)
values ('MORNING', '2018-01-01', '09:00'), ('AFTERNOON', '2018-01-01', '15:00');
