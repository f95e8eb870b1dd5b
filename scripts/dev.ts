/** `npm run dev`: the server with restarts on change, and Vite in front of it on port 3000. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { DEV_SERVER_PORT } from '../vite.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = spawn(process.execPath, ['--watch', join(root, 'server', 'main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(DEV_SERVER_PORT), PUBLIC_URL: 'http://localhost:3000' },
})
const vite = await createServer({ configFile: join(root, 'vite.config.ts') })
await vite.listen()
vite.printUrls()

const stop = async (): Promise<void> => {
  server.kill('SIGTERM')
  await vite.close()
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop().then(() => process.exit(0)))
