/**
 * Stores the markup of a member's screens, and answers the next start of the app with it, so that the screen shows before
 * any script runs [PWA-17].
 */
import { matchCall, type CallAnswer, type CallParsed } from '#contract/calls.ts'
import { isSnapshotCall, snapshotTag, type SnapshotCall } from '#contract/rules/snapshot-tag.ts'
import type { Device } from '../device.ts'
import type { SnapshotRow } from '../store/member-db.ts'
import { searchDevice } from '../store/searches.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { dropSnapshots, readSnapshot, readSnapshots, writeSnapshot } from '../store/snapshots.ts'
import { unlessFull } from '../storage.ts'
import { showChats, showMessages, showSession, type Shown } from '../store/views.ts'
import { messagesSince } from './cached-site.ts'
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
  if (isMarkup && (await isCurrent(device, session, row))) await unlessFull(writeSnapshot(session, row))
  await sweepSnapshots(device, session)
}

/** Deletes the snapshots that may not be shown any more, so that nothing of what the member deleted is left in them. */
export const sweepSnapshots = async (device: Device, session: MemberSession): Promise<void> => {
  const rows = await readSnapshots(session)
  const current = await Promise.all(rows.map((row) => isCurrent(device, session, row)))
  await dropSnapshots(
    session,
    rows.filter((_, index) => current[index] !== true).map(({ path }) => path),
  )
}

/** The markup fits this version's styles [PWA-10] and shows what the device holds. */
const isCurrent = async (
  device: Device,
  session: MemberSession,
  { version, call, tag }: SnapshotRow,
): Promise<boolean> => version === device.ports.version && (await tagNow(device, session, call)) === tag

/** @returns the shell with the markup of this screen, or null if there is none that may be shown */
export const shellWithSnapshot = async (
  device: Device,
  shell: Promise<Response>,
  { pathname, search }: URL,
): Promise<Response | null> => {
  if (search !== '') return null
  const session = await device.sessions.current()
  if (!isMember(session)) return null
  const snapshot = await readSnapshot(session, pathname)
  if (!snapshot) return null
  const [mayShow, chosen, page] = await Promise.all([
    isCurrent(device, session, snapshot),
    device.ports.language(),
    shell,
  ])
  const speaks = chosen === null || chosen === snapshot.locale
  return mayShow && speaks && !session.isOver() ? withMarkup(page, snapshot) : null
}

/** The tag of what the device would answer to this request now; null if it is no request of a screen with a snapshot. */
const tagNow = async (device: Device, session: MemberSession, request: string): Promise<string | null> => {
  const { pathname, searchParams } = new URL(request, device.ports.origin)
  const call = matchCall('GET', pathname.replace(/^\/api\//, ''), (name) => searchParams.get(name))
  if (!call || !isSnapshotCall(call.name)) return null
  const parsed = parseInput(call.name, { params: call.params, query: searchParams, body: null, upload: null })
  if (!parsed.ok) return null
  const [shown, me] = await Promise.all([show(device, session, call.name, parsed.input), showSession(session, null)])
  return shown && me?.data.user ? snapshotTag(call.name, shown.data, me.data.user) : null
}

const show = <Name extends SnapshotCall>(
  device: Device,
  session: MemberSession,
  name: Name,
  input: CallParsed<Name>,
): Promise<Shown<CallAnswer<Name>> | null> => shows[name](device, session, input)

/** Reads the answers of the screens with snapshots from the device alone. */
const shows: {
  [Name in SnapshotCall]: (
    device: Device,
    session: MemberSession,
    input: CallParsed<Name>,
  ) => Promise<Shown<CallAnswer<Name>> | null>
} = {
  'chats.get': async (device, session) => showChats(session, await messagesSince(device)),
  'messages.list': async (device, session, { params: { conversation } }) =>
    showMessages(session, conversation, undefined, await messagesSince(device)),
  'members.search': (_, session, { query: { page: _page, after: _after, ...filter } }) =>
    searchDevice(session, { filter, page: 1 }, 0),
}

const EMPTY_ROOT = '<div id="root"></div>'
const STYLES_ALLOWED = 'style-src '

/** The shell's policy lists the hashes of its own inline styles; the snapshot's styles are allowed in the same way [SAFE-5]. */
const withMarkup = async (shell: Response, { html, styles, sheets, locale }: SnapshotRow): Promise<Response | null> => {
  const document = await shell.text()
  const headers = new Headers(shell.headers)
  const policy = headers.get('content-security-policy')
  if (!document.includes(EMPTY_ROOT) || policy?.includes(STYLES_ALLOWED) !== true) return null
  headers.set(
    'content-security-policy',
    policy.replace(STYLES_ALLOWED, `${STYLES_ALLOWED}'sha256-${await sha256(styles)}' `),
  )
  // These describe the shell as it was sent.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  headers.set('cache-control', 'no-store')
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('')
  const filled = document
    .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
    .replace('</head>', () => `<style>${styles}</style>${links}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root" data-snapshot>${html}</div>`)
  return new Response(filled, { headers })
}

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCodePoint(...new Uint8Array(digest)))
}
