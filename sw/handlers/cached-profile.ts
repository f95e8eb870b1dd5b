/** Answers `members.get`: the stored profile at once, then a refresh in the background. The card of a list is shown if the server is late. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Profile } from '#contract/entities/profile.ts'
import { conversationId, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { withdrawnPhotos } from '../photos/budget.ts'
import type { Extend } from '../ports.ts'
import { answerOrNull, Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import { hideProfile, profileOfCard, readProfile, touchProfile, writeProfile } from '../store/profiles.ts'
import { isMember, type DeviceSession, type MemberSession } from '../store/session.ts'
import { withTimeout } from '../timeout.ts'
import { answerOfServer, answerWith, type CallHandler } from './answers.ts'
import { PATIENCE_MS } from './server-first.ts'
import { queuedBlocks, shownLikes } from '../writes/overlays.ts'
import { messageIn } from '../writes/table.ts'
import { closedReason, readConversation } from '../store/conversations.ts'
import { readMe } from '../store/me.ts'
import { readOutbox } from '../store/outbox-rows.ts'

export const getMember: CallHandler<'members.get'> = async (device, { session, input, extend }) => {
  const { id } = input.params
  const { ports } = device
  const row = await session.read(['profiles'], (tx) => readProfile(tx, id))
  if (row?.full) {
    extend(session.write(['profiles'], (tx) => touchProfile(tx, id, ports.now())))
    extend(refresh(device, session, id, row.full, extend))
    return answerWith({ profile: await shown(session, row.full) }, row.full_held_at)
  }
  const asking = answerOrNull(take(device, session, id, extend))
  const card = row && !row.hidden ? row : null
  const answer = card ? await withTimeout(ports, PATIENCE_MS, asking, 'late' as const) : await asking
  if (answer !== 'late' && answer !== null) {
    if (!answer.ok || !answer.data) return answerOfServer(answer)
    return answerWith({ profile: await shown(session, answer.data.profile) })
  }
  if (!card) throw new Unreachable()
  if (answer === 'late') extend(asking.then((late) => void (late && ports.news([`member:${id}`]))))
  // The profile was in a list and was never opened: its screen shows the fields of the card [PWA-1].
  return answerWith({ profile: await shown(session, profileOfCard(card.card)) }, card.held_at)
}

const shown = (session: DeviceSession, profile: Profile): Promise<Profile> =>
  isMember(session) ? showProfile(session, profile) : Promise.resolve(profile)

const refresh = async (
  device: Device,
  session: DeviceSession,
  id: number,
  stored: Profile,
  extend: Extend,
): Promise<void> => {
  const answer = await take(device, session, id, extend)
  const isNews = answer.ok ? JSON.stringify(answer.data?.profile) !== JSON.stringify(stored) : answer.body !== null
  if (isNews) device.ports.news([`member:${id}`])
}

/** Fetches and stores a profile. A profile that the server no longer shows is hidden here too. */
const take = async (
  device: Device,
  session: DeviceSession,
  id: number,
  extend: Extend,
): Promise<ServerAnswer<CallAnswer<'members.get'>>> => {
  const { ports } = device
  const answer = await device.server.ask(session, 'members.get', { params: { id } })
  const readRow = () => session.read(['profiles'], (tx) => readProfile(tx, id))
  const before = await readRow()
  if (answer.ok && answer.data) {
    const { profile } = answer.data
    await unlessFull(session.write(['profiles'], (tx) => writeProfile(tx, profile, ports.now())))
    await ignored(device.photos.drop(session, withdrawnPhotos(before, await readRow())))
    extend(device.photos.warm(session, [profile], 'card'))
  } else if (!answer.ok && (answer.body?.error === 'not_found' || answer.body?.error === 'blocked')) {
    await session.write(['profiles'], (tx) => hideProfile(tx, id))
    await ignored(device.photos.drop(session, withdrawnPhotos(before, undefined)))
  }
  return answer
}

/** Adds the current likes, blocks and conversation to a stored profile: these change faster than the profile itself. */
const showProfile = (session: MemberSession, profile: Profile): Promise<Profile> =>
  session.read(['meta', 'likes', 'outbox', 'conversations'], async (tx) => {
    if (!(await readMe(tx)).filled) return profile
    const stored = await tx.objectStore('likes').get(profile.id)
    const outbox = await readOutbox(tx)
    const like = shownLikes(stored ? [stored] : [], outbox).find((like) => like.profile === profile.id)
    const block = queuedBlocks(outbox).get(profile.id)
    const chat = (await readConversation(tx, conversationId(session.member, profile.id)))?.chat
    const isWritten = outbox.some(({ write, state }) => {
      const message = state === 'failed' ? null : messageIn(write)
      return message !== null && partnerIn(message.conversation, session.member) === profile.id
    })
    return {
      ...profile,
      liked: Boolean(like?.sent),
      likes_me: Boolean(like?.received),
      blocked: block ?? profile.blocked,
      closed: closedReason(chat ? chat.closed : profile.closed, block),
      talked: profile.talked === true || Boolean(chat) || isWritten,
    }
  })
