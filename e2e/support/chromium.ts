/** Which Chromium the browser tests drive, and how it is started. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright/test'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** CHROMIUM_PATH, else Playwright's own, else the system's. */
export const chromiumPath = (): string => {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const found = [chromium.executablePath(), ...PLACES].find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium is here: install one and set CHROMIUM_PATH to its program.')
  return found
}

/** The features that Playwright switches off, as the last list of a command line is the only one that counts. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Each window of a desktop loads a page for the list below its address bar, which costs a seventh of a test's processor time. A phone has none. */
const OFF_ON_PHONES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const withoutFeatures = (...names: string[]): string =>
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF_ON_PHONES, ...names].join(',')}`

/** No sandbox, since the tests also run as root; the rest keeps the browser from calling home. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  withoutFeatures(),
]

/**
 * Saves processor time of tests. No graphics card draws here, and the process that draws instead costs a tenth of it. The features start
 * a process that the next page may need, and read each page to translate it and to find it again: about a twentieth. A bench keeps them: a
 * person's browser has that process ready, and without it each page that changes its process seems slower.
 */
export const TEST_ARGS = [
  '--in-process-gpu',
  withoutFeatures('SpareRendererForSitePerProcess', 'Translate', 'PageContentAnnotations'),
]

export type PersistentOptions = Parameters<typeof chromium.launchPersistentContext>[1] & {
  extraArgs?: string[]
  /** A profile that outlives the browser; whoever made it removes it. */
  folder?: string
}

/** A browser with a profile on disk: push and background sync need one, an incognito context has neither. */
export const persistentContext = async ({
  extraArgs = [],
  folder: kept,
  ...options
}: PersistentOptions): Promise<{ context: BrowserContext; close: () => Promise<void> }> => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'visavis-browser-')))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGS, ...extraArgs],
    ...options,
  })
  return {
    context,
    close: async () => {
      await context.close()
      // The browser may still be writing its last words.
      if (kept === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
