import { RESTORE_JUMP } from '#contract/limits.ts'

/** One feed per member: each changed entity once, at its latest `seq`. */
export type Change = { seq: number; kind: 'message' | 'chat' | 'like' | 'user'; entity: string }

export class FakeFeeds {
  private readonly feeds = new Map<number, Change[]>()

  change(member: number, kind: Change['kind'], entity: string): void {
    const feed = this.feeds.get(member) ?? []
    this.feeds.set(member, [
      ...feed.filter((c) => c.kind !== kind || c.entity !== entity),
      { seq: this.seqOf(member) + 1, kind, entity },
    ])
  }

  /** A restore begins the feed anew, above all that a device can know. */
  putBack(member: number): void {
    this.feeds.set(member, [{ seq: this.seqOf(member) + RESTORE_JUMP, kind: 'user', entity: '0' }])
  }

  seqOf(member: number): number {
    return this.feeds.get(member)?.at(-1)?.seq ?? 0
  }

  after(member: number, seq: number): Change[] {
    return (this.feeds.get(member) ?? []).filter((c) => c.seq > seq)
  }
}
