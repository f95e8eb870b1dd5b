/** Photos: the pipeline beside sharp alone, and the memory of the server while a hundred are sent to it at once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { runTask } from '../process/task.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atLeast, atMost, type Figure, type MeasureResult } from '../report.ts'
import { PipelineRates, UploadTimes, type UploadLoad } from './load.ts'
import { cameraPhoto, preparedPhoto, progressivePhoto } from './pictures.ts'

const PIPELINE_TASK = fileURLToPath(new URL('pipeline-task.ts', import.meta.url))
const UPLOAD_TASK = fileURLToPath(new URL('upload-task.ts', import.meta.url))

const PHOTOS = 24
const AT_ONCE = 100
const MEMBERS = 50
const GROWTH_MAX_MB = 300

export const measurePhotos = async (options: Options): Promise<MeasureResult> => {
  const { ours, sharpAlone } = await runTask(
    PIPELINE_TASK,
    { rounds: options.messageRounds, photos: PHOTOS },
    PipelineRates,
  )
  const figures: Figure[] = [
    {
      what: 'photos: made ready',
      ours,
      unit: '/s',
      limit: { what: 'sharp alone, nothing checked', value: sharpAlone },
      target: atLeast(0.8),
    },
  ]
  for (const [what, draw] of [
    ['prepared ones', preparedPhoto],
    ['of a camera', cameraPhoto],
    ['the worst let through', progressivePhoto],
  ] as const)
    figures.push(await memoryFor(what, await draw(), options))
  return {
    figures,
    notes: [
      `Photos: memory is the highest resident set of the server and of the process that decodes, while ${AT_ONCE} uploads of ${MEMBERS} members came at once, less the server's before the first.`,
    ],
  }
}

/** On a server of its own: what one load has taken, the next would not take again. */
const memoryFor = async (what: string, photo: Buffer, options: Options): Promise<Figure> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-photos-'))
  await copyMembers(MEMBERS, folder)
  const database = new Database(databaseFile(folder))
  const cookies = cookiesOf(database)
  database.close()
  const file = join(folder, 'photo')
  writeFileSync(file, photo)
  const server = await startProduct(folder, options)
  try {
    const before = server.memory().now
    const load: UploadLoad = {
      port: server.port,
      uploads: Array.from({ length: AT_ONCE }, (_, at) => ({
        cookie: cookies[at % cookies.length] ?? '',
        clientId: uuidv7(Date.now(), new Uint8Array(10).fill(at)),
        file,
      })),
    }
    const { taken, seconds } = await runTask(UPLOAD_TASK, load, UploadTimes)
    const [own, decoding] = [server.memory().peak - before, peakOfChildren(server.pid)]
    const growth = own + decoding
    const size = (photo.length / 1_048_576).toFixed(1)
    console.log(
      `  ${what}: ${taken} of ${AT_ONCE} taken in ${seconds.toFixed(1)} s, ${own.toFixed(0)} + ${decoding.toFixed(0)} MB more memory`,
    )
    if (taken < AT_ONCE) throw new Error(`Only ${taken} of ${AT_ONCE} uploads were taken`)
    return {
      what: `photos: memory for ${AT_ONCE} at once, ${what} (${size} MB)`,
      ours: growth,
      unit: 'MB',
      limit: { what: 'the most it may grow', value: GROWTH_MAX_MB },
      target: atMost(1),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** MB at most so far: what decodes is a process of its own, started by the first photo. */
const peakOfChildren = (pid: number): number => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return children.reduce((sum, child) => {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]
      return sum + Number(peak) / 1_024
    }, 0)
  } catch {
    // Only Linux has /proc.
    return Number.NaN
  }
}

/** Paying members, so that none has reached the limit. */
const cookiesOf = (database: Database.Database): string[] => {
  database.prepare('update users set paid_user = 1').run()
  const members = database.prepare<[], { id: number }>(`select id from users where status = 'active' order by id`).all()
  return members.map(({ id }) => logIn(database, id))
}
