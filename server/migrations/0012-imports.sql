-- Files of customers, mandates and so on: what was sent, where it stands, and its rows until something
-- is made of them. The work on them is done by tasks of the kind 'import' with the import as subject.
create table imports (
  organization_id uuid not null references merchants (organization_id),
  id uuid not null,
  -- What its rows become: the name of a kind of import.
  kind text not null,
  state text not null check (state in
    ('UPLOADED', 'CHECKED', 'CONFIRMED', 'DONE', 'CANCELLED', 'FAILED')),
  -- The revision of its last row in transitions.
  revision integer not null check (revision > 0),
  file_name text not null,
  file_size integer not null check (file_size > 0),
  media_type text not null,
  -- Where the bytes are; null once they have been removed.
  file_id uuid,
  -- How a text is read: encoding and separator; null for a workbook.
  dialect jsonb,
  -- The row of the file that names its columns, and the rows that a person can choose for it: the first filled
  -- ones, with long numbers masked. These are null once the import has ended.
  header_row integer not null check (header_row > 0),
  top_rows jsonb,
  columns jsonb not null,
  mapping jsonb not null,
  mapping_needed boolean not null,
  -- What happens to good and refused rows, as soon as somebody has said it.
  mode text check (mode in ('ALL', 'GOOD_ROWS')),
  -- The permissions of the person who last did something with it: what it makes, they may make.
  permissions text[] not null,
  -- The result of the check, and the attempt of the task whose rows it speaks of.
  checked_attempt integer,
  rows integer,
  good_rows integer,
  refused_rows integer,
  refusals jsonb,
  imported integer,
  failure text,
  -- The row of the file at which it could not be read any further; null where no row is to blame.
  failure_row integer check (failure_row > 0),
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
  primary key (organization_id, id)
);
-- One of a kind at a time: two files at once could each find the other's references free.
create unique index imports_one_live on imports (organization_id, kind)
  where state in ('UPLOADED', 'CHECKED', 'CONFIRMED');
create index imports_waiting on imports (touched_at)
  where state in ('UPLOADED', 'CHECKED');
create index imports_to_clear on imports (ended_at)
  where ended_at is not null and (file_id is not null or rows_until is not null);
alter table imports enable row level security;
alter table imports force row level security;
create policy imports_tenant on imports to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy imports_platform on imports to tegeka_platform
  using (true) with check (true);
grant select, insert, update (state, revision, header_row, top_rows, columns, mapping, mapping_needed, mode,
  permissions, failure, failure_row, confirmed_by_id, confirmed_by_name, touched_at, ended_at) on imports to tegeka_tenant;
grant select, update on imports to tegeka_platform;


-- The rows of files. Without row policies, with which PostgreSQL takes no COPY: the platform's role
-- alone may touch them, and organizations read their own refused rows through the view below.
create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  attempt integer not null,
  -- As in the file; its header is row 1.
  row_number integer not null,
  -- What no other row may say too, such as a reference. Of refused rows as well, where it is good.
  key text collate "C",
  -- What a good row says, in the words of its kind.
  value jsonb,
  -- The cells as they were, as a JSON array; encrypted where account numbers may be among them.
  cells text not null,
  -- A JSON array of column, code and, where it is not that of the code, message; null for a good row.
  refusals jsonb,
  primary key (organization_id, import_id, attempt, row_number)
);
-- Nothing is looked for in them: their statistics would cost more than all checks against the database.
alter table import_rows alter column value set statistics 0, alter column cells set statistics 0;
create index import_rows_refused
  on import_rows (organization_id, import_id, attempt, row_number)
  where refusals is not null;
-- MAINTAIN: what was copied is analyzed before it is searched for duplicates.
grant select, insert, update, delete, maintain on import_rows to tegeka_platform;

create view import_refused_rows with (security_barrier) as
  select organization_id, import_id, attempt, row_number, cells, refusals
  from import_rows
  where refusals is not null and organization_id = current_organization();
grant select on import_refused_rows to tegeka_tenant;

-- A file that was read is removed at once.
grant delete on files to tegeka_platform;

-- A person uploads, confirms and cancels; the rest is the task's.
insert into transition_entities (entity, tenant_reads, tenant_states)
values ('fileImport', true, '{UPLOADED,CONFIRMED,CANCELLED}');
