-- The row of a file at which it could not be read any further; null where no row is to blame.
alter table customer_imports add column failure_row integer check (failure_row > 0);
