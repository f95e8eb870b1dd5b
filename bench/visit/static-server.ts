/** Serves a folder as our server serves its own: HTTP/1.1, brotli made beforehand, hashed names for ever. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const SMALL_BYTES = 512

type StaticServer = { origin: string; close: () => void }

export const serveFolder = async (folder: string): Promise<StaticServer> => {
  const files = new Map<string, { bytes: Buffer; isSmall: boolean }>(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        const isSmall = bytes.length < SMALL_BYTES
        return [`/${relative(folder, path)}`, { bytes: isSmall ? bytes : brotliCompressSync(bytes), isSmall }]
      }),
  )
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').pathname
    const path = asked === '/' ? '/index.html' : asked
    const file = files.get(path)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': file.bytes.length,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(file.isSmall ? {} : { 'content-encoding': 'br' }),
    })
    response.end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The static server has no port')
  return { origin: `http://localhost:${address.port}`, close: () => server.close() }
}
