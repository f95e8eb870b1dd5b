/** SQLite's functions that the queries use, in PostgreSQL. Each is plain SQL, so that the planner can inline it. */
export const FUNCTIONS = {
  name: 'functions',
  statement: `
create or replace function min(one bigint, other bigint) returns bigint
  language sql immutable as 'select least(one, other)';
create or replace function max(one bigint, other bigint) returns bigint
  language sql immutable as 'select greatest(one, other)';
create or replace function max(one bigint, two bigint, three bigint) returns bigint
  language sql immutable as 'select greatest(one, two, three)';
create or replace function json_each(list text) returns table (value text)
  language sql immutable rows 20 as 'select jsonb_array_elements_text(list::jsonb)';
create or replace function json_extract(document text, path text) returns text
  language sql immutable as $$
    select case document::jsonb #> string_to_array(substr(path, 3), '.') when 'true' then '1' when 'false' then '0'
      else document::jsonb #>> string_to_array(substr(path, 3), '.') end $$;
create or replace function json_set(document text, path text, value bigint) returns text
  language sql immutable as $$
    select jsonb_set(document::jsonb, string_to_array(substr(path, 3), '.'), coalesce(to_jsonb(value), 'null'))::text $$;
create or replace function date(seconds bigint, epoch text) returns text
  language sql immutable as $$ select to_char(to_timestamp(seconds) at time zone 'UTC', 'YYYY-MM-DD') $$;
do $$ begin
  create operator ->> (leftarg = text, rightarg = text, function = json_extract);
exception when duplicate_function then null; end $$`,
}

/**
 * Rows of the audit are only added [DESK-3], also where the program has a fault or an attacker its password. SQLite's triggers say the
 * same. An owner may give the right back, and nothing binds a superuser, so the server must not be one.
 */
export const RIGHTS = {
  name: 'rights',
  statement: 'revoke update, delete, truncate on audit from current_user, public',
}

/** SQLite's own tables that the queries read. */
export const VIEWS = {
  name: 'views',
  // A row of the audit gets its id from the row before, so that no sequence counts them.
  statement: `create or replace view sqlite_sequence as select 'audit' as name, coalesce(max(id), 0) as seq from audit`,
}
