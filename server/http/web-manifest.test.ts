import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { LOCALES } from '#contract/locales.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { createApp } from '../app.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { readClientFiles } from './client-files.ts'
import { prepareClient } from './documents.ts'
import { manifestIn, SCREENSHOT_WORDS, shownBy, SHORTCUT_WORDS, WebManifest } from './web-manifest.ts'

const root = join(import.meta.dirname, '..', '..')
const Picture = v.object({
  src: v.string(),
  sizes: v.pipe(v.string(), v.regex(/^(?:any|\d+x\d+)$/)),
  type: v.picklist(['image/png', 'image/svg+xml']),
})
/** The W3C's rules for the manifest members that we use, from "Web Application Manifest" and its supplements. */
const Whole = v.strictObject({
  id: v.literal('/'),
  name: v.string(),
  short_name: v.pipe(v.string(), v.maxLength(12)),
  description: v.pipe(v.string(), v.maxLength(300)),
  lang: v.picklist(LOCALES),
  dir: v.literal('ltr'),
  start_url: v.string(),
  scope: v.literal('/'),
  display: v.literal('standalone'),
  display_override: v.array(v.picklist(['standalone', 'minimal-ui'])),
  orientation: v.literal('any'),
  background_color: v.pipe(v.string(), v.hexColor()),
  theme_color: v.pipe(v.string(), v.hexColor()),
  categories: v.array(v.picklist(['social', 'lifestyle'])),
  prefer_related_applications: v.literal(false),
  launch_handler: v.object({ client_mode: v.array(v.picklist(['navigate-existing', 'auto'])) }),
  icons: v.array(v.object({ ...Picture.entries, purpose: v.picklist(['any', 'maskable', 'monochrome']) })),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string(), icons: v.array(Picture) })),
  screenshots: v.array(
    v.object({ ...Picture.entries, form_factor: v.picklist(['narrow', 'wide']), label: v.string() }),
  ),
  share_target: v.object({
    action: v.string(),
    method: v.literal('POST'),
    enctype: v.literal('multipart/form-data'),
    params: v.object({
      title: v.string(),
      text: v.string(),
      url: v.string(),
      files: v.array(v.object({ name: v.string(), accept: v.array(v.string()) })),
    }),
  }),
})

const json: unknown = JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8'))
const manifest = v.parse(Whole, json)
const source = v.parse(WebManifest, json)

const iconSizes = (purpose: string) =>
  manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)
const shotSizes = (form: string) =>
  manifest.screenshots.filter((shot) => shot.form_factor === form).map(({ sizes }) => sizes)

describe('[PWA-9] the manifest', () => {
  test('has icons of every purpose, in the sizes that systems ask for', () => {
    expect(iconSizes('any')).toEqual(['any', '192x192', '512x512'])
    expect(iconSizes('maskable')).toEqual(['192x192', '512x512'])
    expect(iconSizes('monochrome')).toEqual(['96x96', '192x192', '512x512'])
    for (const { icons } of manifest.shortcuts) expect(icons.map(({ sizes }) => sizes)).toEqual(['96x96'])
  })

  test('has screenshots of phones and of desktops, all of one form factor in one ratio', () => {
    expect(shotSizes('narrow').length).toBeGreaterThanOrEqual(3)
    expect(shotSizes('wide').length).toBeGreaterThanOrEqual(2)
    expect([...new Set(shotSizes('narrow')), ...new Set(shotSizes('wide'))]).toEqual(['780x1688', '1280x800'])
    // Chromium ignores narrower screenshots.
    expect(1688 / 780).toBeLessThan(2.3)
  })

  test('names only pictures that exist with the stated size and type', async () => {
    const pictures = [manifest.icons, manifest.screenshots, ...manifest.shortcuts.map(({ icons }) => icons)].flat()
    for (const { src, sizes, type } of pictures) {
      const { format, width, height } = await sharp(join(root, 'public', src)).metadata()
      expect([src, type]).toEqual([src, format === 'svg' ? 'image/svg+xml' : `image/${format}`])
      expect([src, sizes]).toEqual([src, sizes === 'any' ? 'any' : `${width}x${height}`])
    }
  })

  test('has a monochrome icon of a single colour, since the system paints it', async () => {
    const shapes = manifest.icons.filter(({ purpose }) => purpose === 'monochrome').map(({ src }) => src)
    for (const src of [...shapes, '/icons/badge-96.png']) {
      const image = sharp(join(root, 'public', src))
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const pixels = Array.from({ length: info.width * info.height }, (_, at) => data.subarray(at * 4, at * 4 + 4))
      const drawn = pixels.filter((pixel) => (pixel[3] ?? 0) > 200)
      expect([src, drawn.every(([red, green, blue]) => red === 255 && green === 255 && blue === 255)]).toEqual([
        src,
        true,
      ])
      expect(drawn.length / pixels.length).toBeGreaterThan(0.1)
      expect(drawn.length / pixels.length).toBeLessThan(0.6)
    }
  })

  test('has only background in the area that a mask may cut off', async () => {
    for (const { src } of manifest.icons.filter(({ purpose }) => purpose === 'maskable')) {
      const image = sharp(join(root, 'public', src)).ensureAlpha()
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
      const [middle, safe] = [info.width / 2, info.width * 0.4]
      const ground = data.subarray(0, 4).toString('hex')
      expect(ground.endsWith('ff')).toBe(true)
      for (let y = 0; y < info.height; y += 1)
        for (let x = 0; x < info.width; x += 1) {
          if (Math.hypot(x - middle, y - middle) <= safe) continue
          const at = (y * info.width + x) * 4
          if (data.subarray(at, at + 4).toString('hex') !== ground) throw new Error(`${src} draws at ${x}, ${y}.`)
        }
    }
  })

  test('links to screens of the app, and accepts shared photos', () => {
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
      expect([path, placeOf(path.replace(/\?.*/, '')) !== null]).toEqual([path, true])
    // No shortcut may use the start URL, which tells the app that its icon was tapped.
    expect(manifest.shortcuts.map(({ url }) => url)).not.toContain(manifest.start_url)
    // With `focus-existing`, browsers would drop the shared content.
    expect(manifest.launch_handler.client_mode[0]).toBe('navigate-existing')
    expect(manifest.share_target.action).toBe('/share')
    expect(manifest.share_target.params.files.map(({ name }) => name)).toEqual(['photo'])
  })
})

