/**
 * `npm run test:long [-- FILE…]`: proofs that are slow and rarely fail. First the unit tests with random inputs, with many more
 * inputs than `npm test` gives them, and all tests of the server on PostgreSQL; then the browser tests tagged `@long`, a storm of three
 * minutes, and a crawl of every page in every language and role. `production` installs a site in the copy of a machine that
 * `deploy/booted` makes: it needs root, and nginx, caddy, age and systemd from Debian. With files it runs those browser tests alone.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const FUZZ = [
  'interleavings',
  'credit-lots',
  'outbox.fuzz',
  'restore.fuzz',
  'money-proof',
  'many-signups',
  'mutual',
  'scam-bot',
  'every-call',
  'chaos',
  'scripts/dev',
]
const WHOLE_FILES = ['chat-storm', 'crawl', 'year-later']

const run = (command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

const megabytesOf = (folder: string): number => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])

/** Installs the files of the repository into a fresh folder as `docs/operations.md` says, and prints how long and how large. */
const installFresh = (root: string, folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  const began = Date.now()
  const runThere = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
  runThere('npm', 'ci', '--include=dev', '--no-audit', '--no-fund')
  const all = megabytesOf(folder)
  runThere('npm', 'run', 'build')
  runThere('deploy/production-packages')
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`installed in ${seconds} s: ${all} MB to build, ${megabytesOf(folder)} MB to run`)
}

/** The copy of the machine has no network, so packages are installed first; and a `/tmp` of its own, so not there. A build empties `dist`. */
const runProduction = async (): Promise<boolean> => {
  const root = join(import.meta.dirname, '..')
  const folder = mkdtempSync(join(root, '.installation-'))
  // The units run as a user of their own, who must read it.
  chmodSync(folder, 0o755)
  try {
    installFresh(root, folder)
    return await run('deploy/booted', ['npx', 'playwright', 'test', 'production', '--workers=1'], {
      INSTALLATION: folder,
      E2E_LONG: 'yes',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const named = process.argv.slice(2)
const isProduction = (name: string): boolean => name.includes('production')
const others = named.filter((name) => !isProduction(name))
const grep = ['--grep', String.raw`@long|\b(?:${WHOLE_FILES.join('|')})\.spec\.ts`]
const passed = [
  named.length > 0 || (await run('vitest', ['run', ...FUZZ], { FUZZ: 'large', CHAOS_SECONDS: '60' })),
  named.length > 0 || (await run('vitest', ['run', '--project', 'postgres'], { POSTGRES_TESTS: 'all' })),
  (named.length > 0 && others.length === 0) ||
    (await run('playwright', ['test', ...(named.length > 0 ? others : grep)], {
      E2E_CRAWL: 'full',
      E2E_STORM_SECONDS: '180',
      E2E_LONG: 'yes',
    })),
  (named.length > 0 && !named.some(isProduction)) || (await runProduction()),
]
if (passed.includes(false)) process.exitCode = 1
