/**
 * `npm run test:long [-- FILE…]`: proofs that are slow and rarely fail. First the unit tests with random inputs, with many more
 * inputs than `npm test` gives them; then the browser tests tagged `@long`, a storm of three minutes, and a crawl of every page
 * in every language and role. `production` installs a site, and needs nginx, caddy and age from Debian.
 * With files it runs those browser tests alone.
 */
import { spawn } from 'node:child_process'

const FUZZ = ['interleavings', 'credit-lots', 'outbox.fuzz', 'money-proof', 'many-signups', 'mutual']
const WHOLE_FILES = ['chat-storm', 'crawl', 'production', 'year-later']

const run = (command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

const named = process.argv.slice(2)
const grep = ['--grep', String.raw`@long|\b(?:${WHOLE_FILES.join('|')})\.spec\.ts`]
const passed = [
  named.length > 0 || (await run('vitest', ['run', ...FUZZ], { FUZZ: 'large' })),
  await run('playwright', ['test', ...(named.length > 0 ? named : grep)], {
    E2E_CRAWL: 'full',
    E2E_STORM_SECONDS: '180',
    E2E_LONG: 'yes',
  }),
]
if (passed.includes(false)) process.exitCode = 1
