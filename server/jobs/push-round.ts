/**
 * The pushes of the daily round, for members who want them: unread messages, the week, and an unfinished profile or
 * signup.
 */
import type { PushSender } from '../adapters/push.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { unfinishedOf } from '../areas/notices/unfinished.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { deliver, type Letter } from './push-deliver.ts'
import { payloadFor, type Told } from './push-payload.ts'
import { linesOf, weekLines } from './week-lines.ts'

export const pushUnread =
  (deps: Deps, push: PushSender) =>
  ({ member, at, endpoint }: JobPayload<'push.unread'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'unread',
      recipient: member,
      endpoint,
      make: async (person) => {
        if (!wantsPush(person, 'unread_message_reminders')) return null
        const unread = await deps.read.notices.unreadBy(member, deps.now())
        // The member read them after the round.
        if (unread.length === 0) return null
        const lines = linesOf(person.language, unread, 'push.unread', 'push.unread_fictional')
        return letterOf(deps, person, at, 'unread', { body: lines.join('\n'), path: '/chats' })
      },
      again: (device, runAt) => ({ kind: 'push.unread', payload: { member, at, endpoint: device }, runAt }),
    })

export const pushWeekly =
  (deps: Deps, push: PushSender) =>
  ({ member, at, endpoint }: JobPayload<'push.weekly'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'weekly',
      recipient: member,
      endpoint,
      make: async (person) => {
        if (!wantsPush(person, 'weekly_updates')) return null
        const { lines, path } = await weekLines(deps, person)
        if (lines.length === 0) return null
        const title = serverText(person.language, 'mail.weekly.subject', { site: deps.settings().name })
        return letterOf(deps, person, at, 'weekly', { title, body: lines.join('\n'), path })
      },
      again: (device, runAt) => ({ kind: 'push.weekly', payload: { member, at, endpoint: device }, runAt }),
    })

export const pushReminder =
  (deps: Deps, push: PushSender) =>
  ({ member, at, endpoint }: JobPayload<'push.reminder'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'reminder',
      recipient: member,
      endpoint,
      make: async (person) => {
        const unfinished = wantsPush(person, 'reminders') ? await unfinishedOf(deps, member) : null
        if (!unfinished) return null
        const isSignup = unfinished.what === 'signup'
        return letterOf(deps, person, at, 'reminder', {
          body: serverText(person.language, isSignup ? 'push.reminder_signup' : 'push.reminder_profile'),
          path: isSignup ? '/complete-signup' : '/profile',
        })
      },
      again: (device, runAt) => ({ kind: 'push.reminder', payload: { member, at, endpoint: device }, runAt }),
    })

/** Tag and topic are the same, so a newer push of a kind replaces the older one. */
const letterOf = async (
  deps: Deps,
  person: PersonRow,
  since: number,
  topic: string,
  told: Pick<Told, 'body' | 'path'> & { title?: string },
): Promise<Letter | null> => {
  const payload = await payloadFor(deps, person, {
    title: deps.settings().name,
    ...told,
    tag: topic,
    at: since,
    silent: true,
  })
  return payload && { payload, topic, since }
}
