-- What was settled in a month, by the banks of payers.
create index collections_by_settlement on collections (settled_at)
  include (bank_id, charge, excise_duty) where settled_at is not null;
