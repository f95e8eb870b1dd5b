/**
 * Documents as they are sent: with title and head in them, compressed. Few are different, so each is made when it is first
 * asked for, and kept.
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
  /** What stands in the markup in place of names, `{{siteName}}`. */
  values: Record<string, string>
  /** Where many ask for the very same. */
  keep: boolean
}

export const createDocumentPress = (isHttps: boolean) => {
  // By the markup first: a string of that length is compared with itself alone.
  const kept = new Map<string, Map<string, Promise<Pressed>>>()
  return (html: string, words: Words): Promise<Pressed> => {
    const ofMarkup = kept.get(html) ?? new Map<string, Promise<Pressed>>()
    kept.set(html, ofMarkup)
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
  // What is kept is compressed once for all who ask, so as small as can be.
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
