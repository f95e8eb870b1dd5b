/**
 * Answers the member's own data: account, conversations, likes. The full lists are fetched once; the feed keeps them
 * fresh.
 */
import { isDeviceCursor } from '#contract/calls/parts.ts'
import type { User } from '#contract/entities/user.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { Unreachable } from '../server-api.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { PAGE_OVERLAP, showChats, showLikes, showSession, type ListPart, type StoredAnswer } from '../store/views.ts'
import { answerOfServer, answerShown, answerWith, type CallHandler } from './answers.ts'
import { cachedPrices, messagesSince } from './site-data.ts'

const NOBODY = { user: null, counts: null }
/** A returning visitor waits at most this long for the answer that nobody is logged in. */
const VISITOR_PATIENCE_MS = 4_000

export const getUser: CallHandler<'user.get'> = async (device, { session, extend }) => {
  if (isMember(session)) {
    const prices = await cachedPrices(device)
    return fresh(device, session, extend, (member) => showSession(member, prices))
  }
  const { known, pending_logout } = await device.sessions.shell.read()
  if (pending_logout) {
    // Nobody is logged in here, though the server does not know it yet: a page must not show the member until it does.
    extend(device.logout.finish())
    return answerWith(NOBODY, device.ports.now())
  }
  const parked = async (): Promise<{ parked?: number }> => {
    const shell = await device.sessions.shell.read()
    return shell.parked === null ? {} : { parked: shell.parked }
  }
  try {
    const answer = await device.identity.askForPage(known ? VISITOR_PATIENCE_MS : undefined)
    return answer.ok && answer.data?.user === null
      ? answerWith({ ...answer.data, ...(await parked()) })
      : answerOfServer(answer)
  } catch (error) {
    if (error instanceof Unreachable && known) return answerWith({ ...NOBODY, ...(await parked()) }, device.ports.now())
    throw error
  }
}

export const getChats: CallHandler<'chats.get'> = async (device, { session, input, extend }) => {
  const since = await messagesSince(device)
  const after = input.query.after
  if (after === undefined) return fresh(device, session, extend, (member) => showChats(member, since))
  return laterPage(device, session, extend, {
    list: 'chats',
    show: () => showChats(session, since, partAfter(after)),
    entries: ({ chats }) => chats.length,
  })
}

export const getLikes: CallHandler<'likes.get'> = (device, { session, input, extend }) => {
  const after = input.query.after
  if (after === undefined) return fresh(device, session, extend, (member) => showLikes(member))
  return laterPage(device, session, extend, {
    list: 'likes',
    show: () => showLikes(session, partAfter(after)),
    entries: ({ liked_by, liked }) => Math.max(liked_by.length, liked.length),
  })
}

/** After a cursor of the server, which the page got before a worker took control, the device continues behind its own first page. */
const partAfter = (after: string): ListPart => ({
  from: isDeviceCursor(after) ? Number(after) : LIST_PAGE - PAGE_OVERLAP,
  most: LIST_PAGE,
})

type LaterPage<Data> = {
  list: 'chats' | 'likes'
  show: () => Promise<StoredAnswer<Data> | null>
  /** The number of entries in an answer. */
  entries: (data: Data) => number
}

/**
 * A page after the first: from the device, and where its entries end, from the next page of the server, as long as there is one (decision
 * 42).
 */
const laterPage = async <Data extends { next?: string | null | undefined }>(
  device: Device,
  session: MemberSession,
  extend: Extend,
  { list, show, entries }: LaterPage<Data>,
): Promise<Response> => {
  const sync = device.syncOf(session)
  await sync.filled()
  for (;;) {
    const stored = await show()
    if (!stored) throw new Unreachable()
    if (entries(stored.data) > PAGE_OVERLAP || stored.data.next === null) {
      extend(sync.soon())
      return answerShown(stored)
    }
    await sync.nextPage(list)
  }
}

export const getProfile: CallHandler<'profile.get'> = (device, { session, extend }) =>
  fresh(
    device,
    session,
    extend,
    ofUser(({ profile }) => ({ profile })),
  )

export const getNotifications: CallHandler<'notifications.get'> = (device, { session, extend }) =>
  fresh(
    device,
    session,
    extend,
    ofUser(({ settings }) => ({ settings })),
  )

const ofUser =
  (part: (user: User) => unknown) =>
  async (member: MemberSession): Promise<StoredAnswer<unknown> | null> => {
    // Neither profile nor settings show credits.
    const shown = await showSession(member, null)
    return shown?.data.user ? { data: part(shown.data.user), cachedAt: shown.cachedAt } : null
  }

/**
 * Answers with the stored data at once and then reads the feed. Without stored data, the full lists are fetched first.
 */
const fresh = async (
  device: Device,
  session: MemberSession,
  extend: Extend,
  show: (session: MemberSession) => Promise<StoredAnswer<unknown> | null>,
): Promise<Response> => {
  const sync = device.syncOf(session)
  const stored = await show(session)
  if (stored) {
    extend(sync.soon())
    return answerShown(stored)
  }
  await sync.filled()
  extend(sync.now())
  const taken = await show(session)
  if (!taken) throw new Unreachable()
  return answerShown(taken)
}
