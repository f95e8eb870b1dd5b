/** The uploading load: every photo is sent at once, each over a connection of its own. */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { serveTask } from '../process/task.ts'
import { UploadLoad, type UploadTimes } from './load.ts'

serveTask(UploadLoad, async ({ port, uploads }): Promise<UploadTimes> => {
  const files = new Map(uploads.map(({ file }) => [file, readFileSync(file)]))
  const start = performance.now()
  const statuses = await Promise.all(
    uploads.map(({ cookie, clientId, file }) => send(port, cookie, clientId, files.get(file) ?? Buffer.alloc(0))),
  )
  const wrong = statuses.find((status) => status !== 200 && status !== 429)
  if (wrong !== undefined) throw new Error(`An upload was answered ${wrong}`)
  const taken = statuses.filter((status) => status === 200).length
  return { taken, seconds: (performance.now() - start) / 1_000 }
})

const send = (port: number, cookie: string, clientId: string, file: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/photos?client_id=${clientId}`,
        headers: { cookie, 'content-type': 'image/jpeg', 'content-length': file.length },
        agent: false,
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sending.on('error', reject)
    sending.end(file)
  })
