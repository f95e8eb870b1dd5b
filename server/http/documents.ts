/** Serves the app's documents in each language [SHELL-4], [SITE-14], and the app's files. */
import type { Context, Hono } from 'hono'
import { LOCALE_PARAM, TEXTS_HEADER } from '#contract/device.ts'
import { pageValues } from '#contract/rules/page-values.ts'
import { visitorSearch } from '#contract/rules/visibility.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filled } from '#contract/pages.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { viewProfile } from '../areas/find/profile.ts'
import { VISITOR } from '../areas/find/visibility.ts'
import { detectedCountry } from '../areas/site/country.ts'
import { addressOf } from './address.ts'
import { callerOf } from './caller.ts'
import { isRefusal } from './reply.ts'
import type { OlderAssets } from '../adapters/older-assets.ts'
import { olderFile, type ClientFile, etagOf } from './client-files.ts'
import { pageAt, takeDocuments, type Documents } from './client-documents.ts'
import { headOf, PRIVATE_HEAD, titleOf, type Site, escaped } from './heads.ts'
import { localeOf } from './locale.ts'
import { fileHeaders, isCutOffFromOpener, OPENER_HEADERS, workerHeaders, documentHeaders } from './security-headers.ts'
import { formerSessionTokenOf, isHttps, sessionTokenOf } from './session-cookie.ts'
import { perDomain, siteOf } from './site.ts'
import { profileOfPage, shareMetadata } from './share-metadata.ts'
import { sendFile } from './send-file.ts'
import { robotsText, siteMap } from './site-map.ts'
import { beginsVisit, visitAt } from './visit.ts'

export type Client = {
  files: Map<string, ClientFile>
  documents: Documents
  /** The hashed files of former builds. */
  olderAssets?: OlderAssets | undefined
}

/** @param files of `readClientFiles` */
export const prepareClient = (files: Map<string, ClientFile>, olderAssets?: OlderAssets): Client => ({
  files,
  documents: takeDocuments(files),
  olderAssets,
})

const SHELL = '/index.html'

export const mountDocuments = (app: Hono, { files, documents, olderAssets }: Client, deps: Deps): void => {
  const isHttpsSite = isHttps(deps.env)
  const headersOfWorker = workerHeaders(isHttpsSite)
  const headersOfFile = fileHeaders(isHttpsSite)

  const makers = perDomain(() => ({ make: createDocumentMaker(isHttpsSite), settings: deps.settings() }))
  /** Changed settings discard the cached documents. */
  const makerOf = (site: Deps) => {
    const maker = makers(site)
    const settings = site.settings()
    if (settings !== maker.settings) maker.make = createDocumentMaker(isHttpsSite)
    maker.settings = settings
    return maker.make
  }

  const sendDocument = async (c: Context, status: 200 | 404, namesProfile = false): Promise<Response> => {
    const at = siteOf(c, deps)
    const settings = at.settings()
    const address = c.req.query(LOCALE_PARAM)
    const locale = localeOf(c, settings.domain_language, { address, locales: settings.locales })
    const shell = documents.shell.get(locale)
    if (shell === undefined) return c.text('The app is not built yet: npm run build', 503)
    const values = pageValues(settings, settings.company, locale)
    const site: Site = {
      ...settings,
      title: settings.title || settings.name,
      url: publicUrl(at.env),
      values: { ...values, age: values.minAge },
    }
    const page = status === 200 ? pageAt(documents.pages, c.req.path) : undefined
    // The prerendered HTML is for visitors; for a member the app renders the screen.
    const isVisitor = sessionTokenOf(c, deps.env) === null && formerSessionTokenOf(c, deps.env) === null
    const markup = page && isVisitor ? documents.markupOf(page, locale) : undefined
    const shared = namesProfile ? await shareMetadata(at, c.req.path, locale) : null
    if (isVisitor && (page || shared !== null) && c.req.method === 'GET' && beginsVisit(c.req.raw.headers))
      deps.visited(visitAt(new URL(c.req.url), detectedCountry(c, at.env, settings)))
    const words = page
      ? {
          title: titleOf(site, page, locale),
          head: headOf(site, page, locale, settings.locales.find((code) => code === address) ?? null),
        }
      : { title: site.title, head: `${PRIVATE_HEAD}${shared ?? ''}` }
    const { file, headers } = await makerOf(at)(markup ?? shell, {
      ...words,
      values: markup === undefined ? {} : site.values,
      // There are too many profiles to cache their documents.
      isCacheable: shared === null,
    })
    // The worker installs these texts with the shell.
    const ofShell = c.req.path === SHELL && { [TEXTS_HEADER]: documents.textsOf(locale).join(' ') }
    const isCutOff = isCutOffFromOpener(c.req.raw.headers, markup !== undefined)
    return sendFile(
      c,
      isCutOff ? file : { ...file, etag: etagWithOpener(file) },
      { ...headers, ...(isCutOff && OPENER_HEADERS), 'content-language': locale, ...PAGE_HEADERS, ...ofShell },
      status,
    )
  }

  app.get('/robots.txt', (c) => c.text(robotsText({ url: publicUrl(siteOf(c, deps).env) }), 200, headersOfFile))
  app.get('/sitemap.xml', (c) =>
    c.body(
      siteMap({ url: publicUrl(siteOf(c, deps).env), locales: siteOf(c, deps).settings().locales }, documents.pages),
      200,
      {
        ...headersOfFile,
        'content-type': 'application/xml; charset=utf-8',
      },
    ),
  )
  app.get('*', async (c) => {
    const { path } = c.req
    if (path === SHELL) return sendDocument(c, 200)
    const file = files.get(path) ?? (olderAssets && (await olderFile(olderAssets, path)))
    if (file) return sendFile(c, file, path === '/sw.js' ? headersOfWorker : headersOfFile)
    if (placeOf(path) !== null) {
      // Without this, documents would be a way around the limit of the app's own call, to copy all profiles [SAFE-6].
      const mayAskOfProfile =
        profileOfPage(path) !== null && (await deps.bus.use('view', await viewerKeyOf(c, deps))) === null
      const isMissing = mayAskOfProfile && (await isMissingProfile(c, deps))
      return isMissing ? sendDocument(c, 404) : sendDocument(c, 200, mayAskOfProfile)
    }
    return isForFiles(path) ? c.text('Not found', 404, headersOfFile) : sendDocument(c, 404)
  })
}

