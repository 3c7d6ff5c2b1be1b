-- Messages with the banks of payers: the files that go out and come in, and what needs a person.

create table bank_files (
  -- A UUID version 7: the order of ids is that of creation, and files are sent in it.
  id uuid primary key,
  direction text not null check (direction in ('OUT', 'IN')),
  bank_id uuid not null references banks,
  name text not null,
  -- pain.009.001.05 and so on, and its id as on the wire; null where they could not be read.
  message text,
  message_id text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What a file is known by when it comes again: its hash, with the checksum beside it where that does
  -- not fit.
  known_by text not null,
  -- Bytes.
  size bigint not null check (size >= 0),
  -- Sealed with a key of the instance: the file has account numbers. Null where it was too large.
  content_sealed text check (content_sealed is not null or state = 'REFUSED'),
  state text not null check (state in ('WRITTEN', 'SENT', 'ANSWERED', 'RECEIVED', 'TAKEN', 'REFUSED')),
  revision integer not null default 1 check (revision > 0),
  -- The mandate that a file sent is about; null for one that came in.
  organization_id uuid,
  mandate_id uuid,
  mandate_reference text collate "C",
  -- What the bank answered to a file sent.
  answer text check (answer in ('ACCEPTED', 'REJECTED')),
  -- How many items a file that came in has, and how many of them were taken in so far.
  items integer,
  items_taken integer not null default 0,
  -- The business clock.
  created_at timestamptz not null,
  check ((direction = 'OUT') = (state in ('WRITTEN', 'SENT', 'ANSWERED'))),
  check ((direction = 'OUT') = (mandate_id is not null)),
  check ((mandate_id is null) = (organization_id is null)),
  check ((mandate_id is null) = (mandate_reference is null)),
  check ((state = 'ANSWERED') = (answer is not null))
);
-- The same file again counts once; the same id with other bytes is refused.
create unique index bank_files_bytes_once on bank_files (bank_id, known_by) where direction = 'IN';
create unique index bank_files_id_once on bank_files (bank_id, message_id)
  where direction = 'IN' and state <> 'REFUSED';
create unique index bank_files_sent_once on bank_files (mandate_id, message) where direction = 'OUT';
create index bank_files_by_message on bank_files (message_id) where direction = 'OUT';
create index bank_files_of_mandate on bank_files (mandate_reference);
create index bank_files_waiting on bank_files (id) where state in ('WRITTEN', 'RECEIVED');
create index bank_files_by_state on bank_files (state, id);
create index bank_files_of_bank on bank_files (bank_id, id);
grant select, insert, update on bank_files to tegeka_platform;
select attach_counts('bank_files', 'state', 'no_organization()');

-- What came in and could not be taken as it is: an operator works through them.
create table clearing_exceptions (
  id uuid primary key,
  state text not null check (state in ('OPEN', 'CLOSED')),
  revision integer not null default 1 check (revision > 0),
  kind text not null check (kind in ('UNREADABLE', 'TOO_LARGE', 'CHECKSUM', 'ID_REUSED', 'OTHER_SENDER',
    'UNKNOWN_MANDATE', 'OTHER_BANK', 'NOT_ASKED', 'LATE', 'ENDED', 'CONTRADICTION',
    'CANCELLATION_REFUSED')),
  bank_id uuid not null references banks,
  file_id uuid not null references bank_files,
  -- The item of the file, from 1; 0 where it is about the file as a whole.
  item integer not null check (item >= 0),
  -- As the file names it.
  reference text,
  -- What happened and what to do, without personal data.
  words text not null,
  -- The business clock.
  created_at timestamptz not null,
  constraint clearing_exceptions_once unique (file_id, item)
);
create index clearing_exceptions_by_state on clearing_exceptions (state, id);
create index clearing_exceptions_of_bank on clearing_exceptions (bank_id, id);
grant select, insert, update on clearing_exceptions to tegeka_platform;
select attach_counts('clearing_exceptions', 'state', 'no_organization()');

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('bank-file', false, '{}'), ('exception', false, '{}');
