/**
 * Keeps the device up to date with the member's feed. Timers, pushes, hints of the stream and reconnects all run the
 * same loop: ask for changes after the cursor until there are none. The last request also tells the server how far this
 * device has received.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { StreamNews } from '#contract/events.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { RESTORE_JUMP } from '#contract/limits.ts'
import { safeParseNewer } from '#contract/newer.ts'
import { SyncAnswer } from '#contract/sync.ts'
import { ignored } from '../ignored.ts'
import type { Ports } from '../ports.ts'
import { Unreachable, type Server, type ServerAnswer } from '../server-api.ts'
import { newestMessage } from '../store/conversations.ts'
import { changeMe, isFilled, readMe } from '../store/me.ts'
import type { ListPages, ReadTx } from '../store/member-db.ts'
import type { MemberSession } from '../store/session.ts'
import { isOld } from '../timeout.ts'
import { applySync } from './apply.ts'
import { applyFill, applyPage, backfill, findBlocked, findLostPhotos, type ListPage, type LostBlock } from './fill.ts'

/** The server refused a request of the sync; whoever waits for the sync gets its answer. */
export class RefusedSync extends Error {
  readonly body: ErrorBody
  constructor(body: ErrorBody) {
    super(body.error)
    this.body = body
  }
}

export type ArrivedData = {
  cards: readonly ProfileCard[]
  messages?: readonly Message[]
  own?: readonly OwnPhoto[]
  /** Files of photos that this member may not see any more. */
  withdrawn?: readonly string[]
  /** Whether the outbox has new writes. */
  hasWrites?: boolean
}

export type SyncDeps = {
  ports: Pick<Ports, 'now' | 'news' | 'startTimer' | 'caches' | 'newId'>
  server: Server
  /** Runs when the server says that another member, or nobody, is logged in. */
  isOther: (session: MemberSession, answer: CallAnswer<'user.get'>) => Promise<void>
  /** Runs after new data was stored: updates the badge and the photos. */
  arrived: (session: MemberSession, news: ArrivedData) => Promise<void>
}

export type Sync = {
  /**
   * Brings the device up to date. Callers during a run share the next run. Throws `Unreachable`, `RefusedSync`,
   * `SessionOver`.
   */
  now: () => Promise<void>
  /** Like `now`, unless a sync has just ended: a screen makes several reads at once. */
  soon: () => Promise<void>
  /**
   * Applies changes of the stream, and acknowledges them to the server a second later. If earlier changes are missing,
   * or the changes belong to another member, it asks the server like `now`.
   */
  take: (news: StreamNews) => Promise<void>
  /** Fetches the first pages of the lists if they are not stored yet. */
  filled: () => Promise<void>
  /** Fetches the next page of a list that the device has not all pages of, before its turn. */
  nextPage: (list: 'chats' | 'likes') => Promise<void>
}

/** A sync that ended less than this ago still counts. */
const RECENT_MS = 5_000
/** One request acknowledges all messages of this time, so a lively conversation costs few requests. */
const ACKNOWLEDGE_AFTER_MS = 1_000
/** More pages than any backlog has. The limit stops an endless feed from keeping the worker alive. */
const PAGES_MAX = 500

