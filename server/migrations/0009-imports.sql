-- Files of customers: what was sent, how far the work on it is, and its rows until they are customers.
create table customer_imports (
  id uuid primary key,
  organization_id uuid not null references merchants (organization_id),
  state text not null check (state in
    ('UPLOADED', 'CHECKED', 'CONFIRMED', 'DONE', 'CANCELLED', 'FAILED')),
  -- The number of the last row in customer_import_transitions.
  revision integer not null check (revision > 0),
  -- Rises whenever work on the file begins anew. Who works on with an older number changes nothing.
  attempt integer not null check (attempt >= 0),
  -- Attempts that ended in an error of ours since a person last did something.
  errors integer not null check (errors >= 0),
  file_name text not null,
  file_size integer not null check (file_size > 0),
  media_type text not null,
  -- Where the bytes lie; null once they have been removed.
  file_id uuid,
  -- How a text is read: encoding and separator; null for a workbook.
  dialect jsonb,
  columns jsonb not null,
  mapping jsonb not null,
  mapping_needed boolean not null,
  -- What happens to good and refused rows, as soon as somebody has said it.
  mode text check (mode in ('ALL', 'GOOD_ROWS')),
  -- How far the work is: rows that are through, of so many where that is known.
  done_rows integer not null check (done_rows >= 0),
  total_rows integer check (total_rows >= 0),
  -- The result of the check, and the attempt whose rows it speaks of.
  checked_attempt integer,
  rows integer,
  good_rows integer,
  refused_rows integer,
  refusals jsonb,
  imported integer,
  failure text,
  actor_id text not null,
  actor_name text not null,
  confirmed_by_id text,
  confirmed_by_name text,
  created_at timestamptz not null,
  -- When a person last did something with it.
  touched_at timestamptz not null,
  ended_at timestamptz,
  -- Refused rows can be fetched until then; null where there are none left.
  rows_until timestamptz,
  unique (id, organization_id)
);
-- One at a time: two files at once could each find the other's references free.
create unique index customer_imports_one_live on customer_imports (organization_id)
  where state in ('UPLOADED', 'CHECKED', 'CONFIRMED');
create index customer_imports_by_age on customer_imports (organization_id, id);
create index customer_imports_at_work on customer_imports (id)
  where state in ('UPLOADED', 'CONFIRMED');
create index customer_imports_to_clear on customer_imports (ended_at)
  where ended_at is not null and (file_id is not null or rows_until is not null);
alter table customer_imports enable row level security;
alter table customer_imports force row level security;
create policy customer_imports_tenant on customer_imports to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_imports_platform on customer_imports to tegeka_platform
  using (true) with check (true);
grant select, insert, update (state, revision, attempt, errors, mapping, mapping_needed, mode,
  done_rows, total_rows, confirmed_by_id, confirmed_by_name, touched_at, ended_at)
  on customer_imports to tegeka_tenant;
grant select, update on customer_imports to tegeka_platform;

create table customer_import_transitions (
  import_id uuid not null,
  -- 1, 2, 3 …: of two moves made at the same moment one finds its number taken.
  number integer not null check (number > 0),
  organization_id uuid not null,
  from_state text,
  to_state text not null,
  -- Null where the platform itself acted.
  actor_id text,
  reason text,
  at timestamptz not null,
  primary key (import_id, number),
  foreign key (import_id, organization_id) references customer_imports (id, organization_id)
);
alter table customer_import_transitions enable row level security;
alter table customer_import_transitions force row level security;
create policy customer_import_transitions_tenant on customer_import_transitions to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_import_transitions_platform on customer_import_transitions to tegeka_platform
  using (true) with check (true);
grant select, insert on customer_import_transitions to tegeka_tenant, tegeka_platform;

-- The rows of files. Without row policies, with which PostgreSQL takes no COPY: the platform's role
-- alone may touch them, and organizations read their own refused rows through the view below.
create table customer_import_rows (
  import_id uuid not null,
  attempt integer not null,
  -- As in the file; its header is row 1.
  row_number integer not null,
  organization_id uuid not null,
  first_name text,
  middle_name text,
  last_name text,
  phone text,
  email text,
  -- Of refused rows too, where it is good in itself: other rows must not say the same.
  reference text collate "C",
  -- The cells as they were, as a JSON array.
  cells text not null,
  -- A JSON array of column and code; null for a good row.
  refusals jsonb,
  primary key (import_id, attempt, row_number)
);
create index customer_import_rows_refused on customer_import_rows (import_id, attempt, row_number)
  where refusals is not null;
-- MAINTAIN: what was copied is analyzed before it is searched for twins.
grant select, insert, update, delete, maintain on customer_import_rows to tegeka_platform;

create view customer_import_refused_rows with (security_barrier) as
  select import_id, attempt, row_number, cells, refusals
  from customer_import_rows
  where refusals is not null and organization_id = current_organization();
grant select on customer_import_refused_rows to tegeka_tenant;

-- A file that was read is removed at once.
grant delete on files to tegeka_platform;
