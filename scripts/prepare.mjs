// Makes a fresh machine ready: the packages of the lock file, and with --browser a Chromium for the browser tests and a
// Redis for the tests of the bus.
// It uses no package, since it runs before the installation, and works with Node 18 and later.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

const installPackages = () => {
  const wanted = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  const stamp = at('node_modules', '.installed-lock')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === wanted && existsSync(at('node_modules', '.bin', 'node'))) return
  console.log('Installing packages (npm ci) …')
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
  writeFileSync(stamp, wanted)
}

const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0

const hasChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return true
    throw new Error(`CHROMIUM_PATH says ${named}, but nothing is there.`)
  }
  if (['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) => existsSync(path)))
    return true
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

/** Does nothing if the system lacks the package. */
const installOfDebian = (name) => {
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    console.log(`The package ${name} cannot be installed here.`)
  }
}

/** Without it, the tests of several processes are skipped. */
const installRedis = () => {
  const has = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].some((path) => existsSync(path))
  if (!has && mayInstall()) installOfDebian('redis-server')
}

const installChromium = () => {
  if (hasChromium()) return
  console.log('Installing Chromium for the browser tests …')
  if (mayInstall()) {
    // If this system lacks the package, Playwright's own download comes next.
    installOfDebian('chromium')
  }
  if (!hasChromium()) {
    try {
      execFileSync(at('node_modules', '.bin', 'playwright'), ['install', 'chromium'], { cwd: root, stdio: 'inherit' })
    } catch {
      // The message below reports this failure.
    }
  }
  if (!hasChromium())
    throw new Error('No Chromium could be installed: install one and set CHROMIUM_PATH to its program.')
}

try {
  installPackages()
  if (process.argv.includes('--browser')) {
    installChromium()
    installRedis()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
