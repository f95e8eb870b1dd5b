/** Browser tests on the production build. Every test starts a server of its own, so files run side by side. */
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/base-data.ts',
  fullyParallel: false,
  workers: 2,
  // A browser on a crowded machine may fail once; what passes only then is reported as flaky, and mended.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // Phone first, as the look is; what needs a desktop says so.
    viewport: { width: 390, height: 844 },
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
  },
})
