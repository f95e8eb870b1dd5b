#!/bin/sh
# Runs once in the container of PostgreSQL: the server's role owns its database and is no superuser.
set -e
psql -v ON_ERROR_STOP=1 -v password="$VISAVIS_DB_PASSWORD" -U postgres <<'SQL'
create role visavis login password :'password';
create database visavis owner visavis encoding 'UTF8' template template0;
SQL
