/** The files of the built app, and those of them that the device has cached. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { SHORT_POLL } from './device.ts'

const CLIENT = join(import.meta.dirname, '..', '..', 'dist', 'client')
const ASSETS = join(CLIENT, 'assets')

/** Path of the script of a module in the features folder, e.g. `pages/page-screen.tsx`. */
export const partOf = (module: string): string => `/${builtOf(module).file}`

/** Paths of the stylesheets that a module of the features folder loads with its script. */
export const stylesOf = (module: string): string[] => (builtOf(module).css ?? []).map((file) => `/${file}`)

const builtOf = (module: string): { file: string; css?: string[] } => {
  const parts = JSON.parse(readFileSync(join(CLIENT, 'build-manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  const part = parts[`features/${module}`]
  if (!part) throw new Error(`The build has no separate script for ${module}`)
  return part
}

/** Paths of the files that the worker fetches in its second step; the list of these files comes last. */
export const secondStep = (): string[] => {
  const name = readdirSync(ASSETS).find((file) => /^later-[\w-]{8}\.json$/.test(file)) ?? ''
  const { later } = JSON.parse(readFileSync(join(ASSETS, name), 'utf8')) as { later: string[] }
  return [...later, `/assets/${name}`]
}

/** The paths among these that the device has not cached yet. */
export const missingOf = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const cache = await caches.open('files')
    const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    return wanted.filter((path) => !cached.has(path))
  }, paths)

/** Waits for the end of the second step, which caches every screen. */
export const secondStepDone = async (page: Page): Promise<void> => {
  await expect
    .poll(() => missingOf(page, secondStep()), { message: 'all of the app on the device', ...SHORT_POLL })
    .toEqual([])
}
