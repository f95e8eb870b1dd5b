/** Serves the operator's desk: its document for every path under `/desk`, and its files [DESK-16]. */
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { ClientFile } from './client-files.ts'
import { escaped } from './heads.ts'
import { isDeskHost } from './mount-desk.ts'
import { sendFile } from './send-file.ts'
import { deskHeaders, fileHeaders } from './security-headers.ts'
import { isHttps } from './session-cookie.ts'
import { siteOf } from './site.ts'

export const DESK_PATH = '/desk'
const DOCUMENT = `${DESK_PATH}/index.html`

/** The files of `dist/desk` by URL path (`readClientFiles`). */
export type DeskFiles = ReadonlyMap<string, ClientFile>

const notFound = (c: Context): Response => c.text('Not found', 404, { 'x-content-type-options': 'nosniff' })

/** With DESK_URL, the pages and files are 404 on every other origin, as the calls are (`mount-desk.ts`). */
export const mountDeskFiles = (app: Hono, files: DeskFiles, deps: Deps): void => {
  for (const path of [DESK_PATH, `${DESK_PATH}/*`])
    app.use(path, async (c, next) => (isDeskHost(new URL(c.req.url), deps.env) ? next() : notFound(c)))
  const ofDocument = deskHeaders(isHttps(deps.env))
  const ofFile = { ...fileHeaders(isHttps(deps.env)), 'x-robots-tag': 'noindex, nofollow' }
  const document = files.get(DOCUMENT)
  const html = document && new TextDecoder().decode(document.bytes)

  const sendDocument = (c: Context): Response => {
    if (html === undefined) return c.text('The desk is not built yet: npm run build', 503)
    const { name } = siteOf(c, deps).settings()
    return c.html(
      html.replaceAll('{{siteName}}', () => escaped(name)),
      200,
      ofDocument,
    )
  }
  app.get(DESK_PATH, sendDocument)
  app.get(`${DESK_PATH}/*`, (c) => {
    const { path } = c.req
    const file = path === DOCUMENT ? undefined : files.get(path)
    if (file) return sendFile(c, file, ofFile)
    // A missing script gets a short 404, so that the browser does not take a document for it.
    return path.startsWith(`${DESK_PATH}/assets/`) ? notFound(c) : sendDocument(c)
  })
}
