/** The members who take part in the demo's desk queue. */
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/limits.ts'
import type { Db } from '../db/database.ts'
import type { Locale } from '#contract/locales.ts'
import { FREE_EMAIL, PREMIUM_EMAIL } from './demo.ts'

export type Member = {
  id: number
  name: string
  gender: 'male' | 'female'
  birthDate: string
  signupAt: number
  language: Locale
}

/** Members whom the two demo accounts do not know, the newest first: those accounts stay as they are. */
export const peopleOf = async (db: Db): Promise<Member[]> =>
  db.all<Member>(sql`
    with accounts as (select id from users where email in (${FREE_EMAIL}, ${PREMIUM_EMAIL}))
    select u.id, p.name, p.gender, p.birth_date as "birthDate", u.signup_at as "signupAt", u.language
    from users as u join profiles as p on p.id = u.id
    where u.language in ('en', 'de', 'it') and u.status = 'active' and p.fictional = 0 and p.invisible = 0
      and u.id not in accounts
      and not exists (select 1 from participants where member = u.id and partner in accounts)
      and not exists (select 1 from likes where liker = u.id and liked in accounts)
      and not exists (select 1 from likes where liked = u.id and liker in accounts)
    order by u.signup_at desc, u.id`)

/** The first earlier decision is this long ago: whoever an earlier step is about has joined before. */
const SETTLED_MS = 19 * DAY_MS

/** As the query orders them. */
const newest = (): number => 0

export const castFrom = (people: readonly Member[], now: number) => {
  const rest = [...people]
  const take = (
    gender: Member['gender'],
    order: (one: Member, other: Member) => number = newest,
    { language = 'en', isSettled = false }: { language?: Locale; isSettled?: boolean } = {},
  ): Member => {
    const [member] = rest
      .filter((one) => one.gender === gender && one.language === language)
      .filter(({ signupAt }) => !isSettled || signupAt < now - SETTLED_MS)
      .toSorted(order)
    if (!member) throw new Error(`Too few members for the desk's queue: no ${gender} one with ${language} is left`)
    rest.splice(rest.indexOf(member), 1)
    return member
  }
  const oldest = (one: Member, other: Member) => one.birthDate.localeCompare(other.birthDate)
  const youngest = (one: Member, other: Member) => oldest(other, one)
  return {
    // New accounts, since the check looks at first messages of those [GUARD-1].
    scammer: take('male'),
    trader: take('male'),
    minor: take('male', youngest),
    suspended: take('male', oldest, { isSettled: true }),
    blackmailer: take('male', oldest),
    harasser: take('male', oldest),
    muted: take('male', newest, { isSettled: true }),
    advertiser: take('male'),
    restricted: take('male', newest, { isSettled: true }),
    cleared: take('male', newest, { isSettled: true }),
    victim: take('female', oldest),
    friend: take('female', oldest),
    third: take('female', oldest),
    blackmailed: take('female'),
    harassed: take('female', youngest),
    witness: take('female', youngest, { isSettled: true }),
    copied: take('female'),
    payer: take('male', oldest, { isSettled: true }),
    pretender: take('male', oldest, { language: 'de' }),
    doubter: take('female', oldest, { language: 'de' }),
    young: take('male', youngest, { language: 'it' }),
  }
}
export type Cast = ReturnType<typeof castFrom>

/** Everybody who writes is Premium with enough credits: a free member may begin two conversations only [CHAT-4]. */
export const fundWriters = async (db: Db, members: readonly Member[], at: number): Promise<void> => {
  for (const { id } of members) {
    await db.run(sql`update users set paid_user = 1, credits = credits + 20 where id = ${id}`)
    await db.run(
      sql`insert into ledger (user_id, amount, reason, reference, at) values (${id}, 20, 'demo', 'desk', ${at})`,
    )
  }
}