export const createSync = (session: MemberSession, deps: SyncDeps): Sync => {
  const { ports, server } = deps
  let currentRun: Promise<void> | null = null
  let nextRun: Promise<void> | null = null
  let currentFill: Promise<void> | null = null
  let isAcknowledging = false

  const now = (): Promise<void> => {
    if (!currentRun) {
      currentRun = run()
        .catch(noteSuspension)
        .finally(() => {
          currentRun = null
        })
      return currentRun
    }
    // The current run may have sent its request already, so all callers share one more run.
    nextRun ??= currentRun
      .catch(() => {})
      .then(() => {
        nextRun = null
        return now()
      })
    return nextRun
  }

  /** A suspended member gets no changes [DESK-7], so the refusal itself says that the desk has decided. */
  const noteSuspension = async (error: unknown): Promise<never> => {
    if (error instanceof RefusedSync && error.body.error === 'account_suspended') {
      const { user } = await session.read(['meta'], readMe)
      const isKnown = user?.sanctioned === true && (user.sanctioned_until ?? Infinity) > ports.now()
      if (user && !isKnown) {
        const { sanctioned_until: _ended, ...same } = user
        await session.write(['meta'], (tx) => changeMe(tx, { user: { ...same, sanctioned: true } }))
        ports.news(['user'])
      }
    }
    throw error
  }

  const run = async (): Promise<void> => {
    await filled()
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { seq } = await session.read(['meta'], readMe)
      const answer = dataOf(await server.ask(session, 'sync', { query: { after: String(seq) } }))
      if (answer === null) break
      if (answer.user && answer.user.id !== session.member) {
        await deps.isOther(session, { user: answer.user, counts: answer.counts })
        return
      }
      if (answer.reset) {
        await fill()
        continue
      }
      await apply(answer, seq)
      // If the cursor does not advance, stop and ask again later.
      if ((await session.read(['meta'], readMe)).seq === seq) break
    }
    await session.write(['meta'], (tx) => changeMe(tx, { synced_at: ports.now() }))
    const { conversations, messages } = await backfill(session, server, ports.now)
    if (conversations.length > 0)
      await announce(
        // A page may show that messages are lost, which are refused writes then.
        ['device', ...conversations.map((conversation) => `messages:${conversation}` as const)],
        { cards: [], messages },
      )
    await fetchLaterPages()
  }

  /** Fetches the pages of the lists after the first. After an interruption the next run continues. */
  const fetchLaterPages = async (): Promise<void> => {
    const applied = { chats: 0, likes: 0 }
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const { pages, seq } = await session.read(['meta'], readMe)
      if (!pages) break
      const list = pages.chats === null ? 'likes' : 'chats'
      if (!(await takePage(list, pages, seq))) continue
      applied[list] += 1
      // An open list grows while the pages come, and each of its reads takes longer than the one before.
      if (Number.isInteger(Math.log2(applied[list]))) ports.news([list])
    }
    // Photos of so many people are fetched when they are shown.
    if (applied.chats + applied.likes > 0) await announce(['device', 'chats', 'likes'], { cards: [] })
  }

  const nextPage = async (list: 'chats' | 'likes'): Promise<void> => {
    const { pages, seq } = await session.read(['meta'], readMe)
    if (pages) await takePage(list, pages, seq)
  }

  const takePage = async (list: 'chats' | 'likes', pages: ListPages, seq: number): Promise<boolean> => {
    const after = pages[list]
    if (after === null) return false
    const page: ListPage =
      list === 'chats'
        ? { list, page: someDataOf(await server.ask(session, 'chats.get', { query: { after } })) }
        : { list, page: someDataOf(await server.ask(session, 'likes.get', { query: { after } })) }
    return applyPage(session, page, { pages, seq }, ports.now())
  }

  /** @returns whether the answer continued the stored state */
  const apply = async (answer: SyncAnswer, after: number): Promise<boolean> => {
    const applied = await applySync(session, answer, after, ports.now())
    if (!applied) return false
    const { topics, withdrawn } = applied
    await announce(topics, { cards: answer.profiles, messages: answer.messages, withdrawn })
    return true
  }

  const take = async ({ member, after, answer }: StreamNews): Promise<void> => {
    const news = safeParseNewer(SyncAnswer, answer)
    const me = await session.read(['meta'], readMe)
    if (!news.success || news.output.reset || member !== session.member || !isFilled(me)) return now()
    // A sync has brought these changes already.
    if (news.output.seq <= me.seq) return
    if (!(await apply(news.output, after))) return now()
    if (isAcknowledging) return
    isAcknowledging = true
    ports.startTimer(() => {
      isAcknowledging = false
      void ignored(now())
    }, ACKNOWLEDGE_AFTER_MS)
  }

  const announce = async (topics: readonly Topic[], news: ArrivedData): Promise<void> => {
    ports.news(topics)
    await deps.arrived(session, news)
  }

  const filled = async (): Promise<void> => {
    if (!isFilled(await session.read(['meta'], readMe))) await fill()
  }

  const fill = (): Promise<void> => {
    currentFill ??= fetchLists().finally(() => {
      currentFill = null
    })
    return currentFill
  }

  const fetchLists = async (): Promise<void> => {
    const { known, before } = await session.read(['messages', 'meta'], readNewest)
    // Fetch `chats.get` first, since it brings `seq`. Lists read before it could miss changes that the feed never
    // repeats.
    const query = before === 0 ? {} : { known: String(before) }
    const chats = dataOf(await server.ask(session, 'chats.get', { query }))
    const [user, likes] = await Promise.all([
      server.ask(session, 'user.get', {}).then(dataOf),
      server.ask(session, 'likes.get', { query: {} }).then(dataOf),
    ])
    if (user?.user?.id !== session.member) {
      await deps.isOther(session, user ?? { user: null, counts: null })
      throw new RefusedSync({ error: 'authentication_required' })
    }
    if (!chats || !likes) throw new Unreachable()
    const lists = { user: user.user, chats, likes }
    const photos = await findLostPhotos(session, ports, lists)
    const blocks = await findLostBlocks(chats)
    const changed = await applyFill(session, lists, { known, before, photos, blocks, now: ports.now() })
    const cards = [...chats.profiles, ...likes.profiles]
    await announce(['user', 'chats', 'likes', ...changed], {
      cards,
      own: user.user.profile.photos,
      hasWrites: blocks.length > 0,
    })
  }

  const findLostBlocks = async (chats: CallAnswer<'chats.get'>): Promise<LostBlock[]> => {
    const blocked = await findBlocked(session, chats)
    if (blocked.size === 0) return []
    const { blocks } = someDataOf(await server.ask(session, 'blocks.list', {}))
    for (const { profile } of blocks) blocked.delete(profile.id)
    return [...blocked].map((profile) => ({ id: ports.newId(), profile }))
  }

  return {
    now,
    soon: async () => {
      const me = await session.read(['meta'], readMe)
      if (!isFilled(me) || isOld(me.synced_at, RECENT_MS, ports.now())) await now()
    },
    take,
    filled,
    nextPage,
  }
}

/**
 * The newest message of the device, and the newest from before a restore that it has not noticed yet: the answer to an own message may have
 * come since, under a number far above all that the feed has brought.
 */
const readNewest = async (tx: ReadTx): Promise<{ known: number; before: number }> => {
  const known = await newestMessage(tx)
  const { newest_message: fed = known } = await readMe(tx)
  return { known, before: Math.max(fed, await newestMessage(tx, fed + RESTORE_JUMP / 2)) }
}

const someDataOf = <Data>(answer: ServerAnswer<Data>): Data => {
  const data = dataOf(answer)
  if (data === null) throw new Unreachable()
  return data
}

const dataOf = <Data>(answer: ServerAnswer<Data>): Data | null => {
  if (!answer.ok) throw answer.body ? new RefusedSync(answer.body) : new Unreachable()
  return answer.data
}
