/** The bare queries behind bare Hono: what searching over HTTP costs at the least. With PORT and a database in FILE. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import * as v from 'valibot'
import { openBareQueries } from './bare-queries.ts'
import { Search } from './filters.ts'
import { QUERY_MS } from './load.ts'

const env = v.parse(v.object({ PORT: v.string(), FILE: v.string() }), process.env)
const Asked = v.object({ walk: v.picklist(['activity', 'year']), bare: Search.entries.bare })
const queries = openBareQueries(env.FILE)

const app = new Hono()
app.get('/', (c) => c.text('ready'))
app.post('/search', async (c) => {
  const { walk, bare } = v.parse(Asked, await c.req.json())
  const start = performance.now()
  const results = queries[walk](bare)
  c.header(QUERY_MS, String(performance.now() - start))
  return c.json({ results })
})
serve({ fetch: app.fetch, port: Number(env.PORT), hostname: '127.0.0.1' })
