-- Messages with the clearing house, the settlement bank and the banks of payers: the files that go out
-- and come in, what they are about, and what needs a person.

create table clearing_files (
  -- A UUID version 7: the order of ids is that of creation, and files are sent in it.
  id uuid primary key,
  direction text not null check (direction in ('OUT', 'IN')),
  -- The folder that it goes through: a house of channel_profiles, or the BIC of a payer's bank.
  channel text not null
    check (channel ~ '^(clearing-house|settlement-bank|[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)$'),
  -- The payer's bank that it is for or from; null where that is none or several.
  bank_id uuid references banks,
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
  state text not null check (state in
    ('SEALED', 'SENT', 'ACKED', 'REJECTED', 'RECONCILED', 'RECEIVED', 'TAKEN', 'REFUSED')),
  revision integer not null default 1 check (revision > 0),
  -- The cut-off for which debits were sealed.
  cut_off timestamptz,
  -- The mandate that a file of ours is about.
  organization_id uuid,
  mandate_id uuid,
  mandate_reference text collate "C",
  -- How many items it has, what they add up to where it is ours and about money, and how many items of
  -- one that came in were taken in so far.
  items integer check (items >= 0),
  total bigint check (total >= 0),
  items_taken integer not null default 0,
  -- How often our work on it failed, and when it is tried again, by the wall clock; after the last time
  -- a person says when.
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz,
  -- The business clock.
  created_at timestamptz not null,
  check ((direction = 'OUT') = (state in ('SEALED', 'SENT', 'ACKED', 'REJECTED', 'RECONCILED'))),
  check (direction = 'OUT' or (mandate_id is null and cut_off is null and total is null)),
  check (direction = 'IN' or items is not null),
  check ((mandate_id is null) = (organization_id is null)),
  check ((mandate_id is null) = (mandate_reference is null))
);
-- The same file again counts once; the same id with other bytes is refused.
create unique index clearing_files_bytes_once on clearing_files (channel, known_by)
  where direction = 'IN';
create unique index clearing_files_id_once on clearing_files (channel, message_id)
  where direction = 'IN' and state <> 'REFUSED';
create unique index clearing_files_sent_once on clearing_files (mandate_id, message)
  where direction = 'OUT' and mandate_id is not null;
create index clearing_files_by_message on clearing_files (message_id) where direction = 'OUT';
create index clearing_files_of_mandate on clearing_files (mandate_reference);
create index clearing_files_of_session on clearing_files (cut_off, id) where cut_off is not null;
create index clearing_files_waiting on clearing_files (id) where state in ('SEALED', 'RECEIVED');
create index clearing_files_by_state on clearing_files (state, id);
create index clearing_files_of_bank on clearing_files (bank_id, id);
grant select, insert, update on clearing_files to tegeka_platform;
select attach_counts('clearing_files', 'state', 'no_organization()');

-- What came in and could not be taken as it is: an operator works through them.
create table clearing_exceptions (
  id uuid primary key,
  state text not null check (state in ('OPEN', 'CLOSED')),
  revision integer not null default 1 check (revision > 0),
  kind text not null check (kind in ('UNREADABLE', 'TOO_LARGE', 'CHECKSUM', 'ID_REUSED', 'OTHER_SENDER',
    'UNKNOWN_MANDATE', 'OTHER_BANK', 'NOT_ASKED', 'LATE', 'ENDED', 'CONTRADICTION',
    'CANCELLATION_REFUSED', 'FAILED')),
  file_id uuid not null references clearing_files,
  -- The item of the file, from 1; 0 where it is about the file as a whole.
  item integer not null check (item >= 0),
  -- As the file names it.
  reference text,
  -- What happened and what to do, without personal data.
  words text not null,
  -- The business clock.
  created_at timestamptz not null,
  constraint clearing_exceptions_once unique (file_id, item, kind)
);
create index clearing_exceptions_by_state on clearing_exceptions (state, id);
grant select, insert, update on clearing_exceptions to tegeka_platform;
select attach_counts('clearing_exceptions', 'state', 'no_organization()');

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('clearing-file', false, '{}'), ('exception', false, '{}');
