-- What was settled in a month, by the banks of payers.
create index debits_by_settlement on debits (settled_at)
  include (bank_id, charge, excise_duty) where settled_at is not null;
-- What was given back in a month. A returned debit does not change any more.
create index debits_by_giving_back on debits (updated_at)
  include (bank_id, charge, excise_duty) where state = 'RETURNED' and gives_back;
