-- The file that a customer came in is their import: its name, and who confirmed it, stand there.
alter table customers drop constraint customers_organization_id_source_id_fkey;
alter table customers
  add foreign key (organization_id, source_id) references imports (organization_id, id);
drop table customer_sources;
