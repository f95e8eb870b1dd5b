/** A phone with the product: a seeded server, and a browser in which the demo's member is logged in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { BrowserContext } from 'playwright'
import { persistentContext } from '../../e2e/support/chromium.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { copyMembersWithPhotos, logIn } from './members.ts'
import { startProduct } from './start.ts'

const MEMBERS = 300
const DEMO_MEMBER = 1

type Phone = { context: BrowserContext; origin: string }

/** @param name names the temporary folder */
export const onPhone = async <Result>(
  name: string,
  options: Options,
  work: (phone: Phone) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  try {
    await buildIfStale()
    const dataDir = join(folder, 'data')
    await copyMembersWithPhotos(MEMBERS, dataDir)
    const database = new Database(databaseFile(dataDir))
    const [cookie = '', value = ''] = logIn(database, DEMO_MEMBER).split('=')
    database.close()
    const ours = await startProduct(dataDir, options)
    try {
      return await inBrowser(async (context) => {
        await context.addCookies([{ name: cookie, value, url: ours.origin }])
        return work({ context, origin: ours.origin })
      })
    } finally {
      await ours.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inBrowser = async <Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> => {
  const { context, close } = await persistentContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    chromiumSandbox: false,
  })
  try {
    return await work(context)
  } finally {
    await close()
  }
}