describe.each(LOCALES)('[PWA-9] in %s the manifest', (locale) => {
  const own = v.parse(Whole, manifestIn(source, locale, 'Visavis'))

  test('has the same id and URLs', () => {
    expect([own.id, own.start_url, own.scope]).toEqual([manifest.id, manifest.start_url, manifest.scope])
    expect(own.icons).toEqual(manifest.icons)
    expect(own.lang).toBe(locale)
  })

  test('translates all its texts', () => {
    const words = JSON.parse(readFileSync(join(root, 'locales', `${locale}.json`), 'utf8')) as Record<string, string>
    const english = JSON.parse(readFileSync(join(root, 'locales', 'en.json'), 'utf8')) as Record<string, string>
    const said = (key: string | undefined) => words[key ?? ''] ?? english[key ?? '']
    expect(own.description).toBe(said('manifest.description'))
    expect(own.shortcuts.map(({ name }) => name)).toEqual(own.shortcuts.map(({ url }) => said(SHORTCUT_WORDS[url])))
    expect(own.screenshots.map(({ label }) => label)).toEqual(
      own.screenshots.map(({ src }) => said(SCREENSHOT_WORDS[shownBy(src)])),
    )
  })
})

test('[PWA-9] the file equals the Italian manifest', () => {
  expect(manifestIn(source, 'it', manifest.name)).toEqual(json)
})

let folder: string
let servers: TestServer[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'visavis-manifest-'))
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(json))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

const served = async (headers: Record<string, string>, options: TestServerOptions = {}) => {
  const server = await createTestServer(options)
  servers.push(server)
  const app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
  return app.request('http://localhost/manifest.webmanifest', { headers })
}

describe('[PWA-9] the manifest is served', () => {
  test('in the language of the visitor, under the name of the site', async () => {
    const options = { settings: { name: 'Faccia', domain_language: '' } }
    for (const headers of [{ cookie: 'locale=de', 'accept-language': 'fr' }, { 'accept-language': 'de-AT,fr;q=0.5' }]) {
      const response = await served(headers, options)
      expect(response.headers.get('content-type')).toBe('application/manifest+json')
      expect(response.headers.get('content-language')).toBe('de')
      expect(await response.json()).toMatchObject({ id: '/', lang: 'de', name: 'Faccia', short_name: 'Faccia' })
    }
  })

  test('so that caches separate languages, and an unchanged one is answered 304', async () => {
    const response = await served({ cookie: 'locale=pl' })
    expect(response.headers.get('vary')).toBe('cookie, accept-language')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const etag = response.headers.get('etag') ?? ''
    expect((await served({ cookie: 'locale=pl', 'if-none-match': etag })).status).toBe(304)
    expect((await served({ cookie: 'locale=es', 'if-none-match': etag })).status).toBe(200)
  })
})
