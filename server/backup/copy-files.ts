/** Copies files whose content never changes, such as photos, which are named by their content hash. */
import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

type Folders = {
  from: string
  to: string
  /** An older copy on the same disk: files in it are shared and take no more space. */
  known: string | null
}

/** Copies missing files; a file that disappears meanwhile is left out. @returns the number of copied files */
export const copyNewFiles = async ({ from, to, known }: Folders): Promise<number> => {
  let count = 0
  for (const path of await filesIn(from)) if (await copyNew(path, { from, to, known })) count += 1
  return count
}

const copyNew = async (path: string, { from, to, known }: Folders): Promise<boolean> => {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true })
  try {
    if (existsSync(target)) return false
    if (known === null || !(await isLinked(join(known, path), target))) await copyWhole(join(from, path), target)
    return true
  } catch (error) {
    if (isOf(error, ['ENOENT', 'EEXIST'])) return false
    throw error
  }
}

/** A copy gets its name only when it is completely on disk, so that an interrupted copy never counts as done. */
export const copyWhole = async (source: string, target: string): Promise<void> => {
  const draft = `${target}${DRAFT}`
  try {
    await copyFile(source, draft, constants.COPYFILE_FICLONE)
    const handle = await open(draft)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
  } catch (error) {
    // Half a copy must not keep a full disk full.
    if (isOf(error, ['ENOSPC', 'EDQUOT'])) await rm(draft, { force: true })
    throw error
  }
}

/** A file that does not exist yet is left out. */
export const copyIfThere = async (source: string, target: string): Promise<void> => {
  if (existsSync(source)) await copyWhole(source, target)
}

/** The endings of drafts; the photo store's drafts end like this too. */
const DRAFT = '.tmp'

/** False if the older copy lacks the file, or is on a disk that cannot share it. */
const isLinked = (source: string, target: string): Promise<boolean> =>
  link(source, target).then(
    () => true,
    (error: unknown) => {
      if (isOf(error, ['ENOENT', 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'])) return false
      throw error
    },
  )

/** Paths below the folder; empty without a folder. Drafts are left out. */
const filesIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  } catch (error) {
    if (isOf(error, ['ENOENT'])) return []
    throw error
  }
}

export const isOf = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
