/**
 * Near-identical photos among three million [GUARD-3]: the product's own queries on a database of hashes of drawn pictures.
 * A search is made in the server's own thread, so its slowest counts, by processor time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  bandsOf,
  GREY_FIELDS,
  isDistinctive,
  SAME_PHOTO_BITS,
  type PhotoBands,
} from '#contract/rules/photo-likeness.ts'
import { hashQueries } from '../../server/areas/photos/hash-queries.ts'
import { openDatabases, type Databases } from '../../server/db/database.ts'
import { photoHashes, photos as photoRows } from '../../server/db/schema/photos.ts'
import { inserter } from '../../server/seed/bulk.ts'
import { seededRandom } from '../../server/seed/random.ts'
import type { Options } from '../options.ts'
import { atMost, type MeasureResult, median, percentile } from '../report.ts'

/** Three photos a member. */
const PHOTOS_A_MEMBER = 3
const SEARCHES = 500
/** In milliseconds: a search holds up all other requests for so long. */
const HOLD = 25

export const measureAlike = async ({ members }: Options): Promise<MeasureResult> => {
  const photos = members * PHOTOS_A_MEMBER
  const folder = mkdtempSync(join(tmpdir(), 'bench-alike-'))
  const databases = openDatabases(join(folder, 'hashes.db'))
  try {
    const wanted = fill(databases, photos)
    const { alike } = hashQueries(databases.reader)
    const times: number[] = []
    let found = 0
    for (const bands of wanted) {
      const start = process.cpuUsage()
      found += (await alike(changed(bands), NOBODY)).length
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 1_000)
    }
    const limit = { what: 'the longest hold of the event loop', value: HOLD }
    const among = `alike: a search among ${photos.toLocaleString('en')} photos`
    if (found < wanted.length) throw new Error(`Only ${found} of ${wanted.length} copies were found`)
    return {
      figures: [
        { what: `${among}, median`, ours: median(times), unit: 'ms', limit, target: atMost(1) },
        { what: `${among}, 99th percentile`, ours: percentile(times, 0.99), unit: 'ms', limit, target: atMost(1) },
      ],
      notes: [
        `alike: ${SEARCHES} copies that differ in ${SAME_PHOTO_BITS} bits from a photo of ${photos.toLocaleString('en')}.`,
      ],
    }
  } finally {
    databases.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [NOBODY, OWNER] = [0, 1]

/** @returns the hashes of some of the photos */
const fill = ({ writer }: Databases, photos: number): PhotoBands[] => {
  const random = seededRandom(photos)
  const client = writer.$client
  const addPhoto = inserter(client, photoRows, ['id', 'owner', 'hash', 'status', 'createdAt'])
  const add = inserter(client, photoHashes, ['photo', 'band0', 'band1', 'band2', 'band3'])
  const wanted: PhotoBands[] = []
  const every = Math.max(1, Math.floor(photos / SEARCHES))
  client.exec('begin')
  for (let photo = 1; photo <= photos; photo += 1) {
    const bands = tellingHash(random)
    const [band0, band1, band2, band3] = bands
    add({ photo, band0, band1, band2, band3 })
    if (photo % every > 0 || wanted.length === SEARCHES) continue
    addPhoto({ id: photo, owner: OWNER, hash: String(photo), status: 'active', createdAt: 0 })
    wanted.push(bands)
  }
  client.exec('commit')
  return wanted
}

/** The product stores no others. */
const tellingHash = (random: () => number): PhotoBands => {
  for (;;) {
    const bands = bandsOf(picture(random))
    if (isDistinctive(bands)) return bands
  }
}

const WAVES = 3

/** Broad light and shade with some grain. Their hashes crowd together far more than even chance would have it. */
const picture = (random: () => number): Uint8Array => {
  const { width, height } = GREY_FIELDS
  const waves = Array.from({ length: WAVES }, () => ({
    across: (random() * 2 - 1) * 0.8,
    down: (random() * 2 - 1) * 0.8,
    phase: random() * 2 * Math.PI,
    height: 15 + random() * 25,
  }))
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    let value = 128 + random() * 12
    for (const wave of waves)
      value += wave.height * Math.cos(wave.across * (at % width) + wave.down * Math.floor(at / width) + wave.phase)
    grey[at] = value
  }
  return grey
}

/** The same picture as another camera might have stored it. */
const changed = ([one, two, three, four]: PhotoBands): PhotoBands => [one ^ 0b1, two ^ 0b11, three ^ 0b11, four ^ 0b1]
