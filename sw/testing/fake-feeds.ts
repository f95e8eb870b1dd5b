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

  seqOf(member: number): number {
    return this.feeds.get(member)?.at(-1)?.seq ?? 0
  }

  after(member: number, seq: number): Change[] {
    return (this.feeds.get(member) ?? []).filter((c) => c.seq > seq)
  }
}
