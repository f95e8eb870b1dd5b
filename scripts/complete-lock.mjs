// Completes package-lock.json after `npm install`: a registry mirror that carries no binaries for other platforms makes
// npm leave them out of the lock file, and `npm ci` then refuses it everywhere. They are written in by name and version.
// Usage: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const OS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']
const CPU = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x']

/** The platform in the name of a binary's package, e.g. `binding-linux-arm-gnueabihf`. */
const platformOf = (name) => {
  const words = name.split(/[/-]/)
  const libc =
    words.includes('musl') || words.includes('musleabihf') ? ['musl'] : words.includes('gnu') ? ['glibc'] : null
  return {
    os: OS.filter((os) => words.includes(os)),
    cpu: CPU.filter((cpu) => words.includes(cpu)),
    ...(libc ? { libc } : {}),
  }
}

let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = `node_modules/${name}`
    const isThere = [`${place}/${own}`, own].some((key) => lock.packages[key] !== undefined)
    const platform = platformOf(name)
    if (place === '' || isThere || platform.os.length !== 1 || platform.cpu.length !== 1) continue
    lock.packages[own] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true }
    added += 1
  }
}
// better-sqlite3 brings binaries for every platform. npm reads only from the lock file that it must not compile the package, which
// needs Python and a compiler. `npm install` drops the entry.
const prebuilt = lock.packages['node_modules/better-sqlite3']
if (prebuilt) prebuilt.gypfile = false
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
console.log(`${added} binaries of other platforms written into the lock file`)
