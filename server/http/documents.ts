/** The app's one document in each language, and the files it is made of [SHELL-4]. */
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { COMPLETE_LOCALES, type CompleteLocale } from '#contract/locales.ts'
import type { Deps } from '../deps.ts'
import { etagOf, type ClientFile } from './client-files.ts'
import { documentLocale, LOCALE_COOKIE } from './locale.ts'
import { isPage } from './pages.ts'
import { documentHeaders, fileHeaders, workerHeaders } from './security-headers.ts'
import { sendFile } from './send-file.ts'

export type Client = {
  files: Map<string, ClientFile>
  documents: Map<CompleteLocale, ClientFile>
  html: string
}

const DOCUMENT = '/index.html'

/** @param files of `readClientFiles` */
export const prepareClient = async (files: Map<string, ClientFile>): Promise<Client> => {
  const documents = new Map<CompleteLocale, ClientFile>()
  const index = files.get(DOCUMENT)
  const html = index ? new TextDecoder().decode(index.bytes) : ''
  if (index) for (const locale of COMPLETE_LOCALES) documents.set(locale, await documentIn(locale, html, index))
  return { files, documents, html }
}

export const mountDocuments = (app: Hono, { files, documents, html }: Client, deps: Deps): void => {
  const isHttps = deps.env.PUBLIC_URL?.startsWith('https:') ?? false
  const ofDocument = documentHeaders(html, isHttps)
  const ofWorker = workerHeaders(isHttps)
  const ofFile = fileHeaders(isHttps)

  const sendDocument = (c: Context, status: 200 | 404): Response => {
    const locale = documentLocale({
      cookie: getCookie(c, LOCALE_COOKIE),
      acceptLanguage: c.req.header('accept-language'),
      domainLanguage: deps.settings().domain_language,
    })
    const document = documents.get(locale)
    if (!document) return c.text('The app is not built yet: npm run build', 503)
    return sendFile(c, document, { ...ofDocument, 'content-language': locale }, status)
  }

  app.get('*', (c) => {
    const { path } = c.req
    if (path === DOCUMENT) return sendDocument(c, 200)
    const file = files.get(path)
    if (file) return sendFile(c, file, path === '/sw.js' ? ofWorker : ofFile)
    if (isPage(path)) return sendDocument(c, 200)
    return isForFiles(path) ? c.text('Not found', 404, ofFile) : sendDocument(c, 404)
  })
}

/** Who asks for a missing script or picture is not helped by a page. */
const isForFiles = (path: string): boolean => /\.\w{1,11}$/.test(path)

const documentIn = async (locale: CompleteLocale, html: string, index: ClientFile): Promise<ClientFile> => {
  const bytes = new TextEncoder().encode(html.replace(/<html([^>]*?)\slang="[^"]*"/, `<html$1 lang="${locale}"`))
  return {
    ...index,
    bytes,
    etag: etagOf(bytes),
    br: new Uint8Array(await promisify(brotliCompress)(bytes)),
    gzip: new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  }
}
