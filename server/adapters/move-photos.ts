/**
 * Copies the photos of DATA_DIR into the bucket of FILES_URL, for a site that moves to several machines [OPS-8]. A move that
 * broke off continues where it stopped: a file in the bucket is complete, and a name has one content for ever.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../plain-error.ts'
import { openBucket, type BucketOptions, type StoredFile } from './bucket-files.ts'
import { isFileName } from './file-store.ts'

/** The bucket has this file while photos move into it, which distinguishes an interrupted move from the bucket of a live site. */
const MARK = 'unfinished-move'

/** Photos are in folders by the first two digits of their keys. */
const GROUPS = Array.from({ length: 256 }, (_, index) => `${index.toString(16).padStart(2, '0')}/`)
const AT_ONCE = 32
/** The number of folders from one line of progress to the next. */
const REPORTED = 32

export type PhotoMove = {
  /** A sentence for each folder whose files differ in the bucket. */
  differences: string[]
  /** Removes the mark: from now on the photos are those of a live site. */
  finish: () => Promise<void>
}

/**
 * The server must be stopped, so that no photo is added or deleted meanwhile.
 *
 * @param folder the photos of DATA_DIR
 * @throws PlainError if the bucket has files of another origin, FilesUnavailableError
 */
export const movePhotos = async (
  folder: string,
  options: BucketOptions,
  log: (text: string) => void,
): Promise<PhotoMove> => {
  const bucket = openBucket(options)
  if ((await bucket.read(MARK)) === null) {
    const [found] = await bucket.list('')
    if (found) throw new PlainError(NOT_EMPTY)
    await bucket.write(MARK, Buffer.from(MARK))
  }
  const moved = { copied: 0, present: 0 }
  const before = groupsOf(bucket)
  for (const [index, group] of GROUPS.entries()) {
    const [here, there] = [await filesOnDisk(folder, group), await before(group)]
    const missing = [...here].filter(([name, size]) => there.get(name) !== size).map(([name]) => name)
    // A photo that was deleted after an earlier attempt must not stay.
    const deleted = [...there.keys()].filter((name) => !here.has(name))
    await forEach(missing, async (name) => void (await bucket.write(name, await readFile(join(folder, name)))))
    await forEach(deleted, bucket.remove)
    moved.copied += missing.length
    moved.present += here.size - missing.length
    if ((index + 1) % REPORTED === 0)
      log(
        `photos: ${moved.copied} files copied, ${moved.present} were there, ${index + 1} of ${GROUPS.length} folders done`,
      )
  }
  const differences: string[] = []
  const after = groupsOf(bucket)
  for (const group of GROUPS) {
    const [here, there] = [await filesOnDisk(folder, group), await after(group)]
    const wrong = [...here].filter(([name, size]) => there.get(name) !== size).length
    if (wrong > 0 || there.size !== here.size)
      differences.push(
        `Photos: the folder ${group} has ${here.size} files in DATA_DIR and ${there.size} in the bucket, ${wrong} are wrong.`,
      )
  }
  log('all photos compared')
  return { differences, finish: () => bucket.remove(MARK) }
}

const NOT_EMPTY =
  'The bucket of FILES_URL has files already, and not of a move that broke off: name an empty bucket or folder.'

/** The sizes of a group's files by name. Drafts of uploads that broke off are no photos. */
const filesOnDisk = async (folder: string, group: string): Promise<Map<string, number>> => {
  const names = await readdir(join(folder, group)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = new Map<string, number>()
  await forEach(names.map((name) => group + name).filter(isFileName), async (name) => {
    files.set(name, (await stat(join(folder, name))).size)
  })
  return files
}

type Bucket = ReturnType<typeof openBucket>

/** Reads the bucket once, group by group, in the order of `GROUPS`: the names of all photos would fill the memory. */
const groupsOf = (bucket: Bucket): ((group: string) => Promise<Map<string, number>>) => {
  const files = listed(bucket)
  let next = files.next()
  return async (group) => {
    const found = new Map<string, number>()
    for (;;) {
      const { done, value } = await next
      if (done === true || value.name.slice(0, group.length) > group) return found
      if (isFileName(value.name)) found.set(value.name, value.size)
      next = files.next()
    }
  }
}

/** All files of the bucket, in the order of their names. */
export async function* listed(bucket: Pick<Bucket, 'list'>): AsyncGenerator<StoredFile, undefined> {
  for (let last = ''; ;) {
    const files = await bucket.list(last)
    yield* files
    const end = files.at(-1)?.name
    if (end === undefined) return undefined
    last = end
  }
}

/** Several at a time, because each one waits for the network. */
const forEach = async (names: readonly string[], work: (name: string) => Promise<void>): Promise<void> => {
  const queue = names.values()
  const worker = async (): Promise<void> => {
    for (const name of queue) await work(name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
