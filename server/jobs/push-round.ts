/**
 * The pushes of the daily round, for members who want them: unread messages, the week, and an unfinished profile or
 * signup.
 */
import { unfinishedOf } from '../areas/notices/unfinished.ts'
import { serverText } from '../texts.ts'
import { pushJob } from './push-deliver.ts'
import { linesOf, weekLines } from './week-lines.ts'

export const pushUnread = pushJob('unread', async ({ read, now, settings }, { language }, { member, at }) => {
  const unread = await read.notices.unreadBy(member, now())
  // The member read them after the round.
  if (unread.length === 0) return null
  const lines = linesOf(language, unread, 'push.unread', 'push.unread_fictional')
  return { title: settings().name, body: lines.join('\n'), path: '/chats', at }
})

export const pushWeekly = pushJob('weekly', async (deps, person, { at }) => {
  const { lines, path } = await weekLines(deps, person)
  if (lines.length === 0) return null
  const title = serverText(person.language, 'mail.weekly.subject', { site: deps.settings().name })
  return { title, body: lines.join('\n'), path, at }
})

export const pushReminder = pushJob('reminder', async (deps, { language }, { member, at }) => {
  const unfinished = await unfinishedOf(deps, member)
  if (!unfinished) return null
  const isSignup = unfinished.what === 'signup'
  return {
    title: deps.settings().name,
    body: serverText(language, isSignup ? 'push.reminder_signup' : 'push.reminder_profile'),
    path: isSignup ? '/complete-signup' : '/profile',
    at,
  }
})
