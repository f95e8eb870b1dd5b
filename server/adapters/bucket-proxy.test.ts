/** Debian's nginx with the sample of `deploy/` between members and the bucket. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { startBucket } from '../testing/bucket.ts'
import { jpegOf, upload } from '../testing/photos.ts'
import { createTestServer } from '../testing/test-server.ts'
import { freePort } from '../testing/free-port.ts'
import { bucketFiles } from './bucket-files.ts'

const NGINX = '/usr/sbin/nginx'
const SAMPLE = readFileSync(join(import.meta.dirname, '../../deploy/nginx/visavis-files.conf'), 'utf8')

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

/** The sample with the stand-in as its bucket, which speaks no TLS. */
const sampleFor = (bucketHost: string): string => {
  const changed = SAMPLE.replaceAll('https://bucket.example.net', `http://${bucketHost}`)
    .replaceAll('bucket.example.net', bucketHost)
    .replaceAll(/^ *proxy_ssl_.*$/gm, '')
  if (!changed.includes(`proxy_pass http://${bucketHost}/;`)) throw new Error('The sample names another bucket')
  return changed
}

const startNginx = async (app: number, bucketHost: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'files.conf'), sampleFor(bucketHost))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server {
        listen 127.0.0.1:${port};
        proxy_http_version 1.1;
        include ${folder}/files.conf;
        location / { proxy_pass http://127.0.0.1:${app}; }
      }
    }`,
  )
  const child = spawn(NGINX, ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += String(text)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  cleanUp.push(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  const origin = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        (answer) => answer.status,
        () => errors,
      ),
    )
    .toBe(200)
  return origin
}

test.skipIf(!existsSync(NGINX))(
  'nginx sends a photo from the bucket after the server has decided, with the headers of the server',
  async () => {
    const bucket = await startBucket()
    cleanUp.push(() => bucket.close())
    const photos = bucketFiles({ url: bucket.url, log: { warn: () => undefined } })
    const server = await createTestServer({ photos, env: { FILES_BY_PROXY: 'yes' } })
    cleanUp.push(() => server.close())
    const http = createAdaptorServer({ fetch: server.app.fetch })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    cleanUp.push(() => new Promise((resolve) => http.close(resolve)))
    const address = http.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const origin = await startNginx(port, new URL(bucket.url).host)

    const anna = await server.signUp('Anna')
    const { body } = await upload(server, anna, await jpegOf())
    const path = `/photos/${body.photos[0]?.id ?? ''}`
    const [row] = server.sql('select hash from photos')
    const hash = String(row?.['hash'])
    const get = (size: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${origin}${path}/${size}`, { method, headers: { cookie: anna.cookie, ...headers } })

    const whole = await get('full')
    const bytes = await whole.bytes()
    expect([whole.status, bytes]).toEqual([200, new Uint8Array((await photos.read(hash, 'full')) ?? [])])
    const direct = await server.app.request(`${path}/full`, { headers: { cookie: anna.cookie } })
    expect(direct.headers.get('x-accel-redirect')).toContain('/visavis-files/')
    const kept = ['etag', 'cache-control', 'content-type', 'x-content-type-options', 'cross-origin-resource-policy']
    expect(kept.map((name) => whole.headers.get(name))).toEqual(kept.map((name) => direct.headers.get(name)))
    // Neither the place of the file nor the bucket's own headers reach a member.
    expect([...whole.headers.keys()].filter((name) => /^x-a|last-modified/.test(name))).toEqual([])
    expect(JSON.stringify([...whole.headers])).not.toContain(hash)

    const etag = whole.headers.get('etag') ?? ''
    expect((await get('full', { 'if-none-match': etag })).status).toBe(304)
    const part = await get('full', { range: 'bytes=2-5' })
    expect([part.status, await part.bytes()]).toEqual([206, bytes.slice(2, 6)])
    const head = await get('full', {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await get('blur')).status).toBe(200)
    // Nobody reaches the bucket by the path itself.
    const { pathname, search } = new URL(direct.headers.get('x-accel-redirect') ?? '', origin)
    expect((await fetch(`${origin}${pathname}${search}`)).status).toBe(404)
    const bert = await server.signUp('Bert')
    expect((await get('full', { cookie: bert.cookie })).status).toBe(200)
    await server.as(anna)('blocks.put', { params: { profile: String(bert.id) } })
    expect((await get('full', { cookie: bert.cookie })).status).toBe(404)

    await bucket.kill()
    const away = await get('full')
    expect([away.status, away.headers.get('retry-after'), await away.json()]).toEqual([
      503,
      '10',
      { error: 'photos_unavailable', retry_after: 10 },
    ])
  },
  60_000,
)
