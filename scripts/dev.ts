/** `npm run dev`: Vite on PORT (3000) with the app, the desk and the service worker, and the server behind it. */
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ProxyOptions } from 'vite'
import { startServer } from './dev/server.ts'
import { developmentWorker } from './dev/worker.ts'
import { freePort, portIfFree } from '../server/testing/free-port.ts'

const PARENT_LOOK_MS = 500
/** Paths that only the server answers. A pattern, since the app has folders of similar names. */
const SERVER_PATHS =
  '^/(?:api|photos|dev|sandbox|share|partner)/|^/(?:healthz|readyz|robots\\.txt|sitemap\\.xml|manifest\\.webmanifest)(?:$|\\?)'

/** Serves the desk's document for every page of the desk. Its modules are below the app's root already. */
const deskPages: Plugin = {
  name: 'desk-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      const isPage = request.headers.accept?.includes('text/html') ?? false
      if (isPage && /^\/desk(?:$|[/?])/.test(request.url ?? '')) request.url = '/desk/index.html'
      next()
    })
  },
  // The document's URLs are relative to its folder, but it is served for every path below `/desk`.
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) =>
      path.startsWith('/desk/')
        ? html
            .replace('./main.tsx', '/desk/main.tsx')
            .replace('../../public/mark.svg', '/mark.svg')
            .replaceAll('{{siteName}}', 'Visavis')
        : html,
  },
}

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.env['PORT'] ?? '3000'
if (!/^\d{1,5}$/.test(wanted) || Number(wanted) > 65_535) fail(`PORT must be a port number, not ${wanted}.`)
const port =
  (await portIfFree(Number(wanted))) ?? fail(`Port ${wanted} is in use. Choose another one: PORT=3010 npm run dev`)
const serverPort = await freePort()

const toServer: ProxyOptions = { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false }
const vite = await createServer({
  configFile: `${root}vite.config.ts`,
  plugins: [developmentWorker(root), deskPages],
  server: { host: '127.0.0.1', port, strictPort: true, proxy: { [SERVER_PATHS]: toServer } },
})
await vite.listen()
const server = startServer(root, vite.watcher, {
  ...process.env,
  HOST: '127.0.0.1',
  PORT: String(serverPort),
  PUBLIC_URL: `http://localhost:${port}`,
})
console.log(`Visavis in development: http://localhost:${port}`)

let isStopping = false
const stop = async (): Promise<void> => {
  // A second signal ends the process at once.
  if (isStopping) process.exit(1)
  isStopping = true
  await Promise.all([server.stop(), vite.close()])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
// npm may be killed without passing a signal on.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void stop(), PARENT_LOOK_MS).unref()
