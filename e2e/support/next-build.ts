/**
 * Makes another build from `dist/client`: scripts, styles and lists get new names, all references to them change, and the
 * documents get a mark. The browser sees an ordinary update.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'

const CLIENT = join(import.meta.dirname, '..', '..', 'dist', 'client')
const TEXT = /\.(js|css|html|json)$/
const HASHED = /^((?:.+-)?)([\w-]{8})\.(js|css|json)$/

export type NextBuild = { folder: string; remove: () => Promise<void> }

/** @param mark the value of `<html data-build>`; the new file names contain it too */
export const makeNextBuild = async (mark: 'b' | 'c'): Promise<NextBuild> => {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-build-'))
  // Leave out compressed files: the server would send their old content.
  await cp(CLIENT, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const names = new Map(
    (await readdir(join(folder, 'assets'))).flatMap((name) => {
      const [, before, hash, ext] = HASHED.exec(name) ?? []
      return hash === undefined
        ? []
        : [[name, `${before ?? ''}${mark}${hash.slice(1, -1)}${mark}.${ext ?? ''}`] as const]
    }),
  )
  if (new Set(names.values()).size !== names.size) throw new Error('Two files of the next build have one name.')
  const isNamed = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const before = await readFile(path, 'utf8')
    let text = before.replaceAll(isNamed, (name) => names.get(name) ?? name)
    if (entry.name.endsWith('.html')) text = text.replace('<html', `<html data-build="${mark}"`)
    if (entry.name === 'sw.js') text = withNewRevisions(text, mark)
    const name = names.get(entry.name)
    if (name !== undefined) await rm(path)
    if (name !== undefined || text !== before) await writeFile(join(entry.parentPath, name ?? entry.name), text)
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Changes the revisions in the worker's list, which stand for files without a hash in their name. */
const withNewRevisions = (worker: string, mark: string): string => {
  const changed = worker.replaceAll(
    /("?revision"?:\s*["'`][0-9a-f]{7})([0-9a-f])/g,
    // One revision in sixteen has the mark there already.
    (_, before: string, digit: string) => `${before}${digit === mark ? '0' : mark}`,
  )
  if (changed === worker) throw new Error('The worker lists no revisions: an update would not be seen.')
  return changed
}

/** The build that a page runs; `a` is the one in `dist`. */
export const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset['build'] ?? 'a')
