/**
 * Who is logged in on this device: logins, logouts, a switch from one member to another, and what each leaves behind.
 * One at a time; each is written down before its effects, so that a worker that dies in between goes on with it.
 */
import { deleteDB } from 'idb'
import type { Counts, User } from '#contract/entities/user.ts'
import type { Ports } from '../ports.ts'
import type { Storage } from '../storage.ts'
import { ignored } from '../ignored.ts'
import { keepDrafts, takeDrafts } from './drafts.ts'
import { memberDbName } from './member-db.ts'
import { readMe, writeUser } from './me.ts'
import { readOutbox } from './outbox-rows.ts'
import { startSession, type Session } from './session.ts'
import type { Shell, ShellStore } from './shell-db.ts'

export type Sessions = {
  current: () => Promise<Session>
  shell: ShellStore
  /** The server says this is who asks. `asked` is the session the question was asked in. */
  adopt: (asked: Session, user: User, counts: Counts) => Promise<void>
  /** The server says nobody is logged in: the data stays, out of reach, for the same member's return. */
  park: (asked: Session) => Promise<void>
  /** The server has ended the session for good, or the account: nothing of the member stays, and there is nobody to tell [ACC-16]. */
  forget: (asked: Session) => Promise<void>
  /** The member logs out: nothing of them stays. The server has not been told yet. */
  leave: () => Promise<void>
  /** Lets every connection go. */
  close: () => Promise<void>
}

export const photoCacheName = (member: number | null): string => `photos-${member ?? 'visitor'}`

const WIPE_MS = 5_000

export const createSessions = (ports: Ports, shell: ShellStore, storage: Storage): Sessions => {
  let held: Session | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** One after another. */
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(task)
    turn = mine.catch(() => {})
    return mine
  }

  const sessionOf = ({ member, epoch }: Shell): Session =>
    startSession(
      member,
      epoch,
      ports,
      async () => {
        const now = await shell.read()
        return now.member === member && now.epoch === epoch
      },
      storage,
    )

  const load = async (): Promise<Session> => {
    // One that ended by itself: the browser has cleared the device. It begins again, as if it had never been here.
    if (held && !held.isOver()) return held
    held = null
    const row = await shell.read()
    if (row.to_wipe.length > 0) await ignored(wipe(row.to_wipe))
    held ??= sessionOf(row)
    return held
  }

  /** Another session begins: the one before is over first, so that nothing late is written through it. */
  const change = async (next: (shell: Shell) => Shell): Promise<Session> => {
    const before = await load()
    await before.end()
    const row = await shell.update((now) => ({ ...next(now), epoch: now.epoch + 1 }))
    held = sessionOf(row)
    // What cannot be deleted now is deleted when the worker starts next; it is out of reach already.
    if (row.to_wipe.length > 0) await ignored(wipe(row.to_wipe))
    ports.news(['session'])
    return held
  }

  const wipe = async (members: readonly number[]): Promise<void> => {
    await ignored(ports.notifications.closeAll())
    await ignored(ports.badge(0))
    // Asks the push service, which may be out of reach: nothing waits for it, and `logout.ts` asks again.
    void ignored(ports.push.unsubscribe())
    for (const member of members) {
      await ports.caches().delete(photoCacheName(member))
      // Another worker may hold the database for a moment; the deletion stands in line, and nobody waits for it forever.
      await within(deleteDB(memberDbName(member)), WIPE_MS, ports)
    }
    await shell.update((row) => ({ ...row, to_wipe: row.to_wipe.filter((member) => !members.includes(member)) }))
  }

  return {
    shell,
    current: () => inTurn(load),
    adopt: (asked, user, counts) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        const row = await shell.read()
        // What was shared before the login is for whoever logs in, and for nobody after them [PWA-9], [PWA-11].
        const shared = before.member === null && row.known ? await takeDrafts(before).catch(() => []) : []
        const session =
          before.member === user.id
            ? before
            : await change((now) => ({
                ...now,
                member: user.id,
                parked: null,
                parked_writes: null,
                known: true,
                locale: user.language,
                to_wipe: others([...now.to_wipe, now.member, now.parked], user.id),
              }))
        await session.write(['meta'], (tx) => writeUser(tx, user, counts, ports.now()))
        if (shared.length > 0) await ignored(keepDrafts(session, shared))
        if (before === session && row.locale !== user.language)
          await shell.update((now) => ({ ...now, locale: user.language }))
      }),
    park: (asked) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        if (before.member === null) {
          await shell.update((now) => ({ ...now, known: true }))
          return
        }
        const parked_writes = await waitingOf(before).catch(() => null)
        await change((now) => ({ ...now, member: null, parked: now.member, parked_writes, known: true }))
        await ignored(ports.badge(0))
        await ignored(ports.notifications.closeAll())
      }),
    forget: (asked) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        const { parked } = await shell.read()
        // A visitor whose cookie is that of an ended session hears it with every answer.
        if (before.member === null && parked === null) await shell.update((now) => ({ ...now, known: true }))
        else await change(gone)
      }),
    leave: () =>
      inTurn(async () => {
        await change((now) => ({ ...gone(now), pending_logout: true }))
      }),
    close: async () => {
      await held?.end()
      await shell.close()
    },
  }
}

/** What the logged-out screen may say of the writes that stay behind: for whom, and how many. */
const waitingOf = (session: Session): Promise<{ name: string; count: number } | null> =>
  session.read(['outbox', 'meta'], async (tx) => {
    const count = (await readOutbox(tx)).filter(({ state }) => state !== 'failed').length
    const name = (await readMe(tx)).user?.profile.name
    return count > 0 && name !== undefined ? { name, count } : null
  })

/** Nobody is logged in, and nothing of whoever was is left. */
const gone = (now: Shell): Shell => ({
  ...now,
  member: null,
  parked: null,
  parked_writes: null,
  known: true,
  push: null,
  route: null,
  to_wipe: others([...now.to_wipe, now.member, now.parked], null),
})

/** Throws when it takes longer: what is left to do stays written down. */
const within = (work: Promise<unknown>, ms: number, { later }: Pick<Ports, 'later'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = later(() => reject(new Error('Took too long')), ms)
    work.then(() => resolve(), reject).finally(cancel)
  })

const others = (members: readonly (number | null)[], but: number | null): number[] => [
  ...new Set(members.flatMap((member) => (member === null || member === but ? [] : [member]))),
]
