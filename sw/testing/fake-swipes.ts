/** The swipe game of the fake server: each profile once, with a limit of likes per day. */
import { SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import type { LikeState, SwipeChoice } from '#contract/entities/like.ts'
import { cardOf } from './people.ts'

/** The parts of the fake server that the swipe game uses. */
type Server = {
  profiles: ReadonlyMap<number, unknown>
  likes: ReadonlyMap<string, unknown>
  refusals: ReadonlyMap<number, object>
  like: (liker: number, liked: number) => void
  likeOf: (member: number, profile: number) => LikeState
}

export class FakeSwipes {
  /** Swipes by `member|profile`. */
  readonly swiped = new Map<string, SwipeChoice>()
  /** All swipes that had an effect, in order. */
  readonly effects: string[] = []
  likesADay = SWIPE_LIKES_A_DAY
  resetsAt = 1_700_000_000_000 + 3_600_000
  private readonly server: Server

  constructor(server: Server) {
    this.server = server
  }

  deck(me: number): object {
    const ids = [...this.server.profiles.keys()].filter(
      (id) => id !== me && !this.swiped.has(`${me}|${id}`) && !this.server.likes.has(`${me}-${id}`),
    )
    return { cards: ids.slice(0, 20).map((id) => cardOf(id)), likes_left: this.left(me), resets_at: this.resetsAt }
  }

  put(me: number, other: number, choice: SwipeChoice): object {
    const key = `${me}|${other}`
    const before = this.swiped.get(key)
    if (before !== choice) {
      const refused = this.server.refusals.get(other)
      if (refused) return refused
      if (choice === 'like' && this.left(me) === 0) return { error: 'swipe_limit' }
      this.swiped.set(key, choice)
      this.effects.push(`${choice} ${other}`)
      if (choice === 'like') this.server.like(me, other)
    }
    const like = this.server.likeOf(me, other)
    return { likes_left: this.left(me), resets_at: this.resetsAt, match: like.received !== null, like }
  }

  undo(me: number, other: number): object {
    if (this.swiped.delete(`${me}|${other}`)) this.effects.push(`undo ${other}`)
    return {}
  }

  left(me: number): number {
    const likes = [...this.swiped].filter(([key, choice]) => key.startsWith(`${me}|`) && choice === 'like').length
    return Math.max(0, this.likesADay - likes)
  }
}
