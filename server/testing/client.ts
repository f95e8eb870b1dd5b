/** A built app with one page: a shell in each language and the front page's heads. */
import { LOCALES } from '#contract/locales.ts'
import type { ClientFile } from '../http/client-files.ts'
import { prepareClient, type Client } from '../http/documents.ts'

const file = (text: string, type = 'text/html'): ClientFile => ({
  type,
  bytes: new TextEncoder().encode(text),
  etag: '"1"',
  cacheControl: 'no-cache',
  br: undefined,
  gzip: undefined,
})

/** The front page's title and description are the language's code. */
export const testClient = (): Client => {
  const heads = Object.fromEntries(LOCALES.map((locale) => [locale, { title: locale, description: locale }]))
  const pages = [{ name: 'index', path: '/', picture: 'index', heads }]
  const shells = LOCALES.map((locale): [string, ClientFile] => [
    `/documents/shell.${locale}.html`,
    file(`<!doctype html><html lang="${locale}"><head><title>x</title></head></html>`),
  ])
  return prepareClient(
    new Map([
      ...shells,
      ['/documents/documents.json', file(JSON.stringify({ texts: {}, pages }))],
      ['/manifest.webmanifest', file('{"shortcuts":[],"screenshots":[]}')],
    ]),
  )
}
