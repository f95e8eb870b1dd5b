/**
 * Documents as they are sent: with title and head, compressed. There are few different ones, so each is made on the
 * first request and cached.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filled } from '#contract/pages.ts'
import { etagOf, type ClientFile } from './client-files.ts'
import { escaped } from './heads.ts'
import { documentHeaders } from './security-headers.ts'

type Pressed = { file: ClientFile; headers: Record<string, string> }

type Words = {
  title: string
  head: string
  /** Replacements for placeholders in the HTML, e.g. `{{siteName}}`. */
  values: Record<string, string>
  /** Whether to cache the document: only if many requests get the very same one. */
  keep: boolean
}

export const createDocumentPress = (isHttps: boolean) => {
  // Grouped by HTML first: as a map key the long string is compared by identity only.
  const cached = new Map<string, Map<string, Promise<Pressed>>>()
  return (html: string, words: Words): Promise<Pressed> => {
    const ofMarkup = cached.get(html) ?? new Map<string, Promise<Pressed>>()
    cached.set(html, ofMarkup)
    const key = `${words.title}\n${words.head}`
    const made = ofMarkup.get(key) ?? press(html, words, isHttps)
    if (words.keep) ofMarkup.set(key, made)
    return made
  }
}

const press = async (html: string, { title, head, values, keep }: Words, isHttps: boolean): Promise<Pressed> => {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value)]))
  const text = filled(html, shown)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace('</head>', () => `${head}</head>`)
  const bytes = new TextEncoder().encode(text)
  // A cached document is compressed once for all requests, so the highest quality pays.
  const params = { [constants.BROTLI_PARAM_QUALITY]: keep ? 11 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
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
