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

/**
 * The front page's title and description are the language's code.
 * @param frontPage its prerendered body; left out, only the app renders it
 */
export const testClient = (frontPage?: string): Client => {
  const heads = Object.fromEntries(LOCALES.map((locale) => [locale, { title: locale, description: locale }]))
  const pages = [{ name: 'index', path: '/', picture: 'index', heads }]
  const shells = LOCALES.map((locale): [string, ClientFile] => [
    `/documents/shell.${locale}.html`,
    file(`<!doctype html><html lang="${locale}"><head><title>x</title></head></html>`),
  ])
  const fronts = LOCALES.map((locale): [string, ClientFile] => [
    `/documents/index.${locale}.html`,
    file(`<!doctype html><html lang="${locale}"><head><title>x</title></head>${frontPage}</html>`),
  ])
  return prepareClient(
    new Map([
      ...shells,
      ...(frontPage === undefined ? [] : fronts),
      ['/documents/documents.json', file(JSON.stringify({ texts: {}, pages }))],
      ['/manifest.webmanifest', file('{"shortcuts":[],"screenshots":[]}')],
    ]),
  )
}
