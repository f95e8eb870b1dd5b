/**
 * A backup of the outbox in Cache Storage. A browser can lose its databases alone, for example when it finds them damaged after a power
 * cut, and queued writes exist nowhere else [PWA-2]. The backup has what still waits after an attempt to send, and is read only when the
 * member's database turns out to be new.
 */
import * as v from 'valibot'
import type { Ports } from '../ports.ts'
import { isFull } from '../storage.ts'
import { changeMe, readMe } from './me.ts'
import type { BlobRow, MemberSchema, ReadTx, StoreName, Tx } from './member-db.ts'
import { complete, readUnlessLost, type OpenDb } from './opener.ts'
import { readOutbox } from './outbox-rows.ts'
import type { MemberSession } from './session.ts'
import { queuedCallOf } from '../writes/table.ts'

export type OutboxBackup = {
  /** Makes the backup equal to the outbox. Throws if the store fails; without space there is no backup. */
  update: () => Promise<void>
}

/** Rows of any form: those that this version does not know are backed up, too. */
const Rows = v.array(v.looseObject({ id: v.string() }))
type Rows = v.InferOutput<typeof Rows>

/** `pictures`: the ids of the pictures that the rows need. */
type Content = { rows: Rows; pictures: readonly string[] }

type Needs = Pick<Ports, 'caches' | 'locked'>

/** The cache, and the lock under which it is written and deleted. */
const outboxBackupName = (member: number): string => `outbox-backup-${member}`

/** Deletes the backup after a change that is being written. The member's session must have ended, so that no other follows. */
export const deleteOutboxBackup = (
  { caches, locked }: Pick<Ports, 'caches' | 'locked'>,
  member: number,
): Promise<void> => locked(outboxBackupName(member), async () => void (await caches().delete(outboxBackupName(member))))

const ROWS_PATH = '/rows'
const PICTURES_PATH = '/pictures/'

export const createOutboxBackup = (session: MemberSession, ports: Needs): OutboxBackup => {
  const name = outboxBackupName(session.member)
  let stored: string | null = null
  let turn: Promise<void> = Promise.resolve()

  const store = async (): Promise<void> => {
    const outbox = await session.read(['outbox', 'meta'], rowsToBackUp)
    if (!outbox) return
    // The other fields change with each attempt to send.
    const content = JSON.stringify(outbox.rows.map(({ id, state, failure, write }) => [id, state, failure, write]))
    if (content === stored) return
    stored = null
    await ports.locked(name, async () => {
      if (session.isOver()) return
      if (outbox.rows.length === 0) await ports.caches().delete(name)
      else await put(outbox)
    })
    stored = content
  }

  const put = async ({ rows, pictures }: Content): Promise<void> => {
    const backup = await ports.caches().open(name)
    try {
      for (const id of pictures) {
        if (await backup.match(PICTURES_PATH + id)) continue
        const picture = await session.read(['blobs'], (tx) => readUnlessLost(() => tx.objectStore('blobs').get(id)))
        if (picture)
          await backup.put(
            PICTURES_PATH + id,
            new Response(picture.bytes, { headers: { 'content-type': picture.type } }),
          )
      }
      await backup.put(ROWS_PATH, Response.json(rows))
    } catch (error) {
      await ports.caches().delete(name)
      if (!isFull(error)) throw error
      return
    }
    const wanted = new Set([ROWS_PATH, ...pictures.map((id) => PICTURES_PATH + id)])
    for (const request of await backup.keys())
      if (!wanted.has(new URL(request.url).pathname)) await backup.delete(request)
  }

  return {
    update: () => {
      turn = turn.catch(() => {}).then(store)
      return turn
    },
  }
}

/** Null before `restoreOutbox`: the backup may still have the writes of a lost database. */
const rowsToBackUp = async (tx: ReadTx): Promise<Content | null> => {
  if (!(await readMe(tx)).backup_read) return null
  const pictures = (await readOutbox(tx)).flatMap(({ write }) => queuedCallOf(write).picture?.(write) ?? [])
  return { rows: v.parse(Rows, await tx.objectStore('outbox').getAll()), pictures }
}

type Backup = { rows: Rows; pictures: BlobRow[] }

/** @returns null if there is no backup; throws if it cannot be read */
const readBackup = async (ports: Pick<Ports, 'caches'>, name: string): Promise<Backup | null> => {
  if (!(await ports.caches().has(name))) return null
  const backup = await ports.caches().open(name)
  const rows = v.parse(Rows, await (await backup.match(ROWS_PATH))?.json())
  const pictures: BlobRow[] = []
  for (const { url } of await backup.keys()) {
    const { pathname } = new URL(url)
    const picture = pathname.startsWith(PICTURES_PATH) && (await backup.match(pathname))
    if (!picture) continue
    const client_id = pathname.slice(PICTURES_PATH.length)
    const type = picture.headers.get('content-type') ?? ''
    pictures.push({ client_id, bytes: await picture.arrayBuffer(), type })
  }
  return { rows, pictures }
}

/**
 * Adds the writes of a lost database to the outbox of a new one, once, before those that were queued since. A write that the server has taken
 * meanwhile is sent again under its own id, which the server recognises [CHAT-5]. Throws if the store fails; the next opening tries again.
 */
export const restoreOutbox = async (
  db: OpenDb<MemberSchema>,
  ports: Pick<Ports, 'caches'>,
  member: number,
): Promise<void> => {
  const stores: StoreName[] = ['meta', 'outbox', 'blobs']
  if ((await readMe(db.transaction(stores, 'readonly'))).backup_read) return
  const backup = await readBackup(ports, outboxBackupName(member)).catch(() => null)
  await complete(db.transaction(stores, 'readwrite'), async (tx) => {
    if (backup) await restoreRows(tx, backup)
    await changeMe(tx, { backup_read: true })
  })
}

const restoreRows = async (tx: Tx, { rows, pictures }: Backup): Promise<void> => {
  const outbox = tx.objectStore('outbox')
  const later = v.parse(Rows, await outbox.getAll())
  const known = new Set(later.map(({ id }) => id))
  await outbox.clear()
  // Without `order` the store counts on.
  for (const { order: _, ...row } of [...rows.filter(({ id }) => !known.has(id)), ...later]) await outbox.add(row)
  for (const picture of pictures) await tx.objectStore('blobs').put(picture)
}
