-- Who we exchange files of debits and payouts with, and how they work. Each profile holds from a day
-- on and is never changed: a change is a new row.

create table channel_profiles (
  channel text not null check (channel in ('clearing-house', 'settlement-bank')),
  -- By the business clock, in Kampala.
  valid_from date not null,
  -- Items that one file has at most.
  items_per_file integer not null check (items_per_file between 1 and 100000),
  -- So many cut-offs after its own a file must have been answered.
  answer_sessions integer not null check (answer_sessions > 0),
  -- NEGATIVE_ONLY: only refusals are told, and the statement decides.
  answers text not null check (answers in ('EXPLICIT', 'NEGATIVE_ONLY')),
  -- Inquiries are asked about an item without an answer, the first at its deadline: so many minutes each
  -- of them waits for its answer. After the last wait two operators settle the item.
  inquiry_waits integer[] not null,
  -- Business days after the collection day on which the money of a debit is settled: its IntrBkSttlmDt. After
  -- so many days from its acceptance money that has not been booked is late.
  settlement_days integer not null check (settlement_days between 0 and 30),
  -- Who is named as the receiver (InstdAgt) of a message about debits: the bank that debits them, or the house.
  instructed_agent text not null default 'PAYERS_BANK'
    check (instructed_agent in ('PAYERS_BANK', 'HOUSE')),
  primary key (channel, valid_from)
);
grant select on channel_profiles to tegeka_tenant;
grant select, insert on channel_profiles to tegeka_platform;
insert into channel_profiles (channel, valid_from, items_per_file, answer_sessions, answers,
  inquiry_waits, settlement_days)
values
  ('clearing-house', '2018-01-01', 5000, 2, 'EXPLICIT', array[240, 1200, 1440], 2),
  ('settlement-bank', '2018-01-01', 5000, 2, 'EXPLICIT', array[]::integer[], 2);
