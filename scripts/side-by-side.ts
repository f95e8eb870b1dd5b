/** `node scripts/side-by-side.ts NAME…` runs npm scripts at the same time, prints each one's output whole, and fails if one fails. */
import { spawn } from 'node:child_process'

const run = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, ['--run', name], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString()
      })
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })

const passed = await Promise.all(process.argv.slice(2).map(run))
if (passed.includes(false)) process.exitCode = 1
