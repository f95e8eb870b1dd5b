/** The searching load: each search at ours, then at both bare queries, one after another. */
import { openConnection, type Answer, type Connection } from '../http/connection.ts'
import { serveTask } from '../process/task.ts'
import type { Search } from './filters.ts'
import { QUERY_MS, SearchLoad, type SearchTimes } from './load.ts'

const WARM_UP = 30

serveTask(SearchLoad, async ({ ours, postgres, bare, searches, matches }): Promise<SearchTimes> => {
  const toOurs = await openConnection(ours)
  const toPostgres = postgres === null ? null : await openConnection(postgres)
  const toBare = await openConnection(bare)
  const times: SearchTimes = {
    ours: [],
    postgres: [],
    matches: [],
    activity: { query: [], http: [] },
    year: { query: [], http: [] },
    found: { ours: 0, postgres: 0, bare: 0 },
  }
  for (const [index, search] of [...searches.slice(0, WARM_UP), ...searches].entries()) {
    const isMeasured = index >= Math.min(WARM_UP, searches.length)
    const own = await timed(() => askOurs(toOurs, search))
    if (isMeasured) {
      times.ours.push(own.ms)
      times.found.ours += countIn(own.answer)
    }
    if (toPostgres) {
      const { ms, answer } = await timed(() => askOurs(toPostgres, search))
      if (isMeasured) {
        times.postgres.push(ms)
        times.found.postgres += countIn(answer)
      }
    }
    if (matches) {
      const { ms } = await timed(() => toOurs.request('GET', '/api/match-finder', { cookie: search.cookie }))
      if (isMeasured) times.matches.push(ms)
    }
    for (const walk of ['activity', 'year'] as const) {
      const { ms, answer } = await timed(() => askBare(toBare, walk, search))
      if (!isMeasured) continue
      times[walk].http.push(ms)
      times[walk].query.push(Number(new RegExp(`${QUERY_MS}: ([\\d.]+)`, 'i').exec(answer.head)?.[1]))
      if (walk === 'activity') times.found.bare += countIn(answer)
    }
  }
  return times
})

const timed = async (ask: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> => {
  const start = performance.now()
  const answer = await ask()
  const ms = performance.now() - start
  if (answer.status !== 200) throw new Error(`A search was refused: ${answer.head}\n${answer.body}`)
  return { ms, answer }
}

const askOurs = (connection: Connection, { path, cookie }: Search): Promise<Answer> =>
  connection.request('GET', path, { cookie })

const askBare = (connection: Connection, walk: 'activity' | 'year', { bare }: Search): Promise<Answer> =>
  connection.request('POST', '/search', {}, JSON.stringify({ walk, bare }))

const countIn = ({ body }: Answer): number => (JSON.parse(body) as { results: unknown[] }).results.length
