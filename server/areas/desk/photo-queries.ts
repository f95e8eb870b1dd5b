/** Photos that wait for a review, with what helps to decide [DESK-5]. */
import { sql } from 'drizzle-orm'
import { coversPhotos } from '#contract/desk/severity.ts'
import { REPORT_REASONS } from '#contract/entities/safety.ts'
import type { Db } from '../../db/database.ts'
import { idsIn, textsIn } from '../../db/lists.ts'

export type WaitingPhoto = {
  id: number
  owner: number
  hash: string
  private: number
  at: number
  name: string
  gender: 'male' | 'female'
  birthDate: string
  country: string
  signupAt: number
  language: string
  rejected: number
  covered: number
}

/** Enough for a person to compare. */
export const ALIKE_MAX = 20

/**
 * A photo is covered if a report or a check says that it may show nudity or a minor; a private photo whenever it does not
 * wait for a review.
 */
export const isCovered = (photo: string) =>
  sql.raw(`(
    exists (select 1 from letters as l where l.profile = ${photo}.owner and l.answered_at is null
      and (l.reason = 'minor' or (l.reason = 'nudity' and coalesce(l.photo, ${photo}.id) = ${photo}.id)))
    or exists (select 1 from flags as f where f.member = ${photo}.owner and f.answered_at is null and f.kind = 'age')
    or ${photo}.reason in ('nudity', 'minor') or (${photo}.private = 1 and ${photo}.status <> 'pending'))`)

/** A part of all members, by number, for one of several colleagues who review at the same time. */
type Share = { index: number; of: number }

/** 0 for a photo of the share, 1 for the others. */
const outside = ({ index, of }: Share) => sql`case when p.owner % ${of} = ${index} then 0 else 1 end`

const firstOf = (share: Share, limit: number) => sql`
  select p.id from photos as p where p.status = 'pending' order by ${outside(share)}, p.created_at, p.id limit ${limit}`

export const deskPhotoQueries = (db: Db) => ({
  /** The photos of one share of the members first, in each part the oldest first. */
  waiting: async ({ index, of }: Share, limit: number): Promise<WaitingPhoto[]> =>
    db.all<WaitingPhoto>(sql`
      select p.id, p.owner, p.hash, p.private, p.created_at as at, m.name, m.gender, m.birth_date as "birthDate", m.country,
        u.signup_at as "signupAt", u.language,
        (select count(*) from decisions where decisions.user_id = p.owner and kind = 'photo_rejected'
          and undone_at is null) as rejected,
        ${isCovered('p')} as covered
      from photos as p join profiles as m on m.id = p.owner join users as u on u.id = p.owner
      where p.status = 'pending'
      ${of === 1 ? sql`` : sql`and p.id in (${firstOf({ index, of }, limit)})`}
      order by ${of === 1 ? sql`` : sql`${outside({ index, of })}, `}p.created_at, p.id limit ${limit}`),

  totals: async (): Promise<{ photos: number; members: number }> =>
    db.get<{ photos: number; members: number }>(
      sql`select count(*) as photos, count(distinct owner) as members from photos where status = 'pending'`,
    ),

  othersOf: async (
    owner: number,
    photo: number,
  ): Promise<{ id: number; status: 'pending' | 'active' | 'rejected'; covered: number }[]> =>
    db.all(sql`select p.id, p.status, ${isCovered('p')} as covered from photos as p
      where p.owner = ${owner} and p.id <> ${photo} order by p.id`),

  /** Photos of other members with the same content as a photo. */
  sameContent: async (photo: number, owner: number): Promise<number[]> =>
    (
      await db.all<{ id: number }>(
        sql`select p.id from photos as o join photos as p on p.content = o.content and p.owner <> ${owner}
          where o.id = ${photo} and o.content <> '' order by p.id limit ${ALIKE_MAX}`,
      )
    ).map(({ id }) => id),

  /** Photos with their owners' names. */
  named: async (ids: readonly number[]): Promise<{ id: number; owner: number; name: string; covered: number }[]> =>
    db.all(sql`select p.id, p.owner, m.name, ${isCovered('p')} as covered
      from photos as p join profiles as m on m.id = p.owner
      where p.id in ${idsIn(JSON.stringify(ids))}`),

  /** The photos of a member with the hashes of their files. */
  filesOf: async (owner: number): Promise<{ id: number; hash: string }[]> =>
    db.all(sql`select id, hash from photos where owner = ${owner} order by id`),

  /** Whether something that waits says that photos of this member may show nudity, a minor or a victim of blackmail. */
  isAnyHarmful: async (member: number): Promise<boolean> =>
    (
      await db.get<{ found: number }>(sql`select
      exists (select 1 from letters where profile = ${member} and answered_at is null
        and reason in ${textsIn(JSON.stringify(REPORT_REASONS.filter(coversPhotos)))})
      or exists (select 1 from flags where member = ${member} and answered_at is null
        and (kind = 'age' or severity = 'grave')) as found`)
    ).found === 1,

  coverOf: async (photo: number): Promise<{ hash: string; private: number; covered: number } | undefined> =>
    (
      await db.all<{ hash: string; private: number; covered: number }>(
        sql`select p.hash, p.private, ${isCovered('p')} as covered from photos as p where p.id = ${photo}`,
      )
    )[0],
})
