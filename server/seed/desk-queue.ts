/**
 * Fills the queue of a demo's desk with reports, flags, appeals, letters and photos that wait, and with earlier
 * decisions. The use cases of the product make all of it, at earlier times, so a case looks as in a real site.
 */
import { sql } from 'drizzle-orm'
import { memberSubject } from '#contract/desk/subject.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { rebuildNumbers } from '../areas/desk/numbers.ts'
import { DEMO_STAFF_MAIL } from '../areas/desk/demo-staff.ts'
import { claimRow } from '../areas/desk/claims.ts'
import type { Db } from '../db/database.ts'
import type { Deps, Tx } from '../deps.ts'
import { castFrom, fundWriters, peopleOf, type Member } from './desk-story.ts'
import { earlier, waiting, type StaffIds } from './desk-steps.ts'
import { randomFrom } from './random.ts'
import { idsIn } from '../db/lists.ts'

const PHOTOS = 9
const LOOK_ALIKES = 3

/** @param db the writer of the server that starts */
export const fillDeskQueue = async (deps: Deps, db: Db): Promise<void> => {
  const start = deps.now()
  const staff = await staffOf(deps)
  const cast = castFrom(await peopleOf(db), start)
  const random = randomFrom('desk queue')
  const { payer: _, ...writers } = cast
  await fundWriters(db, Object.values(writers), start)
  const steps = [...earlier(cast, staff), ...waiting(cast, staff, random)]
  for (const { ago, act } of steps.toSorted((one, other) => other.ago - one.ago)) await act(quiet(deps, start - ago))
  await deps.write((tx) => makePhotosWait(tx, db, start, Object.values(cast)))
  await claimRow(deps, { staff: staff.colleague, subject: memberSubject(cast.minor.id), takeOver: null })
  // Without this count the numbers would be empty until the first night.
  await rebuildNumbers(deps, start)
}

/** At an earlier time; without limits, and without a line in the log for each made-up letter. The job loop starts later. */
const quiet = (deps: Deps, at: number): Deps => ({
  ...deps,
  now: () => at,
  bus: { ...deps.bus, use: () => Promise.resolve(null) },
  write: (body) => deps.write((tx) => body({ ...tx, happened: () => undefined })),
})

const staffOf = async ({ read }: Pick<Deps, 'read'>): Promise<StaffIds> => {
  const rows = (await read.staff.list()).map(({ staff }) => staff)
  const owner = rows.find(({ mail }) => mail === DEMO_STAFF_MAIL)
  const colleague = rows.find(({ role }) => role === 'moderator')
  const support = rows.find(({ role }) => role === 'support')
  if (!owner || !colleague || !support) throw new Error('The demo has no staff')
  return { owner: owner.id, colleague: colleague.id, support: support.id }
}

type PhotoRow = { id: number; owner: number; hash: string; colours: string }

/** Second photos of some members wait as if just uploaded; others have uploaded a photo of somebody else. */
const makePhotosWait = async (tx: Tx, db: Db, now: number, cast: readonly Member[]): Promise<void> => {
  const busy = JSON.stringify(cast.map(({ id }) => id))
  const strangers = sql`f.private = 0 and f.status = 'active' and p.fictional = 0 and f.owner > 14
    and f.owner not in ${idsIn(busy)}`
  const seconds = await db.all<PhotoRow>(sql`
    select f.id, f.owner, f.hash, f.colours from photos as f join profiles as p on p.id = f.owner
    where ${strangers} and f.position = 1 order by f.id limit ${PHOTOS}`)
  const pairs = await db.all<PhotoRow>(sql`
    select f.id, f.hash, f.colours, (select min(o.id) from profiles as o where o.id > f.owner + 20 and o.fictional = 0
      and o.gender = p.gender and o.main_photo is not null) as owner
    from photos as f join profiles as p on p.main_photo = f.id
    where ${strangers} and f.owner > 100 order by f.id limit ${LOOK_ALIKES}`)
  for (const { id } of seconds) await tx.photos.remove(id)
  const uploads = [...seconds, ...pairs]
  for (const [index, { owner, hash, colours }] of uploads.entries())
    await tx.photos.add({
      owner,
      hash,
      content: hash,
      colours,
      status: 'pending',
      private: false,
      clientId: null,
      createdAt: now - (uploads.length - index) * 31 * MINUTE_MS,
    })
}
