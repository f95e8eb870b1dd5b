import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { localeParts } from './scripts/locale-parts.ts'

export default defineConfig({
  plugins: [localeParts()],
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: fileURLToPath(new URL('contract/', import.meta.url)) },
      { find: /^#locales\//, replacement: fileURLToPath(new URL('locales/', import.meta.url)) },
    ],
  },
  test: {
    include: ['{contract,app,sw,worker,server,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 20_000,
    restoreMocks: true,
    setupFiles: ['scripts/vitest-setup.ts'],
  },
})
