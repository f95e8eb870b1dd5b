/** The bare queries behind bare Hono: what searching over HTTP costs at the least. With PORT and a database in FILE. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import * as v from 'valibot'
import Database from 'better-sqlite3'
import { Search } from './filters.ts'
import { QUERY_MS } from './load.ts'

type Walk = 'activity' | 'year'
type BareQuery = (search: Search['bare']) => unknown[]

const PAGE = 24

// SQLite compiled with STAT4 compiles a statement anew whenever a parameter is bound that its plan could depend on;
// behind a unary plus the planner does not look at it. The limit is the best we know.
const walkOf = (index: string, narrowed: string): string => `
  select id, last_active from profiles indexed by ${index}
  where searchable = 1 and gender = +@gender and country = +@country ${narrowed}
    and birth_date between +@from and +@to and (last_active, id) < (@lastActive, @lastId) and id <> +@viewer
    and not exists (select 1 from blocks where blocker = +@viewer and blocked = profiles.id)
    and not exists (select 1 from blocks where blocker = profiles.id and blocked = +@viewer)
  order by last_active desc, id desc limit ${PAGE}`

const rowsOf = (ids: string): string => `
  select page.id, name, gender, birth_date, country, region, city, page.last_active
  from (${ids}) as page join profiles on profiles.id = page.id
  order by page.last_active desc, page.id desc`

/**
 * The limit of search: the same page with raw statements on the same file, by each of the two indexes. Same rules as
 * ours (age, oneself, blocks in both directions), nothing else: no sessions, no settings, no photos.
 */
const openBareQueries = (file: string): Record<Walk, BareQuery> => {
  const database = new Database(file, { readonly: true })
  database.pragma('cache_size = -65536')
  database.pragma('mmap_size = 1073741824')
  const byActivity = database.prepare(rowsOf(walkOf('profiles_active', '')))
  const byYears = new Map<number, Database.Statement>()

  /** One short walk a year, merged: bounded whatever the filter. */
  const byYear = (count: number): Database.Statement => {
    const known = byYears.get(count)
    if (known) return known
    const walks = Array.from(
      { length: count },
      (_, index) => `select * from (${walkOf('profiles_year', `and birth_year = +@year${index}`)})`,
    )
    const merged = `select * from (${walks.join(' union all ')}) order by last_active desc, id desc limit ${PAGE}`
    const statement = database.prepare(rowsOf(merged))
    byYears.set(count, statement)
    return statement
  }

  return {
    activity: (search) => byActivity.all(search),
    year: (search) => {
      const first = Number(search.from.slice(0, 4))
      const count = Number(search.to.slice(0, 4)) - first + 1
      const years = Object.fromEntries(Array.from({ length: count }, (_, index) => [`year${index}`, first + index]))
      return byYear(count).all({ ...search, ...years })
    },
  }
}

const env = v.parse(v.object({ PORT: v.string(), FILE: v.string() }), process.env)
const BareRequest = v.object({ walk: v.picklist(['activity', 'year']), bare: Search.entries.bare })
const queries = openBareQueries(env.FILE)

const app = new Hono()
app.get('/', (c) => c.text('ready'))
app.post('/search', async (c) => {
  const { walk, bare } = v.parse(BareRequest, await c.req.json())
  const start = performance.now()
  const results = queries[walk](bare)
  c.header(QUERY_MS, String(performance.now() - start))
  return c.json({ results })
})
serve({ fetch: app.fetch, port: Number(env.PORT), hostname: '127.0.0.1' })
