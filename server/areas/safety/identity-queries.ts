/** Keyed hashes of banned members, and of reported members whose account was erased [DESK-10]. */
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { IdentityKind } from '#contract/desk/case.ts'
import type { Db } from '../../db/database.ts'
import { knownDevices, users } from '../../db/schema/account.ts'
import { identityMarks } from '../../db/schema/cases.ts'
import { directDebits } from '../../db/schema/money.ts'
import { photos } from '../../db/schema/photos.ts'

export type Mark = { kind: IdentityKind; hash: string }

const isMark = ({ kind, hash }: Mark) => and(eq(identityMarks.kind, kind), eq(identityMarks.hash, hash))

export const identityQueries = (db: Db) => ({
  /** The plain values of a member's account; known devices are hashes of their tokens. */
  identityOf: async (member: number): Promise<{ kind: IdentityKind; value: string }[]> => {
    const debits = await db
      .select({ iban: directDebits.iban, phone: directDebits.phone, confirmedAt: directDebits.confirmedAt })
      .from(directDebits)
      .where(and(eq(directDebits.userId, member), isNotNull(directDebits.confirmedAt)))
      .all()
    return [
      ...(
        await db
          .select({ email: users.email })
          .from(users)
          .where(and(eq(users.id, member), ne(users.email, `deleted-${member}`)))
          .all()
      ).map(({ email }) => ({ kind: 'mail' as const, value: email })),
      ...debits.map(({ iban }) => ({ kind: 'iban' as const, value: iban })),
      ...debits.map(({ phone }) => ({ kind: 'phone' as const, value: phone })),
      ...(
        await db
          .select({ hash: knownDevices.tokenHash })
          .from(knownDevices)
          .where(eq(knownDevices.userId, member))
          .all()
      ).map(({ hash }) => ({ kind: 'device' as const, value: hash })),
      ...(await db.select({ hash: photos.content }).from(photos).where(eq(photos.owner, member)).all()).map(
        ({ hash }) => ({ kind: 'photo' as const, value: hash }),
      ),
    ]
  },

  /** @param decision the ban, or null for evidence; a ban replaces evidence, never the other way round */
  mark: async (member: number, marks: readonly Mark[], decision: number | null, at: number): Promise<void> => {
    for (const { kind, hash } of marks) {
      const row = db.insert(identityMarks).values({ kind, hash, member, decision, at })
      if (decision === null) await row.onConflictDoNothing().run()
      else
        await row
          .onConflictDoUpdate({
            target: [identityMarks.kind, identityMarks.hash, identityMarks.member],
            set: { decision, at },
          })
          .run()
    }
  },

  /** A ban of an erased account uses the hashes that were stored with its evidence. */
  banMarksOf: async (member: number, decision: number, at: number): Promise<void> => {
    await db.update(identityMarks).set({ decision, at }).where(eq(identityMarks.member, member)).run()
  },

  /** Whether a ban refuses one of these hashes. */
  isRefused: async (marks: readonly Mark[]): Promise<boolean> => {
    // Without conditions, `or` would match every row.
    if (marks.length === 0) return false
    const found = await db
      .select({ member: identityMarks.member })
      .from(identityMarks)
      .where(and(or(...marks.map(isMark)), isNotNull(identityMarks.decision)))
      .limit(1)
      .get()
    return found !== undefined
  },

  /** Other members with one of these hashes, banned or erased. */
  sharers: async (marks: readonly Mark[], member: number) => {
    const found: { kind: IdentityKind; member: number; decision: number | null }[] = []
    for (const mark of marks)
      found.push(
        ...(await db
          .select({ kind: identityMarks.kind, member: identityMarks.member, decision: identityMarks.decision })
          .from(identityMarks)
          .where(and(isMark(mark), ne(identityMarks.member, member)))
          .all()),
      )
    return found
  },

  /** Living accounts with the same bank account, phone or photo file, and the number of accounts that share it. */
  livingSharers: async (member: number): Promise<{ kind: IdentityKind; member: number; sharedBy: number }[]> => {
    const shared: { kind: IdentityKind; member: number; sharedBy: number }[] = []
    for (const kind of ['iban', 'phone'] as const) {
      const column = sql.raw(kind)
      const links = await db.all<{ member: number; sharedBy: number }>(
        sql`select distinct d.user_id as member, (select count(distinct e.user_id) from direct_debits as e
              where e.${column} = d.${column} and e.confirmed_at is not null) as "sharedBy"
            from direct_debits as d where d.confirmed_at is not null and d.user_id <> ${member}
              and d.${column} in (select ${column} from direct_debits
                where user_id = ${member} and confirmed_at is not null) limit 50`,
      )
      for (const link of links) shared.push({ ...link, kind })
    }
    // Counted once for each own photo, and not for each other account: a picture that thousands share took seconds.
    const links = await db.all<{ member: number; sharedBy: number }>(
      sql`with own as materialized (
            select content, count(distinct owner) as shared from photos
            where content <> '' and content in (select content from photos where owner = ${member}) group by content)
          select distinct p.owner as member, (select shared from own where own.content = p.content) as "sharedBy"
          from photos as p where p.owner <> ${member} and p.content <> ''
            and p.content in (select content from photos where owner = ${member}) limit 50`,
    )
    for (const link of links) shared.push({ ...link, kind: 'photo' })
    return shared
  },

  /** The ban was taken back. */
  forgetBans: async (decisions: readonly number[]): Promise<void> => {
    await db
      .delete(identityMarks)
      .where(inArray(identityMarks.decision, [...decisions]))
      .run()
  },

  /** The last evidence about the member has been deleted. */
  forgetEvidence: async (member: number): Promise<void> => {
    await db
      .delete(identityMarks)
      .where(and(eq(identityMarks.member, member), isNull(identityMarks.decision)))
      .run()
  },
})
