import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { readClientFiles } from './client-files.ts'
import { DESK_PATH } from './desk-files.ts'

const SCRIPT = '/desk/assets/index-12345678.js'
let folder: string
const servers: TestServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'visavis-desk-'))
  mkdirSync(join(folder, 'assets'))
  const html = `<!doctype html><title>{{siteName}}</title><script type="module" src="${SCRIPT}"></script>`
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'assets/index-12345678.js'), 'export {}')
  writeFileSync(join(folder, 'assets/index-12345678.js.br'), brotliCompressSync('export {}'))
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

const site = async (options: TestServerOptions = {}) => {
  const server = await createTestServer(options)
  servers.push(server)
  const app = createApp(server.deps, { desk: readClientFiles(folder, DESK_PATH) })
  return (url: string, headers: Record<string, string> = {}) =>
    app.request(url.startsWith('/') ? `http://localhost${url}` : url, { headers })
}

test('[DESK-16] every page of the desk is one document with a strict policy, outside caches and search engines', async () => {
  const get = await site({ settings: { name: 'Two & Two' } })
  for (const path of ['/desk', '/desk/', '/desk/cases/17', '/desk/index.html']) {
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).toContain('<title>Two &#38; Two</title>')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("trusted-types 'none'")
    // Each source is nothing or the own origin: no third party gets a request [SAFE-5].
    const sources = policy.split('; ').filter((directive) => /-(?:src|action|uri|ancestors) /.test(directive))
    expect(sources.length).toBeGreaterThan(8)
    for (const directive of sources) expect(directive).toMatch(/^[a-z-]+ '(?:self|none)'$/)
  }
})

test('[DESK-16] files of the desk have compressed copies and never change; a missing file is a short 404', async () => {
  const get = await site()
  const script = await get(SCRIPT, { 'accept-encoding': 'br' })
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('cache-control')).toContain('immutable')
  const missing = await get('/desk/assets/gone-12345678.js')
  expect([missing.status, await missing.text()]).toEqual([404, 'Not found'])
})

test('[DESK-16] with DESK_URL, the desk answers on that origin alone', async () => {
  const get = await site({ env: { PUBLIC_URL: 'https://visavis.test', DESK_URL: 'https://desk.visavis.test' } })
  for (const path of ['/desk', '/desk/cases/17', SCRIPT]) {
    expect((await get(`http://visavis.test${path}`)).status).toBe(404)
    expect((await get(`http://desk.visavis.test${path}`)).status).toBe(200)
  }
  expect((await get('http://visavis.test/api/desk/me')).status).toBe(404)
  expect((await get('http://desk.visavis.test/api/desk/me')).status).toBe(200)
})
