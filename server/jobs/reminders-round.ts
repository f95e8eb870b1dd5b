/** Once a day for all members: reminders, weekly updates, and pruning of long feeds. */
import { forgetAgedUnread } from '../areas/chat/mark-read.ts'
import { pruneFeed } from '../areas/feed/sync.ts'
import type { Deps } from '../deps.ts'
import { nextAtHour, ROUND_HOUR } from './recurring.ts'
import { remindOfUnfinished, remindOfUnread, tellOfWeek } from './round-reminders.ts'

/** Ten members are looked at in two to three milliseconds, if few need anything. In the pause requests run. */
const PAGE = 10
const PAUSE_MS = 3

/**
 * The number of changes that a feed stores for a device that was offline; a device that missed more loads everything
 * again.
 */
const FEED_KEPT = 1_000
/** Prune only if it removes enough to be worth a write. */
const FEED_SLACK = 200

export const remindersRound = (given: Deps) => async (): Promise<number> => {
  // A clock that jumped ahead would remind everybody at once [OPS-14].
  const deps = { ...given, now: given.safeNow }
  let after = 0
  for (;;) {
    const page = await deps.read.notices.memberPage(after, PAGE)
    const last = page.at(-1)
    if (!last) return nextAtHour(ROUND_HOUR, given.now())
    for (const member of page) {
      try {
        await roundOf(deps, member)
      } catch (error) {
        // A failure for one member must not stop the reminders of all others.
        deps.log.error(
          { err: error, member: member.id },
          'the daily round failed for a member, continuing with the next',
        )
      }
    }
    after = last.id
    await deps.pause(PAUSE_MS)
  }
}

type Member = Awaited<ReturnType<Deps['read']['notices']['memberPage']>>[number]

const roundOf = async (deps: Deps, member: Member): Promise<void> => {
  if (member.hasUnread) {
    await forgetAgedUnread(deps, member.id)
    await remindOfUnread(deps, member)
  }
  await tellOfWeek(deps, member)
  await remindOfUnfinished(deps, member)
  if (member.feedSeq - member.feedFloor > FEED_KEPT + FEED_SLACK) await prune(deps, member)
}

/** Piece by piece, so that no write takes long. */
const prune = async (deps: Deps, { id, feedFloor }: Member): Promise<void> => {
  let before: number
  let floor = feedFloor
  do {
    before = floor
    floor = await deps.write((tx) => pruneFeed(tx, id, FEED_KEPT))
    await deps.pause(PAUSE_MS)
  } while (floor > before)
}
