/**
 * Brings all members in line with the setting `age_check`, page by page [GUARD-6]: after it was changed, and at every start,
 * since a way of the check may have come or gone with the environment. Members who are asked from now on get their days, and
 * a mail that says so.
 */
import { DAY_MS } from '#contract/limits.ts'
import { isAsked, setDue } from '../areas/age/demand.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

const PAGE = 500

export const ageWalk =
  (deps: Deps) =>
  async ({ after }: JobPayload<'age.walk'>): Promise<void> => {
    const page = await deps.read.age.agePage(after, PAGE)
    const last = page.at(-1)
    if (!last) return
    const now = deps.now()
    const changed = page.flatMap(({ id, domain, country, fictional, status, due, result }) => {
      const site = deps.at(domain)
      const isDue = !fictional && status !== 'deleted' && result !== 'over' && isAsked(site, country)
      if (isDue === (due !== null)) return []
      return [{ id, due: isDue ? now + site.settings().age_check_grace_days * DAY_MS : null }]
    })
    await deps.write(async (tx) => {
      for (const { id, due } of changed) {
        await setDue(tx, id, due, now)
        if (due !== null) await tx.jobs.add({ kind: 'mail.age_check', payload: { member: id } }, now)
      }
      await tx.jobs.add({ kind: 'age.walk', payload: { after: last.id } }, now)
      tx.jobWaits()
    })
  }
