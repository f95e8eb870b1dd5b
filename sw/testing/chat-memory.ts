/** The fuzz test's model of a member's deletions, blocks and swipes. */
/* eslint-disable vitest/no-standalone-expect -- the fuzz runs inside a test of its own */
import { expect } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { FakeBrowser, Worker } from './browser.ts'
import type { FakeServer } from './fake-server.ts'
import type { SeededRandom } from './seeded.ts'

type At = { random: SeededRandom; server: FakeServer; browser: FakeBrowser; worker: Worker }

const ME = 1
const FRIENDS = [2, 3, 4]
/** Profiles for the swipe game only: the member does not write to them or like them elsewhere. */
export const STRANGERS = [6, 7, 8, 9, 10, 11, 12, 13]
/** Profiles for blocks only: a queued block withholds the messages and likes that are written to its profile. */
export const NUISANCES = [14, 15, 16]

export class ChatMemory {
  /** The newest message that the device showed when the member deleted a conversation. */
  private readonly seen = new Map<string, number>()
  private readonly blocked = new Map<number, boolean>()
  private readonly swiped: [number, 'like' | 'pass'][] = []

  async step(at: At): Promise<void> {
    const { random, worker } = at
    const roll = random.below(10)
    if (roll < 4) await this.remove(at)
    else if (roll < 6) {
      const friend = random.pick(NUISANCES)
      const isBlock = random.below(2) === 0
      expect((await worker.call(isBlock ? 'PUT' : 'DELETE', `/api/blocks/${friend}`)).status).toBe(202)
      this.blocked.set(friend, isBlock)
    } else if (roll < 9) await this.swipe(at)
    else {
      const [last, choice] = this.swiped.at(-1) ?? []
      if (last === undefined || choice === 'like') return
      expect((await worker.call('DELETE', `/api/swipe/${last}`)).status).toBe(202)
      this.swiped.pop()
    }
  }

  /**
   * Checks that the last action on each profile counts, that no unseen message of a partner is deleted, and that the
   * day's likes are not exceeded.
   */
  async check({ server, worker }: At, state: CallAnswer<'device.state'>): Promise<void> {
    for (const [friend, isBlocked] of this.blocked)
      expect(server.chats.blocks.has(`${ME}|${friend}`), 'block').toBe(isBlocked)
    for (const [key, upTo] of server.chats.hidden) {
      const [, conversation = ''] = key.split('|')
      const gone = server.messages.filter((m) => m.conversation === conversation && m.sender !== ME && m.id <= upTo)
      expect(gone.at(-1)?.id ?? 0, 'deleted unseen').toBeLessThanOrEqual(this.seen.get(conversation) ?? 0)
    }
    const refused = state.failed.filter(({ kind }) => kind === 'swipe.put')
    expect(refused.every(({ failure }) => failure.error === 'swipe_limit')).toBe(true)
    const late = new Set(refused.map(({ profile }) => profile))
    const done = this.swiped.filter(([id]) => !late.has(id))
    expect([...server.swipes.swiped], 'swipes').toEqual(done.map(([id, choice]) => [`${ME}|${id}`, choice]))
    expect(new Set(server.swipes.effects.filter((effect) => effect.startsWith('like'))).size).toBe(
      done.filter(([, choice]) => choice === 'like').length,
    )
    const deck = (await worker.call('GET', '/api/swipe')).json as CallAnswer<'swipe.get'>
    const over = new Set(this.swiped.map(([id]) => id))
    expect(deck.cards.filter(({ id }) => over.has(id))).toEqual([])
    expect(deck.likes_left).toBe(server.swipes.left(ME))
  }

  private async remove({ random, browser, worker }: At): Promise<void> {
    const conversation = `${ME}-${random.pick(FRIENDS)}`
    const { json } = await browser.until(worker.call('GET', '/api/chats'))
    const { chats } = json as CallAnswer<'chats.get'>
    const chat = chats.find((shown) => shown.conversation === conversation)
    if (!chat) return
    const removed = await worker.call('DELETE', '/api/chat', { conversation })
    expect(removed.status).toBe(202)
    const { id } = removed.json as { id?: string }
    // Sometimes undo it, if that is still possible.
    if (id !== undefined && random.below(3) === 0) {
      const undone = await worker.call('DELETE', `/api/device/outbox/${id}`)
      if (undone.status === 200) return
    }
    // The device also knows messages that arrived during the request.
    const session = await worker.device.sessions.current()
    const held = await session.read(['messages', 'outbox'], (tx) =>
      tx
        .objectStore('messages')
        .index('conversation')
        .getAll(IDBKeyRange.bound([conversation, 0], [conversation, Infinity])),
    )
    const last = Math.max(chat.last_message?.id ?? 0, ...held.map((message) => message.id))
    this.seen.set(conversation, Math.max(this.seen.get(conversation) ?? 0, last))
  }

  private async swipe({ random, worker }: At): Promise<void> {
    const over = new Set(this.swiped.map(([id]) => id))
    const next = STRANGERS.find((id) => !over.has(id))
    if (next === undefined) return
    const choice = random.pick(['like', 'pass'] as const)
    for (let times = random.below(4) === 0 ? 2 : 1; times > 0; times -= 1)
      expect((await worker.call('PUT', `/api/swipe/${next}`, { choice })).status).toBe(202)
    this.swiped.push([next, choice])
  }
}
