// Makes a fresh machine ready: the packages of the lock file, and with --browser a Chromium for the browser tests and a
// Redis for the tests of the bus.
// It uses no package, since it runs before the installation, and works with Node 18 and later.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

/** Runs a program and shows what it says. @returns when it has ended well */
const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))))
  })

const installPackages = async () => {
  const wanted = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  const stamp = at('node_modules', '.installed-lock')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === wanted && existsSync(at('node_modules', '.bin', 'node'))) return
  console.log('Installing packages (npm ci) …')
  // On an older Node.js npm leaves out the binaries of the bundler and of the photos without a word, because they are optional packages.
  const { node } = JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies
  const isOld = Number(process.versions.node.split('.')[0]) < Number(node.split('.')[0])
  const ofOurs = isOld ? ['exec', '--yes', `--package=node@${node}`, '--', 'npm'] : []
  await run('npm', [...ofOurs, 'ci', '--include=dev', '--no-audit', '--no-fund'])
  writeFileSync(stamp, wanted)
}

const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0

const CHROMIUM_OF_SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const REDIS_OF_SYSTEM = ['/usr/bin/valkey-server', '/usr/bin/redis-server']
const isAnyThere = (paths) => paths.some((path) => existsSync(path))

/** Asks Playwright for its own download where the system has none: so the packages are installed first. */
const hasChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return true
    throw new Error(`CHROMIUM_PATH says ${named}, but nothing is there.`)
  }
  if (isAnyThere(CHROMIUM_OF_SYSTEM)) return true
  try {
    const own = execFileSync(
      at('node_modules', '.bin', 'node'),
      ['-e', "console.log(require('playwright').chromium.executablePath())"],
      { cwd: root, encoding: 'utf8' },
    )
    return existsSync(own.trim())
  } catch {
    return false
  }
}

const mayInstall = () => isRoot() && existsSync('/usr/bin/apt-get')

/** Installs a browser where the system lacks one, and a Redis, without which the tests of several processes are skipped. */
const installOfDebian = async () => {
  if (!mayInstall()) return
  const lacking = [
    ...(process.env.CHROMIUM_PATH || isAnyThere(CHROMIUM_OF_SYSTEM) ? [] : ['chromium']),
    ...(isAnyThere(REDIS_OF_SYSTEM) ? [] : ['redis-server']),
  ]
  if (lacking.length === 0) return
  console.log(`Installing ${lacking.join(' and ')} for the tests …`)
  const stdio = ['ignore', 'ignore', 'inherit']
  await run('apt-get', ['update', '-qq'], { stdio }).catch(() => {})
  // One after another: a system may have one of them and lack the other.
  for (const name of lacking)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => console.log(`The package ${name} cannot be installed here.`))
}

const requireChromium = async () => {
  if (hasChromium()) return
  // A failure is reported by the message below.
  await run(at('node_modules', '.bin', 'playwright'), ['install', 'chromium']).catch(() => {})
  if (!hasChromium())
    throw new Error('No Chromium could be installed: install one and set CHROMIUM_PATH to its program.')
}

try {
  const isForBrowser = process.argv.includes('--browser')
  // The two downloads do not need each other, and together take the time of the longer one.
  await Promise.all([installPackages(), isForBrowser && installOfDebian()])
  if (isForBrowser) await requireChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
