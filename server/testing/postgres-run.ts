/** Starts PostgreSQL for a run of tests, and makes the empty database that each test copies. */
import { Client } from 'pg'
import { bringUpToDate } from '../db/postgres/migrate.ts'
import { startPostgres, TEMPLATE, TEST_POSTGRES, urlIn } from './postgres.ts'

/**
 * The names under which tests ask SQLite for its tables, its columns, and whether anything was written. The engine's own table is
 * not one of them.
 */
const SQLITE_NAMES = `
create view sqlite_master as select tablename::text as name, 'table' as type from pg_tables
  where schemaname = 'public' and tablename <> 'schema_parts';
create function pragma_table_info(of text) returns table (name text) language sql stable as $$
  select column_name::text from information_schema.columns where table_name = of and is_generated = 'NEVER' order by ordinal_position $$;
create function total_changes() returns text language plpgsql as $$
declare
  state text;
  states text := '';
  of text;
begin
  for of in select tablename from pg_tables where schemaname = 'public' order by tablename loop
    execute format('select count(*) || '' '' || coalesce(max(xmin::text::bigint), 0) from %I', of) into state;
    states := states || ' ' || state;
  end loop;
  return states;
end $$`

export const setup = async (): Promise<() => Promise<void>> => {
  const server = await startPostgres()
  process.env[TEST_POSTGRES] = server.folder
  const first = new Client({ connectionString: urlIn('postgres') })
  await first.connect()
  await first.query(`create database ${TEMPLATE}`)
  await first.end()
  const template = new Client({ connectionString: urlIn(TEMPLATE) })
  await template.connect()
  await bringUpToDate(template)
  await template.query(SQLITE_NAMES)
  await template.end()
  return server.stop
}
