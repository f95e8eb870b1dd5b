import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MORE_ICONS } from '../app/ui/more-icons.ts'
import { firstModules } from './first-modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('[SHELL-16] modules that may show before all icons have loaded use only the first icons', () => {
  const shown = [...firstModules(join(root, 'app/main.tsx'))]
    .filter(([path]) => !path.endsWith('more-icons.ts'))
    .flatMap(([path, { strings }]) =>
      Object.keys(MORE_ICONS)
        .filter((name) => strings.has(name))
        .map((name) => `${name} in ${relative(root, path)}`),
    )
  expect(shown).toEqual([])
})
