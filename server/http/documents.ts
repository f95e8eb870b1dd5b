/** The app's one document in each language, and the files it is made of [SHELL-4]. */
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { Deps } from '../deps.ts'
import { SESSION_COOKIE } from './caller.ts'
import { etagOf, type ClientFile } from './client-files.ts'
import { documentLocale, LOCALE_COOKIE } from './locale.ts'
import { isPage } from './pages.ts'
import { documentHeaders, fileHeaders, workerHeaders } from './security-headers.ts'
import { shareMetadata } from './share-metadata.ts'
import { sendFile } from './send-file.ts'

export type Client = {
  files: Map<string, ClientFile>
  /** The app's document in each language, and the front page with its markup in it. */
  documents: Map<Locale, Document>
  fronts: Map<Locale, Document>
}

type Document = { file: ClientFile; html: string }

const DOCUMENT = '/index.html'

/** @param files of `readClientFiles` */
export const prepareClient = async (files: Map<string, ClientFile>): Promise<Client> => {
  const documents = new Map<Locale, Document>()
  const fronts = new Map<Locale, Document>()
  const index = files.get(DOCUMENT)
  for (const locale of LOCALES) {
    if (index) documents.set(locale, { html: textOf(index), file: await documentIn(locale, textOf(index), index) })
    const front = files.get(frontOf(locale))
    if (front) fronts.set(locale, { html: textOf(front), file: front })
    // It is served at `/` alone.
    files.delete(frontOf(locale))
  }
  return { files, documents, fronts }
}

const frontOf = (locale: Locale): string => `/front.${locale}.html`

const textOf = (file: ClientFile): string => new TextDecoder().decode(file.bytes)

export const mountDocuments = (app: Hono, { files, documents, fronts }: Client, deps: Deps): void => {
  const isHttps = deps.env.PUBLIC_URL?.startsWith('https:') ?? false
  const headers = new Map(
    [...documents.values(), ...fronts.values()].map((document) => [document, documentHeaders(document.html, isHttps)]),
  )
  const ofWorker = workerHeaders(isHttps)
  const ofFile = fileHeaders(isHttps)

  const sendDocument = async (c: Context, status: 200 | 404): Promise<Response> => {
    const locale = documentLocale({
      cookie: getCookie(c, LOCALE_COOKIE),
      acceptLanguage: c.req.header('accept-language'),
      domainLanguage: deps.settings().domain_language,
    })
    // A member is sent on from the front page at once: nothing of it is shown to them.
    const isFront = c.req.path === '/' && getCookie(c, SESSION_COOKIE) === undefined
    const document = (isFront ? fronts.get(locale) : undefined) ?? documents.get(locale)
    if (!document) return c.text('The app is not built yet: npm run build', 503)
    const head = { ...headers.get(document), 'content-language': locale }
    const shared = status === 200 ? await shareMetadata(deps, c.req.path, locale) : null
    return sendFile(c, shared === null ? document.file : withHead(document, shared), head, status)
  }

  app.get('*', async (c) => {
    const { path } = c.req
    if (path === DOCUMENT) return sendDocument(c, 200)
    const file = files.get(path)
    if (file) return sendFile(c, file, path === '/sw.js' ? ofWorker : ofFile)
    if (isPage(path)) return sendDocument(c, 200)
    return isForFiles(path) ? c.text('Not found', 404, ofFile) : sendDocument(c, 404)
  })
}

/** The document with more in its head; made for this answer, so it is not compressed beforehand. */
const withHead = ({ file }: Document, tags: string): ClientFile => {
  const bytes = new TextEncoder().encode(textOf(file).replace('</head>', () => `${tags}</head>`))
  return { ...file, bytes, etag: etagOf(bytes), br: undefined, gzip: undefined }
}

/** Who asks for a missing script or picture is not helped by a page. */
const isForFiles = (path: string): boolean => /\.\w{1,11}$/.test(path)

const documentIn = async (locale: Locale, html: string, index: ClientFile): Promise<ClientFile> => {
  const bytes = new TextEncoder().encode(html.replace(/<html([^>]*?)\slang="[^"]*"/, `<html$1 lang="${locale}"`))
  return {
    ...index,
    bytes,
    etag: etagOf(bytes),
    br: new Uint8Array(await promisify(brotliCompress)(bytes)),
    gzip: new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  }
}
