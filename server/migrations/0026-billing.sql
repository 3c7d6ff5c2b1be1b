-- What was settled in a month, by the banks of payers.
create index collections_by_settlement on collections (settled_at)
  include (bank_id, charge, excise_duty) where settled_at is not null;
-- What was given back in a month. A returned debit does not change any more.
create index collections_by_giving_back on collections (updated_at)
  include (bank_id, charge, excise_duty) where state = 'RETURNED' and gives_back;
