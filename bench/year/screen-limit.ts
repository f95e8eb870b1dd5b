/**
 * The limit of a start that shows one of our screens: the markup, styles and photos that our worker sends, with nothing but React, which draws
 * the same elements anew. It has no data, no texts and no code of the app, so no start that draws this screen by React is faster.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { addWorker, buildReactPage, CLIENT, copyAssets, withoutCode } from '../visit/limits.ts'

type SentScreen = { html: string; photos: Map<string, Buffer> }

/** Opens a screen of ours and takes what the worker sends for it. */
export const readSentScreen = async (page: Page, url: string): Promise<SentScreen> => {
  const html = (await (await page.goto(url))?.text()) ?? ''
  if (!html.includes('data-snapshot')) throw new Error(`The device has no stored markup of ${url}`)
  const photos = new Map<string, Buffer>()
  for (const [, path = ''] of html.matchAll(/src="(\/photos\/[^"]+)"/g)) photos.set(path, await bytesOf(page, path))
  return { html, photos }
}

/** Asked by the page, so that the service worker answers. */
const bytesOf = async (page: Page, path: string): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async (asked) => {
      const answer = await fetch(asked)
      return [...new Uint8Array(await answer.arrayBuffer())]
    }, path),
  )

export const buildScreenLimit = async ({ html, photos }: SentScreen, folder: string): Promise<void> => {
  await buildReactPage('screen', folder)
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const script = /<script type="module"[^>]*><\/script>/.exec(built)?.[0] ?? ''
  const sheets = await Promise.all(
    [...html.matchAll(/<link rel="stylesheet" href="(\/assets\/[^"]+)">/g)].map(([, file = '']) =>
      readFile(join(CLIENT, file), 'utf8'),
    ),
  )
  await copyAssets(html, folder)
  let bare = withoutCode(html).replace('</head>', () => `<style>${sheets.join('')}</style>${script}</head>`)
  for (const [index, [path, bytes]] of [...photos].entries()) {
    const file = `/assets/photo-${index}.webp`
    await writeFile(join(folder, file), bytes)
    bare = bare.replaceAll(path, file)
  }
  await writeFile(join(folder, 'index.html'), bare)
  await addWorker(folder)
}
