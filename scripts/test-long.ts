/**
 * `npm run test:long [-- FILE…]`: the browser tests that are slow and rarely fail. The storm lasts three minutes, and the crawl
 * takes every language and role. `production` installs a site, and needs nginx, caddy and age from Debian.
 */
import { spawn } from 'node:child_process'

const FILES = ['chat-storm', 'crawl', 'production', 'year-later']

const named = process.argv.slice(2)
const child = spawn('playwright', ['test', ...(named.length > 0 ? named : FILES)], {
  stdio: 'inherit',
  env: { E2E_CRAWL: 'full', E2E_STORM_SECONDS: '180', ...process.env, E2E_LONG: 'yes' },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
