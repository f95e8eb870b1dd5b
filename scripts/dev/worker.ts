/**
 * Bundles the service worker for development: unminified, again after every change, served as `/sw.js`. It precaches
 * nothing, since Vite makes each module of the app on request.
 */
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build, mergeConfig, type Connect, type Plugin } from 'vite'
import { startFilesOf } from '../chunks.ts'
import { workerConfig } from '../worker-config.ts'

const LATER_FILES = '/assets/later-development.json'
/** The browser asks Vite for each module by itself. */
const NO_FILES = startFilesOf({})

export const developmentWorker = (root: string): Plugin => {
  const outDir = join(root, 'dist', 'dev-worker')
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url === LATER_FILES) send(response, 'application/json', JSON.stringify({ later: [], seldom: [] }))
    else if (request.url?.split('?')[0] === '/sw.js')
      readFile(join(outDir, 'sw.js'), 'utf8').then((code) => send(response, 'text/javascript', code), next)
    else next()
  }
  return {
    name: 'development-worker',
    configureServer: async ({ middlewares, httpServer }) => {
      middlewares.use(serve)
      const watcher = await build(
        mergeConfig(workerConfig(root, { outDir, laterFiles: LATER_FILES, startFiles: NO_FILES }), {
          define: { 'self.__WB_MANIFEST': '[]' },
          build: { watch: {}, minify: false, sourcemap: 'inline' },
        }),
      )
      if (!('on' in watcher)) return
      httpServer?.on('close', () => void watcher.close())
      // The first page asks for the worker at once.
      await new Promise<void>((resolve) => {
        watcher.on('event', ({ code }) => {
          if (code === 'END' || code === 'ERROR') resolve()
        })
      })
    },
  }
}

const send = (response: ServerResponse, type: string, body: string): void => {
  response.setHeader('content-type', type)
  // The browser compares the worker with the one it has: an old copy would hide a change.
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}
