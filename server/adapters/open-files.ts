import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { bucketFiles } from './bucket-files.ts'
import { photoFolder } from './data-dir.ts'
import { diskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'

/** The photos of a site: in the bucket of FILES_URL, or in DATA_DIR. */
export const openFiles = (
  { DATA_DIR, FILES_URL }: Pick<Env, 'DATA_DIR' | 'FILES_URL'>,
  log: Pick<Logger, 'warn'>,
): FileStore => (FILES_URL === undefined ? diskFiles(photoFolder(DATA_DIR)) : bucketFiles({ url: FILES_URL, log }))
