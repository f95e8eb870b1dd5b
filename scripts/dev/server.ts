/** Runs the server in development: a child process that restarts when a source changes and ends with this process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { FSWatcher } from 'vite'

const SOURCES = ['server', 'contract', 'locales']
/** An editor writes several files at once. */
const SETTLE_MS = 150

type DevelopmentServer = { stop: () => Promise<void> }

export const startServer = (root: string, watcher: FSWatcher, env: NodeJS.ProcessEnv): DevelopmentServer => {
  let child: ChildProcess | null = null
  let exited = Promise.resolve()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined

  const start = (): void => {
    const entry = join(root, 'server', 'main.ts')
    const guard = join(root, 'scripts', 'dev', 'end-with-parent.ts')
    const started = spawn(process.execPath, ['--import', guard, entry], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    exited = new Promise((resolve) => {
      started.once('exit', (code) => {
        if (!isStopping && code !== 0 && code !== null)
          console.error(`The server ended with code ${code}. It starts again when a source changes.`)
        resolve()
      })
    })
  }
  const end = async (): Promise<void> => {
    child?.kill('SIGTERM')
    await exited
  }
  const restart = async (): Promise<void> => {
    await end()
    if (!isStopping) start()
  }

  watcher.add(SOURCES.map((folder) => join(root, folder)))
  watcher.on('all', (_, path) => {
    const isSource = SOURCES.some((folder) => path.startsWith(join(root, folder, '/')))
    if (!isSource || path.includes('.test.')) return
    clearTimeout(timer)
    timer = setTimeout(() => void restart(), SETTLE_MS)
  })
  start()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await end()
    },
  }
}
