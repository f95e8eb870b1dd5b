/** Which files the built app is made of, and which of them lie on the device. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'

const ASSETS = join(import.meta.dirname, '..', '..', 'dist', 'client', 'assets')

/** The addresses of what the worker takes in its second step, the list of it last. */
export const secondStep = (): string[] => {
  const name = readdirSync(ASSETS).find((file) => /^later-[\w-]{8}\.json$/.test(file)) ?? ''
  const { later } = JSON.parse(readFileSync(join(ASSETS, name), 'utf8')) as { later: string[] }
  return [...later, `/assets/${name}`]
}

/** Those of them that are not here yet. */
export const missingOf = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const cache = await caches.open('files')
    const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    return wanted.filter((path) => !held.has(path))
  }, paths)

/** The second step is over: every screen is on the device. */
export const wholeAppHere = async (page: Page): Promise<void> => {
  await expect.poll(() => missingOf(page, secondStep()), { message: 'all of the app on the device' }).toEqual([])
}
