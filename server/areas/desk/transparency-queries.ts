/** Counts for the yearly transparency report; every row counts, also after its account was erased [DESK-15]. */
import { sql } from 'drizzle-orm'
import type { DecisionSource } from '#contract/desk/case.ts'
import type { DecisionRow, FullLetterRow } from '../safety/queries.ts'
import type { Db } from '../../db/database.ts'
import { textsIn } from '../../db/lists.ts'

/** Members that are read in about two milliseconds. */
const SLICE = 2_000

type Period = { from: number; until: number }

export const transparencyQueries = (db: Db) => ({
  decisions: async ({
    from,
    until,
  }: Period): Promise<
    {
      kind: DecisionRow['kind']
      reason: string
      source: DecisionSource
      total: number
      automatic: number
    }[]
  > =>
    db.all(sql`select kind, reason, source, count(*) as total, count(*) filter (where staff is null) as automatic from decisions
      where at >= ${from} and at < ${until} and undone_at is null group by kind, reason, source
      order by kind, reason, source`),

  decisionWaits: async ({ from, until }: Period): Promise<number[]> =>
    (
      await db.all<{ ms: number }>(sql`select at - waited_since as ms from decisions
        where at >= ${from} and at < ${until} and undone_at is null and waited_since is not null`)
    ).map(({ ms }) => ms),

  letters: async ({
    from,
    until,
  }: Period): Promise<
    {
      kind: FullLetterRow['kind']
      reason: string | null
      received: number
      upheld: number
      dismissed: number
    }[]
  > =>
    db.all(sql`select kind, reason, count(*) as received, count(*) filter (where upheld = 1) as upheld,
        count(*) filter (where upheld = 0) as dismissed
      from letters where at >= ${from} and at < ${until} group by kind, reason order by kind, reason`),

  noticeWaits: async ({ from, until }: Period): Promise<number[]> =>
    (
      await db.all<{ ms: number }>(sql`select answered_at - at as ms from letters
        where at >= ${from} and at < ${until} and kind = 'notice' and answered_at is not null`)
    ).map(({ ms }) => ms),

  appealWaits: async ({ from, until }: Period): Promise<number[]> =>
    (
      await db.all<{ ms: number }>(sql`select answered_at - at as ms from letters
        where at >= ${from} and at < ${until} and kind = 'appeal' and answered_at is not null`)
    ).map(({ ms }) => ms),

  /**
   * Members without fictional profiles that were active since two times, and those of them in some countries, of a slice of all members.
   * Both tables have the condition: PostgreSQL reads them side by side, and would begin with the first profile in each slice.
   * @param after the last member of the former slice
   * @returns also the last member of this slice, or null after the end
   */
  activeAfter: async (after: number, [recent, early]: readonly [number, number], countries: readonly string[]) =>
    db.get<{ last: number | null; recent: number; recentEu: number; early: number; earlyEu: number }>(sql`
      select max(id) as last, count(*) filter (where at >= ${recent}) as recent, count(*) filter (where at >= ${recent} and eu) as "recentEu",
        count(*) filter (where at >= ${early}) as early, count(*) filter (where at >= ${early} and eu) as "earlyEu"
      from (select u.id, p.country in ${textsIn(JSON.stringify(countries))} as eu,
          case when p.fictional = 0 and u.status = 'active' then p.last_active else -1 end as at
        from users u join profiles p on p.id = u.id where u.id > ${after} and p.id > ${after} order by u.id limit +${SLICE}) as members`),

  appeals: async ({ from, until }: Period): Promise<{ received: number; upheld: number; dismissed: number }> =>
    db.get(sql`select count(*) as received, count(*) filter (where appeal_upheld = 1) as upheld,
        count(*) filter (where appeal_upheld = 0) as dismissed
      from decisions where appealed_at >= ${from} and appealed_at < ${until}`),

  flags: async ({ from, until }: Period): Promise<{ raised: number; upheld: number; dismissed: number }> =>
    db.get(sql`select count(*) as raised, count(*) filter (where upheld = 1) as upheld,
        count(*) filter (where upheld = 0) as dismissed
      from flags where created_at >= ${from} and created_at < ${until}`),
})
