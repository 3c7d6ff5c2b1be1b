-- The payer's page: a link to a phone, a code, and a session. Tokens are stored as SHA-256 only.

-- A link that a payer asked for because they lost theirs. Spent by deleting the row.
create table payer_links (
  token_hash text primary key,
  -- +256 and nine digits: where link and code went.
  phone text not null,
  expires_at timestamptz not null
);
create index payer_links_by_expiry on payer_links (expires_at);
grant select, insert, update, delete on payer_links to tegeka_platform;

-- A payer who has proved the phone by link and code, and named the account.
create table payer_sessions (
  token_hash text primary key,
  phone text not null,
  -- Those of one account number; it covers the mandates with this phone and one of these.
  account_fingerprints text[] not null,
  expires_at timestamptz not null
);
create index payer_sessions_by_expiry on payer_sessions (expires_at);
grant select, insert, delete on payer_sessions to tegeka_platform;
