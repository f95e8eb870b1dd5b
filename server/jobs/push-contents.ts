/**
 * The contents of each kind of push that is not about a message (`push-message.ts`): the daily round's, for members who want them, a
 * payment's outcome and a like.
 */
import type { PushAction } from '#contract/push.ts'
import { unfinishedOf, roundLines, weekLines } from './round-facts.ts'
import { serverText } from '../texts.ts'
import { pushJob } from './push-deliver.ts'
import { cardsFrom } from '../areas/find/cards.ts'
import { isMatch, likeStateFrom, whyNoLike } from '../areas/likes/like.ts'
import { mayStillSend } from '../areas/safety/decisions.ts'
import { isDetailedFor, nameOf } from './push-payload.ts'

export const pushUnread = pushJob('unread', async ({ read, now, settings }, { language }, { member, at }) => {
  const unread = await read.notices.unreadBy(member, now())
  // The member read them after the round.
  if (unread.length === 0) return null
  const lines = roundLines(language, unread, 'push.unread', 'push.unread_fictional')
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

/** The outcome of a payment, to the payer's devices, unless the app is open there [PAY-5]. */
export const pushPayment = pushJob('payment', async ({ read, settings }, person, { payment }) => {
  const row = await read.payments.byId(payment)
  // Nothing is sent without an outcome, or if the outcome has been reversed.
  if (!row || (row.status !== 'completed' && row.status !== 'failed')) return null
  const { id, status, credits, method, changedAt } = row
  const isPaid = status === 'completed'
  return {
    title: settings().name,
    body: serverText(person.language, isPaid ? 'push.payment_paid' : 'push.payment_failed'),
    subject: id,
    path: isPaid ? `/transactions/${id}` : `/credits/${credits}/${method}?payment=${id}`,
    at: changedAt,
  }
})

export const pushLike = pushJob('like', async (deps, person, { liker }) => {
  const { read, now, settings } = deps
  if (person.status !== 'active') return null
  // No push if the like has been taken back, seen or hidden.
  const found = await read.find.cardsAndLikes([liker], person.id)
  const state = likeStateFrom(liker, found[0]?.receivedLike, found[0]?.sentLike)
  if (!state.received?.like_new || !(await mayStillSend(deps, liker, 'contact'))) return null
  const [profile] = cardsFrom(found, [liker], person.id, now(), settings().cdn_prefix)
  if (!profile?.exists) return null

  const { language } = person
  const isMutual = isMatch(state)
  const isDetailed = isDetailedFor(person)
  const path = isDetailed ? `/likes/m/${liker}` : '/likes'
  // No "like back" action in discreet mode: the notification does not show the profile.
  const mayLikeBack = isDetailed && !isMutual && whyNoLike(await read.find.relation(person.id, liker)) === null
  const likeBack: PushAction = { action: 'like', title: serverText(language, 'push.action_like'), navigate: path }
  const { at } = state.received
  return {
    ...(isDetailed
      ? {
          names: liker,
          title: nameOf(profile, language),
          body: serverText(language, isMutual ? 'push.match_from' : 'push.like_from'),
        }
      : {
          title: settings().name,
          body: serverText(language, profile.fictional ? 'push.like_fictional' : 'push.like'),
        }),
    path,
    at,
    actions: mayLikeBack ? [likeBack] : [],
    data: { profile },
  }
})
