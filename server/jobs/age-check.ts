/** The jobs of the age check [GUARD-6]: the walk after a change, the mail to a member who will be asked, and the round. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { isAsked, setDue } from '../areas/age/demand.ts'
import { announce } from '../areas/feed/announce.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverDay, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

const WALK_PAGE = 500
/** How many members one write changes: it takes a few milliseconds, and requests run in the pauses between two writes. */
const CHANGED = 25
const PAUSE_MS = 5

/**
 * Brings all members in line with the setting `age_check`, page by page: after it was changed, and at every start,
 * since a way of the check may have come or gone with the environment. Members who are asked from now on get their days, and
 * a mail that says so.
 */
export const ageWalk =
  (deps: Deps) =>
  async ({ after }: JobPayload<'age.walk'>): Promise<void> => {
    const page = await deps.read.age.agePage(after, WALK_PAGE)
    const last = page.at(-1)
    if (!last) return
    const now = deps.now()
    const changed = page.flatMap(({ id, domain, country, fictional, status, due, result }) => {
      const site = deps.at(domain)
      const isDue = !fictional && status !== 'deleted' && result !== 'over' && isAsked(site, country)
      if (isDue === (due !== null)) return []
      return [{ id, due: isDue ? now + site.settings().age_check_grace_days * DAY_MS : null }]
    })
    for (let from = 0; from < changed.length; from += CHANGED) {
      await deps.write(async (tx) => {
        for (const { id, due } of changed.slice(from, from + CHANGED)) {
          await setDue(tx, id, due, now)
          if (due !== null) await tx.jobs.add({ kind: 'mail.age_check', payload: { member: id } }, now)
        }
      })
      await deps.pause(PAUSE_MS)
    }
    await deps.write(async (tx) => {
      await tx.jobs.add({ kind: 'age.walk', payload: { after: last.id } }, now)
    })
  }

/** Notifies a member in advance that their country requires an age check, from which day, and which data the check stores. */
export const mailAgeCheck =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.age_check'>, job: number): Promise<void> => {
    const facts = await deps.read.age.ageFacts(member)
    const person = await deps.read.notices.person(member)
    // Meanwhile the member has passed the check, or the country asks no more.
    if (!facts || facts.due === null || !person || person.shownStatus !== 'active') return
    const { language, timeZone } = person
    await post.needed(job, person, {
      subject: serverText(language, 'mail.age.subject'),
      paragraphs: [
        serverText(language, 'mail.age.text', { date: serverDay(language, facts.due, timeZone) }),
        serverText(language, 'mail.age.until'),
        serverText(language, 'mail.age.stored'),
      ],
      button: { text: serverText(language, 'mail.age.button'), url: `${publicUrl(deps.env)}/age` },
    })
  }

const ROUND_MS = 5 * MINUTE_MS
/** As long as they count for the limit of a day. */
const AGE_ATTEMPTS_KEPT_MS = 1 * DAY_MS

/** Every 5 minutes: takes members whose days are over out of search, and forgets attempts after 24 hours. */
export const ageRound =
  ({ read, write, now, safeNow, pause }: Deps) =>
  async (): Promise<number> => {
    const at = safeNow()
    const nextPage = () => read.age.ageOverdue(at, CHANGED)
    for (let page = await nextPage(); page.length > 0; page = await nextPage()) {
      const overdue = page
      await write(async (tx) => {
        for (const member of overdue) {
          await tx.notices.refreshSearchable(member, at)
          await announce(tx, member, 'user', 0)
        }
      })
      await pause(PAUSE_MS)
    }
    await write((tx) => tx.age.forgetAgeRequests(at - AGE_ATTEMPTS_KEPT_MS))
    return now() + ROUND_MS
  }
