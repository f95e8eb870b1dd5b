/** The visits of one page: the first, a return, one without network; the pages take turns round by round. */
import { withBrowser, type Cookie } from './browser.ts'
import { untilInstalled, visit, type Visit } from './visit.ts'

export type Page = {
  name: string
  url: string
  /** Matches a control that a person can use. */
  ready: string
  cookies: readonly Cookie[]
  hasWorker: boolean
}

export type Round = {
  cold: Visit
  /** When the service worker was active, and what had come over the wire when it was. */
  installed: { at: number; wireBytes: number } | null
  warm: Visit | null
  offline: Visit | null
}

export const visitInTurns = async <Name extends string>(
  pages: Record<Name, Page>,
  rounds: number,
  browserArgs: string[],
): Promise<{ results: Record<Name, Round[]>; troubles: string[] }> => {
  const entries = Object.entries(pages) as [Name, Page][]
  // `fromEntries` forgets which names it was given.
  const results = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Round[]>
  const troubles: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, page] of entries) {
      try {
        const result = await oneRound(page, browserArgs, (trouble) =>
          troubles.push(`${page.name}, round ${round}: ${trouble}`),
        )
        results[name].push(result)
        console.log(`  round ${round}, ${page.name}: ${lineOf(result)}`)
      } catch (error) {
        troubles.push(`${page.name}, round ${round}: ${messageOf(error)}`)
        console.log(`  round ${round}, ${page.name}: ${messageOf(error)}`)
      }
    }
  }
  return { results, troubles }
}

type Trouble = (text: string) => void

const oneRound = (page: Page, browserArgs: string[], trouble: Trouble): Promise<Round> =>
  withBrowser(page.cookies, browserArgs, async (context, link) => {
    // An empty tab keeps the browser open while visits come and go.
    await context.newPage()
    const first = await visit(context, link, page.url, page.ready)
    for (const failure of first.visit.failures) trouble(`first visit: ${failure}`)
    const installed = page.hasWorker
      ? await orNull(trouble, 'service worker', async () => ({
          ...(await untilInstalled(first.page, link)),
          wireBytes: link.received(),
        }))
      : null
    await first.page.close()
    const again = async (): Promise<Visit> => {
      const { page: tab, visit: seen } = await visit(context, link, page.url, page.ready)
      await tab.close()
      return seen
    }
    const warm = await orNull(trouble, 'return', again)
    if (!page.hasWorker) return { cold: first.visit, installed, warm, offline: null }
    link.cut()
    await context.setOffline(true)
    return { cold: first.visit, installed, warm, offline: await orNull(trouble, 'offline', again) }
  })

const orNull = async <Result>(trouble: Trouble, what: string, work: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await work()
  } catch (error) {
    trouble(`${what}: ${messageOf(error)}`)
    return null
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 400)

const lineOf = ({ cold, installed, warm, offline }: Round): string => {
  return `FCP ${ms(cold.fcp)}, LCP ${ms(cold.lcp)} (${cold.lcpWas}), ready ${ms(cold.ready)}, worker ${ms(installed?.at)}, warm ${ms(warm?.ready)}, offline ${ms(offline?.ready)} ms; ${ms((installed?.wireBytes ?? cold.wireBytes) / 1_000)} kB, ${cold.requests} requests`
}

const ms = (value: number | null | undefined): string => value?.toFixed(0) ?? '–'
