/**
 * Stores the markup of a member's screens for the next start of the app, so that the screen shows before any script runs
 * [PWA-17]. It lies in the member's own database: it goes with all their data at a logout, and nobody else's session can read it [PWA-11].
 */
import { callOf, matchCall, type CallAnswer, type CallParsed } from '#contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import type { StoredAnswers } from '#contract/device.ts'
import type { Message } from '#contract/entities/chat.ts'
import {
  isSnapshotCall,
  messagesShownBefore,
  SNAPSHOT_CHATS,
  snapshotTag,
  type SnapshotCall,
} from '#contract/rules/snapshot-tag.ts'
import type { Device } from '../device.ts'
import type { SnapshotRow } from '../store/member-db.ts'
import { readUnlessLost } from '../store/opener.ts'
import { searchDevice } from '../store/searches.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { unlessFull } from '../storage.ts'
import { hasUnchanged, showChats, showMessages, showSession, type StoredAnswer } from '../store/views.ts'
import { cachedPrices, messagesSince } from './site-data.ts'
import { parseInput } from './input.ts'

/** Stores a snapshot, unless the device holds something else by now: then the page is about to show that. */
export const takeSnapshot = async (
  device: Device,
  session: MemberSession,
  snapshot: CallParsed<'device.snapshot'>['body'],
): Promise<void> => {
  const { version, now } = device.ports
  // The markup has no script of its own, so a script in it did not come from this app.
  const isMarkup = snapshot.html !== '' && !/<script/i.test(snapshot.html)
  const row = { ...snapshot, version, at: now() }
  const screen = isMarkup ? await readScreen(device, session, row.call) : null
  if (screen?.tag === row.tag) await unlessFull(writeSnapshot(session, row))
  await sweepSnapshots(device, session)
}

/** Deletes the snapshots that may not be shown any more, so that nothing of what the member deleted is left in them. */
export const sweepSnapshots = async (device: Device, session: MemberSession): Promise<void> => {
  const rows = await readSnapshots(session)
  const screens = await Promise.all(rows.map((row) => screenOf(device, session, row)))
  await dropSnapshots(
    session,
    rows.filter((_, index) => screens[index] === null).map(({ path }) => path),
  )
}

/**
 * @returns the screen of the markup as the device would show it now; null if the markup may not be shown: it fits other styles [PWA-10], or
 *   shows something that is not so any more. Newer messages may be missing in it: the app shows them when it has started.
 */
const screenOf = async (
  device: Device,
  session: MemberSession,
  { version, call, tag }: SnapshotRow,
): Promise<Screen | null> => {
  const screen = version === device.ports.version ? await readScreen(device, session, call) : null
  if (!screen || screen.tag === tag) return screen
  const before = screen.shownBefore(tag)
  return before && (await hasUnchanged(session, before, await messagesSince(device))) ? screen : null
}

/** The stored markup of a screen, and the answers that the app requests first. */
export type StoredScreen = SnapshotRow & { answers: StoredAnswers }

/** @returns null if there is none that may be shown in this language */
export const readStoredScreen = async (
  device: Device,
  path: string,
  locale: string | undefined,
): Promise<StoredScreen | null> => {
  const session = await device.sessions.current()
  if (!isMember(session)) return null
  const snapshot = await readSnapshot(session, path)
  if (!snapshot || snapshot.locale !== locale) return null
  const [screen, settings] = await Promise.all([
    screenOf(device, session, snapshot),
    device.sessions.shell.readSite('settings.get'),
  ])
  if (!screen || session.isOver()) return null
  return {
    ...snapshot,
    answers: {
      ...screen.answers,
      ...(settings ? { [pathOf(callOf('settings.get'))]: { data: settings.data, cachedAt: settings.held_at } } : {}),
    },
  }
}

/** A screen as the device would show it now: its tag, and the answers that the app requests first. */
type Screen = {
  tag: string
  answers: StoredAnswers
  /** `messagesShownBefore` for a snapshot of this screen. */
  shownBefore: (tag: string) => Message[] | null
}

/** @returns null if it is no request of a screen with a snapshot, or if its data is missing */
const readScreen = async (device: Device, session: MemberSession, request: string): Promise<Screen | null> => {
  const { pathname, searchParams } = new URL(request, device.ports.origin)
  const call = matchCall('GET', pathname.replace(/^\/api\//, ''), (name) => searchParams.get(name))
  if (!call || !isSnapshotCall(call.name)) return null
  const parsed = parseInput(call.name, { params: call.params, query: searchParams, body: null, upload: null })
  if (!parsed.ok) return null
  const [shown, me] = await Promise.all([
    show(device, session, call.name, parsed.input),
    cachedPrices(device).then((prices) => showSession(session, prices)),
  ])
  const user = me?.data.user
  if (!shown || !user) return null
  const { name } = call
  return {
    tag: snapshotTag(name, shown.data, user),
    answers: { [pathOf(callOf('user.get'))]: me, [request]: shown },
    shownBefore: (tag) => messagesShownBefore(tag, name, shown.data, user),
  }
}

const show = <Name extends SnapshotCall>(
  device: Device,
  session: MemberSession,
  name: Name,
  input: CallParsed<Name>,
): Promise<StoredAnswer<CallAnswer<Name>> | null> => shows[name](device, session, input)

/** Reads the answers of the screens with snapshots from the device alone. */
const shows: {
  [Name in SnapshotCall]: (
    device: Device,
    session: MemberSession,
    input: CallParsed<Name>,
  ) => Promise<StoredAnswer<CallAnswer<Name>> | null>
} = {
  'chats.get': async (device, session) =>
    showChats(session, await messagesSince(device), { from: 0, most: START_CHATS }),
  'messages.list': async (device, session, { params: { conversation } }) =>
    showMessages(session, conversation, undefined, await messagesSince(device)),
  'members.search': (_, session, { query: { page: _page, after: _after, ...filter } }) =>
    searchDevice(session, { filter, page: 1 }, 0),
}

/**
 * The number of conversations that come with the document: all that the markup shows, even if others have got newer messages since. A page at a slow
 * processor took 60 to 80 ms to read 200 of them. It requests all of them once it is idle.
 */
const START_CHATS = 2 * SNAPSHOT_CHATS

/** Search, the chat list and the latest conversations. */
const SNAPSHOTS_MAX = 8

const readSnapshot = (session: MemberSession, path: string): Promise<SnapshotRow | undefined> =>
  session.read(['snapshots'], (tx) => tx.objectStore('snapshots').get(path))

/** If the browser has lost one snapshot, reads and writes of all fail. Then all are deleted: the page stores them again. */
const readSnapshots = async (session: MemberSession): Promise<SnapshotRow[]> => {
  const rows = await readUnlessLost(() => session.read(['snapshots'], (tx) => tx.objectStore('snapshots').getAll()))
  if (!rows) await session.write(['snapshots'], (tx) => tx.objectStore('snapshots').clear())
  return rows ?? []
}

const dropSnapshots = async (session: MemberSession, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return
  await session.write(['snapshots'], async (tx) => {
    for (const path of paths) await tx.objectStore('snapshots').delete(path)
  })
}

const writeSnapshot = (session: MemberSession, row: SnapshotRow): Promise<void> =>
  session.write(['snapshots'], async (tx) => {
    const store = tx.objectStore('snapshots')
    await store.put(row)
    const rows = (await store.getAll()).toSorted((one, other) => other.at - one.at)
    for (const { path } of rows.slice(SNAPSHOTS_MAX)) await store.delete(path)
  })
