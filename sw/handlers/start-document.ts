/**
 * Answers a start of the app on a screen with stored markup [PWA-17]. The document is sent in two parts. Its head contains nothing of the
 * member's, so it goes out at once: the browser opens the page and fetches scripts and styles while the worker opens the member's
 * database, which takes longer than all else. The second part is the stored markup with its answers, or the shell's own skeleton.
 */
import { isLocale } from '#contract/locales.ts'
import { MAIL_LOCALE_PARAM, STORED_ANSWERS_ID, type StoredAnswers } from '#contract/device.ts'
import type { SnapshotCall, StartFiles } from '#contract/rules/snapshot-tag.ts'
import type { Device } from '../device.ts'
import { withTimeout } from '../timeout.ts'
import { headersOfText } from './cached-files.ts'
import { readStoredScreen, type StoredScreen } from './snapshots.ts'

const SCREENS: [RegExp, SnapshotCall][] = [
  [/^\/members$/, 'members.search'],
  [/^\/chats$/, 'chats.get'],
  [/^\/chats\/[^/]+$/, 'messages.list'],
]

/** The shell before and after its root, with the loading screen in it that a start without stored markup shows. */
const SHELL =
  /^(?<before>.*<html lang=")(?<locale>[^"]*)(?<head>".*)(?=<\/head>)(?<body>.*)(?<emptyRoot><div id="root">.*<\/div>)(?<after>\s*(?:<link[^>]*>)*<\/body>.*)$/s
/** The file of the headings' letters, as the shell's own styles name it. */
const FONT = /url\((\/assets\/[\w-]+\.woff2)\)/
/** A store that hangs must not delay the app, which can ask the server. */
const MARKUP_MS = 2_000
const STYLES_ALLOWED = 'style-src '

/**
 * @param shell the app's document
 * @returns the shell itself on every other screen
 */
export const startDocument = async (
  device: Device,
  shell: Response,
  url: URL,
  files: StartFiles,
): Promise<Response> => {
  const call = SCREENS.find(([path]) => path.test(url.pathname))?.[1]
  if (!call) return shell
  const [html, chosen] = await Promise.all([shell.clone().text(), device.ports.language().catch(() => null)])
  const parts = SHELL.exec(html)?.groups
  const policy = shell.headers.get('content-security-policy')
  if (!parts || policy?.includes(STYLES_ALLOWED) !== true) return shell
  const { before = '', head = '', body = '', emptyRoot = '', after = '' } = parts
  // The cookie may say anything, and it becomes part of the document.
  const locale = isLocale(chosen) ? chosen : parts['locale']
  // Not every browser has `crypto.randomUUID`. Two have more than 128 random bits, as the standard asks for.
  const nonce = `${device.ports.newId()}${device.ports.newId()}`
  const { scripts, sheets, allTexts } = files.screens[call]
  const texts = allTexts && isLocale(locale) ? files.texts[locale] : ''
  // The development build has no such files.
  const announced = texts === '' ? scripts : [...scripts, texts]
  const font = FONT.exec(head)?.[1]
  const links = [
    // The markup has headings and names. If the font came after the first paint, everything would be laid out twice.
    ...(font === undefined ? [] : [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`]),
    // Style sheets that the device does not hold yet would delay the paint and the script for as long as the network stalls.
    // `crossorigin` everywhere, as Vite's own links have it: otherwise a screen without markup would fetch its sheets once more.
    ...sheets.map((sheet) => `<link rel="preload" as="style" crossorigin href="${sheet}">`),
    // With `modulepreload` alone Chromium would compile them anew at each start (decision 43).
    ...announced.map((script) => `<link rel="preload" as="script" crossorigin href="${script}">`),
  ].join('')
  const first = `${before}${locale}${head}${links}${body}`
  // At the end, as the shell has its own (`scripts/build-documents.ts`).
  const modules = announced.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('')

  const second = async (): Promise<string> => {
    const reading = isBare(url) ? readStoredScreen(device, url.pathname, locale) : Promise.resolve(null)
    const screen = await withTimeout(device.ports, MARKUP_MS, reading, null).catch(() => null)
    return `${screen ? rootWith(device, screen, { nonce, shellHead: head, announced: sheets }) : emptyRoot}${modules}${after}`
  }

  const headers = headersOfText(shell)
  // Only the styles of the markup have this word [SAFE-5].
  headers.set('content-security-policy', policy.replace(STYLES_ALLOWED, `${STYLES_ALLOWED}'nonce-${nonce}' `))
  headers.set('cache-control', 'no-store')
  return new Response(inParts(first, second()), { headers })
}

/** A device on which the app runs has a language, so that of a mail's link changes nothing. */
const isBare = ({ searchParams }: URL): boolean => [...searchParams.keys()].every((name) => name === MAIL_LOCALE_PARAM)

const inParts = (first: string, second: Promise<string>): ReadableStream =>
  new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder()
      controller.enqueue(encoder.encode(first))
      controller.enqueue(encoder.encode(await second))
      controller.close()
    },
  })

const rootWith = (
  { ports, connection }: Device,
  { html, styles, sheets, at, answers }: StoredScreen,
  { nonce, shellHead, announced }: { nonce: string; shellHead: string; announced: readonly string[] },
): string => {
  const marks = [
    'data-snapshot',
    ...(connection.state() === 'offline' ? ['data-offline'] : []),
    // The page's time zone is the worker's.
    ...(new Date(at).toDateString() === new Date(ports.now()).toDateString() ? [] : ['data-other-day']),
  ]
  // The app's code waits for all announced styles, and the shell has its own inlined.
  const links = [...new Set([...sheets, ...announced])]
    .filter((sheet) => !shellHead.includes(sheet))
    .map((sheet) => `<link rel="stylesheet" crossorigin href="${sheet}">`)
    .join('')
  return `<style nonce="${nonce}">${styles}</style>${links}<div id="root" ${marks.join(' ')}>${html}</div>${elementWith(answers)}`
}

/** Data and no script: the policy allows no inline scripts [SAFE-5]. Nothing in it can end the element. */
const elementWith = (answers: StoredAnswers): string =>
  `<script type="application/json" id="${STORED_ANSWERS_ID}">${JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)}</script>`
