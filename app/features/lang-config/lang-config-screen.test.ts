import { expect, test } from 'vitest'
import { localesOnDevice } from './lang-config-screen.tsx'

test('[SITE-2] a language is on the device when all its texts are, and the current one always is', () => {
  const files = ['/assets/de-BqiTZVUN.js', '/assets/de-CpSxR1y0.js', '/assets/fr-CpSxR1y0.js', '/assets/dex-1.js']
  expect([...localesOnDevice(files, 'pl')]).toEqual(['de', 'pl'])
  expect([...localesOnDevice([], 'it')]).toEqual(['it'])
})
