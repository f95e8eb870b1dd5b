/** Browser tests on the production build. No two files share a server, so files run side by side. */
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGS, chromiumPath, TEST_ARGS } from './e2e/support/chromium.ts'
import { quickProcesses } from './scripts/quick-processes.ts'

quickProcesses()

/** `npm run test:long` runs these, `npm test` does not. A single test has the tag. */
const SLOW_AND_RARE = /@long|\b(?:chat-storm|production|year-later)\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  ...(process.env['E2E_LONG'] === undefined ? { grepInvert: SLOW_AND_RARE } : {}),
  outputDir: 'test-results',
  globalSetup: './e2e/support/base-data.ts',
  fullyParallel: false,
  // On two cores: a third fills the time in which the others wait.
  workers: 3,
  // A test that passes only at its second try hides a race: the list names it as flaky, and its cause is to be found.
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
    launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_ARGS, ...TEST_ARGS] },
  },
})
