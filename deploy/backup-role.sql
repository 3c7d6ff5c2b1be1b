-- The login for backups: it reads every row of every table and writes none. Run once by a superuser of the cluster:
-- psql -v ON_ERROR_STOP=1 -f deploy/backup-role.sql, then set its password with \password tegeka_backup.
-- The owner of the tables cannot make a dump, as the row policies bind it too.
create role tegeka_backup login bypassrls connection limit 4;
alter role tegeka_backup set default_transaction_read_only = on;
grant pg_read_all_data to tegeka_backup;
