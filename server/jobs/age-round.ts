/** Every 5 minutes: takes members whose days are over out of search, and forgets attempts after 24 hours [GUARD-6]. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { announce } from '../areas/feed/announce.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 5 * MINUTE_MS
const PAGE = 200
/** As long as they count for the limit of a day. */
const AGE_ATTEMPTS_KEPT_MS = 1 * DAY_MS

export const ageRound =
  ({ read, write, now, safeNow }: Deps) =>
  async (): Promise<number> => {
    const at = safeNow()
    for (let page = await read.age.ageOverdue(at, PAGE); page.length > 0; page = await read.age.ageOverdue(at, PAGE)) {
      const overdue = page
      await write(async (tx) => {
        for (const member of overdue) {
          await tx.notices.refreshSearchable(member, at)
          await announce(tx, member, 'user', 0)
        }
      })
    }
    await write((tx) => tx.age.forgetAgeRequests(at - AGE_ATTEMPTS_KEPT_MS))
    return now() + EVERY_MS
  }
