import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { VISITOR_PAGES } from '../app/visitor-pages.ts'
import { PICTURE } from '../server/http/heads.ts'
import { drawSharePictures, SHARE_BYTES_MAX, SHARE_PICTURES } from './share-pictures.ts'

test('[SITE-14] every visitor’s page has its picture, of the size that its head says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'visavis-share-'))
  await drawSharePictures(fileURLToPath(new URL('..', import.meta.url)), folder)
  const drawn = readdirSync(folder)
  for (const { picture } of VISITOR_PAGES) expect(drawn).toContain(`${picture}.png`)
  expect(drawn).toHaveLength(Object.keys(SHARE_PICTURES).length)
  for (const name of drawn) {
    const bytes = readFileSync(join(folder, name))
    const { width, height } = await sharp(bytes).metadata()
    expect([name, width, height, bytes.length <= SHARE_BYTES_MAX]).toEqual([name, PICTURE.width, PICTURE.height, true])
  }
  rmSync(folder, { recursive: true })
})
