/**
 * Photos and texts that the member chose or shared and has not sent [CHAT-2], [PWA-9]. A draft survives a reload. It
 * ends when it is sent or discarded, or when its member logs out. Once a draft is queued, it belongs to the outbox,
 * with its picture (`enqueue.ts`).
 */
import { SHARE_PLACE } from '#contract/device.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { BlobRow, DraftRow } from './member-db.ts'
import type { DeviceSession } from './session.ts'

/** A draft with its picture. Texts and refused files have no picture. */
export type NewDraft = { row: DraftRow; picture?: Pick<BlobRow, 'bytes' | 'type'> | undefined }

/** Texts that the device could not store, for as long as the worker runs. */
const inMemory = new WeakMap<DeviceSession, readonly DraftRow[]>()

/** All drafts, oldest first. Shared drafts that nobody used for a day are deleted. */
export const readDrafts = async (session: DeviceSession, now: number): Promise<DraftRow[]> => {
  const stored = await session.read(['drafts'], (tx) => tx.objectStore('drafts').getAll())
  const rows = [...stored, ...(inMemory.get(session) ?? [])]
  const isOld = ({ place, at }: DraftRow): boolean => place === SHARE_PLACE && at < now - DAY_MS
  if (rows.some(isOld)) await dropDrafts(session, isOld)
  return rows.filter((row) => !isOld(row)).toSorted((one, other) => one.at - other.at)
}

/** Stores the drafts, except those that are already in the outbox. */
export const storeDrafts = (session: DeviceSession, drafts: readonly NewDraft[]): Promise<void> =>
  session.write(['drafts', 'blobs', 'outbox'], async (tx) => {
    for (const { row, picture } of drafts) {
      if (await tx.objectStore('outbox').index('id').getKey(row.id)) continue
      const before = await tx.objectStore('drafts').get(row.id)
      await tx.objectStore('drafts').put({ ...row, at: before?.at ?? row.at })
      if (picture) await tx.objectStore('blobs').put({ client_id: row.id, ...picture })
    }
  })

/** Stores a text that no page has. A device without room keeps it in memory, from where the page that opens next takes it [PWA-13]. */
export const storeText = (session: DeviceSession, row: DraftRow): Promise<void> =>
  storeDrafts(session, [{ row }]).catch(() => {
    inMemory.set(session, [...(inMemory.get(session) ?? []), row])
  })

export const dropDrafts = async (session: DeviceSession, isMeant: (row: DraftRow) => boolean): Promise<void> => {
  inMemory.set(
    session,
    (inMemory.get(session) ?? []).filter((row) => !isMeant(row)),
  )
  await session.write(['drafts', 'blobs'], async (tx) => {
    for (const row of await tx.objectStore('drafts').getAll()) {
      if (!isMeant(row)) continue
      await tx.objectStore('drafts').delete(row.id)
      await tx.objectStore('blobs').delete(row.id)
    }
  })
}

/** Moves shared pictures to a place. Their texts have moved with the page, so texts and refused files are deleted. */
export const moveShared = (session: DeviceSession, place: string): Promise<void> =>
  session.write(['drafts'], async (tx) => {
    for (const row of await tx.objectStore('drafts').getAll()) {
      if (row.place !== SHARE_PLACE) continue
      if (row.error === undefined && row.text === undefined) await tx.objectStore('drafts').put({ ...row, place })
      else await tx.objectStore('drafts').delete(row.id)
    }
  })

/** Removes and returns the drafts that a visitor shared, for the member who has just logged in. */
export const takeDrafts = (session: DeviceSession): Promise<NewDraft[]> =>
  session.write(['drafts', 'blobs'], async (tx) => {
    const rows = await tx.objectStore('drafts').getAll()
    const drafts: NewDraft[] = []
    for (const row of rows) drafts.push({ row, picture: await tx.objectStore('blobs').get(row.id) })
    await tx.objectStore('drafts').clear()
    for (const { id } of rows) await tx.objectStore('blobs').delete(id)
    return drafts
  })
