/** Keyed hashes of banned members, and of reported members whose account was erased [DESK-10]. */
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { MarkKind } from '#contract/desk/entities/snapshot.ts'
import type { Db } from '../../db/database.ts'
import { knownDevices, users } from '../../db/schema/account.ts'
import { identityMarks } from '../../db/schema/cases.ts'
import { directDebits } from '../../db/schema/money.ts'
import { photos } from '../../db/schema/photos.ts'

export type Mark = { kind: MarkKind; hash: string }

export const identityQueries = (db: Db) => ({
  /** The plain values of a member's account; known devices are hashes of their tokens. */
  identityOf: (member: number): { kind: MarkKind; value: string }[] => {
    const debits = db
      .select({ iban: directDebits.iban, phone: directDebits.phone, confirmedAt: directDebits.confirmedAt })
      .from(directDebits)
      .where(and(eq(directDebits.userId, member), isNotNull(directDebits.confirmedAt)))
      .all()
    return [
      ...db
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.id, member), ne(users.email, `deleted-${member}`)))
        .all()
        .map(({ email }) => ({ kind: 'mail' as const, value: email })),
      ...debits.map(({ iban }) => ({ kind: 'iban' as const, value: iban })),
      ...debits.map(({ phone }) => ({ kind: 'phone' as const, value: phone })),
      ...db
        .select({ hash: knownDevices.tokenHash })
        .from(knownDevices)
        .where(eq(knownDevices.userId, member))
        .all()
        .map(({ hash }) => ({ kind: 'device' as const, value: hash })),
      ...db
        .select({ hash: photos.hash })
        .from(photos)
        .where(eq(photos.owner, member))
        .all()
        .map(({ hash }) => ({ kind: 'photo' as const, value: hash })),
    ]
  },

  /** @param decision the ban, or null for evidence; a ban replaces evidence, never the other way round */
  mark: (member: number, marks: readonly Mark[], decision: number | null, at: number): void => {
    for (const { kind, hash } of marks) {
      const row = db.insert(identityMarks).values({ kind, hash, member, decision, at })
      if (decision === null) row.onConflictDoNothing().run()
      else
        row
          .onConflictDoUpdate({
            target: [identityMarks.kind, identityMarks.hash, identityMarks.member],
            set: { decision, at },
          })
          .run()
    }
  },

  /** A ban of an erased account uses the hashes that were stored with its evidence. */
  banMarksOf: (member: number, decision: number, at: number): void => {
    db.update(identityMarks).set({ decision, at }).where(eq(identityMarks.member, member)).run()
  },

  /** Whether a ban refuses one of these hashes. */
  isRefused: (marks: readonly Mark[]): boolean =>
    marks.some(
      ({ kind, hash }) =>
        db
          .select({ member: identityMarks.member })
          .from(identityMarks)
          .where(and(eq(identityMarks.kind, kind), eq(identityMarks.hash, hash), isNotNull(identityMarks.decision)))
          .limit(1)
          .get() !== undefined,
    ),

  /** Other members with one of these hashes, banned or erased. */
  sharers: (marks: readonly Mark[], member: number): { kind: MarkKind; member: number; decision: number | null }[] =>
    marks.flatMap(({ kind, hash }) =>
      db
        .select({ kind: identityMarks.kind, member: identityMarks.member, decision: identityMarks.decision })
        .from(identityMarks)
        .where(and(eq(identityMarks.kind, kind), eq(identityMarks.hash, hash), ne(identityMarks.member, member)))
        .all(),
    ),

  /** Living accounts with the same bank account, phone or photo file, and the number of accounts that share it. */
  livingSharers: (member: number): { kind: MarkKind; member: number; sharedBy: number }[] => [
    ...(['iban', 'phone'] as const).flatMap((column) =>
      db
        .all<{ member: number; sharedBy: number }>(
          sql`select distinct d.user_id as member, (select count(distinct e.user_id) from direct_debits as e
              where e.${sql.raw(column)} = d.${sql.raw(column)} and e.confirmed_at is not null) as sharedBy
            from direct_debits as d where d.confirmed_at is not null and d.user_id <> ${member}
              and d.${sql.raw(column)} in (select ${sql.raw(column)} from direct_debits
                where user_id = ${member} and confirmed_at is not null) limit 50`,
        )
        .map((link) => ({ ...link, kind: column })),
    ),
    ...db
      .all<{ member: number; sharedBy: number }>(
        sql`select distinct p.owner as member,
            (select count(distinct q.owner) from photos as q where q.hash = p.hash) as sharedBy
          from photos as p where p.owner <> ${member} and p.hash <> ''
            and p.hash in (select hash from photos where owner = ${member}) limit 50`,
      )
      .map((link) => ({ ...link, kind: 'photo' as const })),
  ],

  /** The ban was taken back. */
  forgetBans: (decisions: readonly number[]): void => {
    db.delete(identityMarks)
      .where(inArray(identityMarks.decision, [...decisions]))
      .run()
  },

  /** The last evidence about the member has been deleted. */
  forgetEvidence: (member: number): void => {
    db.delete(identityMarks)
      .where(and(eq(identityMarks.member, member), isNull(identityMarks.decision)))
      .run()
  },
})
