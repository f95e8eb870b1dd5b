import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { gypfile?: boolean; hasInstallScript?: boolean }>
}

test('[OPS-1] an installation compiles no package, so a fresh machine needs neither Python nor a compiler', () => {
  const compiled = Object.entries(packages).filter(
    ([place, { gypfile, hasInstallScript = false }]) =>
      place !== '' && gypfile !== false && !hasInstallScript && existsSync(join(root, place, 'binding.gyp')),
  )
  // `node scripts/complete-lock.mjs` adds the missing entry after `npm install`.
  expect(compiled.map(([place]) => place)).toEqual([])
})
