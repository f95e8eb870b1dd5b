// `npm start`: checks the Node version before anything native is loaded, builds what is stale, runs the server.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Visavis needs Node 24 and was started with ${process.versions.node}; "npm start" brings its own.`)
  process.exit(1)
}

const { buildIfStale } = await import('./build.ts')
await buildIfStale()

const server = spawn(process.execPath, [join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => server.kill(name))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