const PROFILE_PATH = /^\/(?:members|likes\/m)\/([1-9]\d{0,15})\/?$/

/**
 * Whether the path is a profile that this viewer may not see. Hidden and missing profiles get the same answer, by the
 * rule of the app's own call, so that the status reveals nothing [SHELL-4], [PROF-10].
 */
const isMissingProfile = async (c: Context, deps: Deps): Promise<boolean> => {
  const id = Number(PROFILE_PATH.exec(c.req.path)?.[1] ?? 0)
  if (id === 0) return false
  const asker = (await callerOf(c, deps)) ?? VISITOR
  const seen = await viewProfile(deps, asker, id, visitorSearch(deps.settings(), false))
  return isRefusal(seen) && seen.body.error === 'not_found'
}

/** The subject of a limit, as for calls: the member, or the network of a visitor. */
const viewerKeyOf = async (c: Context, deps: Deps): Promise<number | string> =>
  (await callerOf(c, deps))?.id ?? addressOf(c, deps.env)

const PAGE_HEADERS = { vary: 'cookie, accept-language' }

/**
 * A page that is not cut off from its opener has an ETag of its own. With `vary: sec-fetch-site` instead, the installing worker would not
 * find the page in the HTTP cache and would wait for a request more.
 */
const etagWithOpener = ({ etag }: ClientFile): string => etag.replace(/"$/, '-opener"')

/** A missing script or picture gets a short 404 instead of a page. */
const isForFiles = (path: string): boolean => /\.\w{1,11}$/.test(path)

type MadeDocument = { file: ClientFile; headers: Record<string, string> }

type Words = {
  title: string
  head: string
  /** Replacements for placeholders in the HTML, e.g. `{{siteName}}`. */
  values: Record<string, string>
  /** Whether to cache the document: only if many requests get the very same one. */
  isCacheable: boolean
}

/**
 * Documents as they are sent: with title and head, compressed. There are few different ones, so each is made on the
 * first request and cached.
 */
const createDocumentMaker = (isHttps: boolean) => {
  // Grouped by HTML first: as a map key the long string is compared by identity only.
  const cached = new Map<string, Map<string, Promise<MadeDocument>>>()
  return (html: string, words: Words): Promise<MadeDocument> => {
    const ofMarkup = cached.get(html) ?? new Map<string, Promise<MadeDocument>>()
    cached.set(html, ofMarkup)
    const key = `${words.title}\n${words.head}`
    const made = ofMarkup.get(key) ?? makeDocument(html, words, isHttps)
    if (words.isCacheable) ofMarkup.set(key, made)
    return made
  }
}

const makeDocument = async (
  html: string,
  { title, head, values, isCacheable }: Words,
  isHttps: boolean,
): Promise<MadeDocument> => {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value)]))
  const text = filled(html, shown)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace('</head>', () => `${head}</head>`)
  const bytes = new TextEncoder().encode(text)
  // A cached document is compressed once for all requests, so the highest quality pays.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isCacheable ? 11 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const file: ClientFile = {
    type: 'text/html; charset=utf-8',
    etag: etagOf(bytes),
    cacheControl: 'no-cache',
    bytes,
    br: new Uint8Array(await promisify(brotliCompress)(bytes, { params })),
    gzip: new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  }
  return { file, headers: documentHeaders(text, isHttps) }
}
