/**
 * Stores the markup of a member's screens, and answers the next start of the app with it, so that the screen shows before
 * any script runs [PWA-17].
 */
import { callOf, matchCall, type CallAnswer, type CallParsed } from '#contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { STORED_ANSWERS_ID, type StoredAnswers } from '#contract/device.ts'
import type { Message } from '#contract/entities/chat.ts'
import {
  isSnapshotCall,
  messagesShownBefore,
  snapshotTag,
  type SnapshotCall,
  type StartScripts,
} from '#contract/rules/snapshot-tag.ts'
import type { Device } from '../device.ts'
import type { SnapshotRow } from '../store/member-db.ts'
import { searchDevice } from '../store/searches.ts'
import { isMember, type MemberSession } from '../store/session.ts'
import { dropSnapshots, readSnapshot, readSnapshots, writeSnapshot } from '../store/snapshots.ts'
import { unlessFull } from '../storage.ts'
import { hasUnchanged, showChats, showMessages, showSession, type Shown } from '../store/views.ts'
import { cachedPrices, messagesSince } from './cached-site.ts'
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

/** @returns the shell with the markup of this screen, or null if there is none that may be shown */
export const shellWithSnapshot = async (
  device: Device,
  shell: Promise<Response>,
  { pathname, search }: URL,
  scriptsOf: StartScripts,
): Promise<Response | null> => {
  if (search !== '') return null
  const session = await device.sessions.current()
  if (!isMember(session)) return null
  const snapshot = await readSnapshot(session, pathname)
  if (!snapshot) return null
  const [screen, settings, chosen, page] = await Promise.all([
    screenOf(device, session, snapshot),
    device.sessions.shell.readSite('settings.get'),
    device.ports.language(),
    shell,
  ])
  const speaks = chosen === null || chosen === snapshot.locale
  if (!screen || !speaks || session.isOver()) return null
  const answers: StoredAnswers = {
    ...screen.answers,
    ...(settings ? { [pathOf(callOf('settings.get'))]: { data: settings.data, cachedAt: settings.held_at } } : {}),
  }
  const { files, allTexts } = scriptsOf.screens[screen.name]
  const scripts = allTexts ? [...files, scriptsOf.texts[snapshot.locale]] : files
  const marks = [
    ...(device.connection.state() === 'offline' ? ['data-offline'] : []),
    // The page's time zone is the worker's.
    ...(new Date(snapshot.at).toDateString() === new Date(device.ports.now()).toDateString() ? [] : ['data-other-day']),
  ]
  return withMarkup(page, snapshot, { answers, scripts, marks })
}

/** A screen as the device would show it now: its tag, and the answers that the app asks for first. */
type Screen = {
  name: SnapshotCall
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
    name,
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

/** The last element of the shell before its links, with the loading screen in it that a start without stored markup shows. */
const ROOT = /<div id="root">.*<\/div>(?=\s*(?:<link[^>]*>)*<\/body>)/s
/** The file of the headings' letters, as the shell's own styles name it. */
const FONT = /url\((\/assets\/[\w-]+\.woff2)\)/
const STYLES_ALLOWED = 'style-src '

type Start = {
  answers: StoredAnswers
  /** The files that the screen's code needs beside the shell's. */
  scripts: readonly string[]
  /** Attributes of the root that the styles of the markup ask about. */
  marks: readonly string[]
}

/** The shell's policy lists the hashes of its own inline styles; the snapshot's styles are allowed in the same way [SAFE-5]. */
const withMarkup = async (
  shell: Response,
  { html, styles, sheets, locale }: SnapshotRow,
  { answers, scripts, marks }: Start,
): Promise<Response | null> => {
  const document = await shell.text()
  const headers = new Headers(shell.headers)
  const policy = headers.get('content-security-policy')
  if (!ROOT.test(document) || policy?.includes(STYLES_ALLOWED) !== true) return null
  headers.set(
    'content-security-policy',
    policy.replace(STYLES_ALLOWED, `${STYLES_ALLOWED}'sha256-${await sha256(styles)}' `),
  )
  // These describe the shell as it was sent.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  headers.set('cache-control', 'no-store')
  const font = FONT.exec(document)?.[1]
  const links = [
    // The markup has headings and names. If the font came after the first paint, everything would be laid out twice.
    ...(font === undefined ? [] : [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`]),
    // The shell has its own styles inlined.
    ...sheets.filter((sheet) => !document.includes(sheet)).map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    // With `modulepreload` alone Chromium would compile them anew at each start (decision 43).
    ...scripts.map((script) => `<link rel="preload" as="script" crossorigin href="${script}">`),
  ].join('')
  // At the end, as the shell has its own (`scripts/build-documents.ts`).
  const modules = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('')
  const filled = document
    .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
    .replace('</head>', () => `<style>${styles}</style>${links}</head>`)
    .replace(
      ROOT,
      () => `<div id="root" ${['data-snapshot', ...marks].join(' ')}>${html}</div>${elementWith(answers)}${modules}`,
    )
  return new Response(filled, { headers })
}

/** Data and no script: the policy allows no inline scripts [SAFE-5]. Nothing in it can end the element. */
const elementWith = (answers: StoredAnswers): string =>
  `<script type="application/json" id="${STORED_ANSWERS_ID}">${JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)}</script>`

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCodePoint(...new Uint8Array(digest)))
}
