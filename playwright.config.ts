/** Browser tests on the production build. Every worker starts servers of its own, so files run side by side. */
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: process.env['CI'] !== undefined,
})
