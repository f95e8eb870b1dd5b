/**
 * The manifest of the installed app [PWA-9] in the visitor's language. The file is the Italian source. Its `id` and
 * addresses are the same in every language, so the installed app survives a change of language.
 */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Locale } from '#contract/locales.ts'
import type { Deps } from '../deps.ts'
import { serverText, type ServerTextKey } from '../texts.ts'
import { etagOf, type ClientFile } from './client-files.ts'
import { localeOf } from './locale.ts'
import { fileHeaders } from './security-headers.ts'
import { siteOf } from './site.ts'
import { sendFile } from './send-file.ts'
import { isHttps } from './session-cookie.ts'

const MANIFEST_PATH = '/manifest.webmanifest'

export const WebManifest = v.looseObject({
  shortcuts: v.array(v.looseObject({ name: v.string(), url: v.string() })),
  screenshots: v.array(v.looseObject({ label: v.string(), src: v.string() })),
})
type WebManifest = v.InferOutput<typeof WebManifest>

/** The names of the shortcuts, by target URL. */
export const SHORTCUT_WORDS: Partial<Record<string, ServerTextKey>> = {
  '/chats': 'manifest.chats',
  '/likes': 'manifest.likes',
  // The query tells a shortcut from the start page, which a tap on the icon opens (`app/shell/outside-taps.ts`).
  '/members?from=shortcut': 'manifest.search',
}

/** The labels of the screenshots, by the first part of the file name: `/screenshots/chat-narrow.png`. */
export const SCREENSHOT_WORDS: Partial<Record<string, ServerTextKey>> = {
  search: 'manifest.showsSearch',
  profile: 'manifest.showsProfile',
  chat: 'manifest.showsChat',
  chats: 'manifest.showsChats',
  swipe: 'manifest.showsSwipe',
}

/** `/screenshots/chat-narrow.png` shows `chat`. */
export const shownBy = (src: string): string => /([^/]+)-(?:narrow|wide)\.\w+$/.exec(src)?.[1] ?? ''

/** An entry without a translation keeps the text of the file. */
export const manifestIn = (source: WebManifest, locale: Locale, name: string): WebManifest => {
  const textOr = (key: ServerTextKey | undefined, instead: string): string =>
    key === undefined ? instead : serverText(locale, key)
  return {
    ...source,
    name,
    short_name: name,
    description: serverText(locale, 'manifest.description'),
    lang: locale,
    shortcuts: source.shortcuts.map((one) => ({ ...one, name: textOr(SHORTCUT_WORDS[one.url], one.name) })),
    screenshots: source.screenshots.map((one) => ({
      ...one,
      label: textOr(SCREENSHOT_WORDS[shownBy(one.src)], one.label),
    })),
  }
}

/** @param files of `readClientFiles`; without a build there is no manifest */
export const mountManifest = (app: Hono, files: ReadonlyMap<string, ClientFile>, deps: Deps): void => {
  const file = files.get(MANIFEST_PATH)
  if (!file) return
  const source = v.parse(WebManifest, JSON.parse(new TextDecoder().decode(file.bytes)))
  const headers = fileHeaders(isHttps(deps.env))
  app.get(MANIFEST_PATH, (c: Context) => {
    const { domain_language, locales, name } = siteOf(c, deps).settings()
    const locale = localeOf(c, domain_language, { locales })
    const bytes = new TextEncoder().encode(JSON.stringify(manifestIn(source, locale, name)))
    return sendFile(
      c,
      { type: file.type, bytes, etag: etagOf(bytes), cacheControl: 'no-cache' },
      { ...headers, 'content-language': locale, vary: 'cookie, accept-language' },
    )
  })
}
