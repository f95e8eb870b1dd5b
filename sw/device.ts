/** Assembles the worker's parts into the device that the event handlers use. */
import type { StreamNews } from '#contract/events.ts'
import { createConnection, type Connection } from './connection.ts'
import { notifyOfRefusal } from './generic-notification.ts'
import { createIdentity, type Identity } from './identity.ts'
import { ignored } from './ignored.ts'
import { createLogout, type Logout } from './logout.ts'
import { closeSeen } from './notifications.ts'
import { sendTo } from './outbox/attempt.ts'
import { createFlusher, type FlushOccasion } from './outbox/flusher.ts'
import { createPhotos, photoPath, type Photos } from './photos/photos.ts'
import type { Ports } from './ports.ts'
import { createServer, type Server } from './server-api.ts'
import { createOutboxBackup } from './store/outbox-backup.ts'
import { isMember, type MemberSession, type DeviceSession } from './store/session.ts'
import { createSessions, storeLanguage, type Sessions } from './store/sessions.ts'
import { openShell } from './store/shell-db.ts'
import { readCounts } from './store/views.ts'
import { createStorage, type Storage } from './storage.ts'
import { createSync, type ArrivedData, type Sync } from './sync/sync.ts'

export type Device = {
  ports: Ports
  connection: Connection
  sessions: Sessions
  logout: Logout
  identity: Identity
  server: Server
  photos: Photos
  storage: Storage
  syncOf: (session: MemberSession) => Sync
  /** Sends the queued writes, then reads the feed. Never throws. */
  flush: (session: DeviceSession, occasion?: FlushOccasion) => Promise<void>
  /**
   * Updates the count on the app's icon and closes notifications that were seen. A badge failure is ignored [SHELL-17].
   */
  showBadge: (session: MemberSession) => Promise<void>
  /**
   * Resumes everything that waits for the network: a logout, the outbox, the feed. Never throws. `news`: changes that the stream
   * brought.
   */
  resume: (occasion?: FlushOccasion & { news?: StreamNews | undefined }) => Promise<void>
}

/** A write that was not taken within this time is backed up while it is still being sent. */
const BACKUP_AFTER_MS = 1_000

export const createDevice = (ports: Ports): Device => {
  const shell = openShell(ports)
  const storage = createStorage(ports)
  const sessions = createSessions(ports, shell, storage)
  const connection = createConnection(
    ports,
    () => void resume({ isConnected: true }),
    () => void ignored(endPauses()),
  )
  const logout = createLogout(ports, connection, sessions)
  const sessionEnded = (session: DeviceSession, revoked: boolean): Promise<void> =>
    revoked ? sessions.forget(session, 'server') : sessions.park(session)
  const server = createServer({ ports, connection, ready: logout.finish, sessionEnded })
  const identity = createIdentity(server, sessions)
  const photos = createPhotos({ ports, connection, storage, ready: logout.finish })

  const showBadge = async (session: MemberSession): Promise<void> => {
    const { unread_messages, new_likes } = await readCounts(session)
    await ignored(ports.badge(unread_messages + new_likes))
    await ignored(closeSeen(ports.notifications, session))
  }

  const arrived = async (session: MemberSession, news: ArrivedData): Promise<void> => {
    const { cards, messages = [], own = [], withdrawn = [], hasWrites = false } = news
    await ignored(storeLanguage(session, shell))
    await ignored(photos.drop(session, withdrawn))
    await showBadge(session)
    const thumbs = messages.flatMap((message) => (message.type === 'photo' ? [message.photo.thumb_filename] : []))
    const mine = own.map(({ id }) => photoPath(id, 'card'))
    void ignored(photos.warm(session, cards, 'thumb').then(() => photos.warmPaths(session, [...mine, ...thumbs])))
    void ignored(photos.sweep(session))
    if (hasWrites) void flush(session)
  }

  const syncOf = perSession((session) => createSync(session, { ports, server, arrived, isOther: identity.learn }))
  const flusherOf = perSession((session) =>
    createFlusher(session, {
      ...ports,
      send: sendTo({ server, now: ports.now, givesWay: ports.givesWay }),
      refused: (write) => ignored(notifyOfRefusal({ ports, shell }, session, write)),
      retry: () => void flush(session),
    }),
  )
  const backupOf = perSession((session) => createOutboxBackup(session, ports))

  const flush: Device['flush'] = async (session, occasion) => {
    if (!isMember(session)) return
    const backup = backupOf(session)
    const stopTimer = ports.startTimer(() => void ignored(backup.update()), BACKUP_AFTER_MS)
    const hasSettled = await flusherOf(session)
      .flush(occasion)
      .catch(() => false)
    stopTimer()
    await ignored(backup.update())
    if (!hasSettled) return
    await ignored(syncOf(session).now())
    // The feed may have no news, but a write that is gone or refused has no effect on the counts any more.
    await ignored(showBadge(session))
  }

  /** A connection that answers ends every pause that the network or a broken server caused [PWA-2]. */
  const endPauses = async (): Promise<void> => {
    const session = await sessions.current()
    if (isMember(session) && flusherOf(session).isPaused()) await flush(session, { isConnected: true })
  }

  const resumeAll: Device['resume'] = async ({ news, ...occasion } = {}) => {
    await logout.finish()
    const session = await sessions.current()
    if (!isMember(session)) return
    const sync = syncOf(session)
    await Promise.all([flush(session, occasion), ignored(news ? sync.take(news) : sync.now())])
  }
  const resume: Device['resume'] = (occasion) => ignored(resumeAll(occasion))

  return { ports, connection, sessions, logout, identity, server, photos, storage, syncOf, flush, showBadge, resume }
}

/** Makes a part once for each session. */
const perSession = <Part>(make: (session: MemberSession) => Part): ((session: MemberSession) => Part) => {
  const made = new WeakMap<MemberSession, Part>()
  return (session) => {
    const part = made.get(session) ?? make(session)
    made.set(session, part)
    return part
  }
}
