/** The story of the demo's queue at the desk: its texts, and the members who take part. Times are minutes before the start of the demo. */
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Db } from '../db/database.ts'
import { FREE_EMAIL, PREMIUM_EMAIL } from './demo.ts'

/** A line of a conversation: minutes ago, `m` for the reported member or `o` for the other one, and the text. */
type Line = readonly [minutesAgo: number, by: 'm' | 'o', text: string]

export type Talk = {
  lines: readonly Line[]
  /** The index of the reported line. */
  reported: number
}

export const SCAM: Talk = {
  lines: [
    [330, 'm', 'Good morning my dear. I dreamed of your garden again.'],
    [322, 'o', 'The roses are gone for this year, I am afraid.'],
    [300, 'm', 'Terrible day. The bank on the platform has blocked my card and I cannot call.'],
    [292, 'o', 'Oh no. Can your company help you?'],
    [284, 'm', 'They say Monday. I only need 300 for the satellite line.'],
    [276, 'm', 'You can buy gift cards at the shop and send me the codes. I pay back double on Friday.'],
    [270, 'o', 'Gift cards? I have never done that.'],
    [268, 'm', 'It is very easy. Ask for three of 100. Do not tell the cashier why.'],
    [262, 'm', 'Are you there, my dear?'],
    [255, 'o', 'I will talk to my daughter first.'],
    [250, 'm', 'Please do not. This is between the two of us.'],
  ],
  reported: 5,
}

export const SCAM_AGAIN: Talk = {
  lines: [
    [305, 'm', 'You have such a kind smile. I work on a platform at sea and it is lonely here.'],
    [290, 'o', 'That must be hard. How long are you out there?'],
    [240, 'm', 'Until Friday. My card is blocked. Could you help me with gift cards for the satellite line?'],
    [228, 'o', 'A friend of mine got the same story this morning.'],
  ],
  reported: 2,
}

/** A first message that the check of first messages holds back [GUARD-1]. */
export const HELD =
  'Here they read everything. Write to me on WhatsApp, +44 7700 900 118, I show you how I earn with bitcoin.'
export const HELD_AGAIN = 'I earn 500 a day with bitcoin, see btc-profit.example and write to me on Telegram.'

export const BLACKMAIL: Talk = {
  lines: [
    [190, 'm', 'That was a lovely evening. Thank you for the pictures.'],
    [184, 'o', 'They are only for you.'],
    [60, 'm', 'I have found your family and your office on the web.'],
    [58, 'o', 'Why do you say that?'],
    [52, 'm', 'Send me 500 by tonight or they all get your pictures.'],
    [47, 'o', 'Please do not do this.'],
    [44, 'm', 'Tonight. You know I mean it.'],
  ],
  reported: 4,
}

export const HARASSMENT: Talk = {
  lines: [
    [720, 'm', 'Hey, you were online and did not answer.'],
    [712, 'o', 'I wrote to you that I am not interested. Please stop.'],
    [702, 'm', 'You owe me an answer.'],
    [690, 'm', 'I know you read this.'],
    [671, 'm', 'Who do you think you are?'],
    [655, 'm', 'I will find you on every site.'],
    [641, 'm', 'Answer me.'],
    [630, 'm', 'Answer me now.'],
  ],
  reported: 5,
}

export const PRETENCE: Talk = {
  lines: [
    [460, 'm', 'Guten Abend, dein Lächeln ist mir sofort aufgefallen.'],
    [452, 'o', 'Danke. Und was machst du, wenn du nicht lächelst?'],
    [441, 'm', 'Ich bin Chirurg und gerade sechs Monate auf einem Schiff.'],
    [433, 'o', 'Im Profil steht, du arbeitest hier in der Stadt.'],
    [425, 'm', 'Das ist kompliziert. Das Profil hat mein Neffe geschrieben.'],
    [418, 'o', 'Dein Foto kenne ich übrigens. Aus einem Katalog für Brillen.'],
  ],
  reported: 2,
}

export const REPORTS = {
  scam: 'Says his card is blocked on the platform. He wants gift cards. My daughter said to report it.',
  scamAgain: 'The same story that he told my friend.',
  minor: 'He told me that he is 16.',
  blackmail: 'He wants 500 or sends my pictures to my family.',
  harassment: 'Eight messages in one night after I said no.',
  spam: 'The profile is an advertisement for a shop.',
  pretence: 'Mal ist er Chirurg auf einem Schiff, mal arbeitet er hier. Das Foto ist aus einem Katalog.',
  earlier: 'Asked me for money on the second day.',
  unfounded: 'He did not answer me.',
}

export const NOTICE = (name: string): string => `The photos of ${name} are mine. I never joined this site.`
export const COMPLAINT = 'You charged me twice for the same package. Pay my money back at once!'

export const GOODWILL = 'She spent these credits on messages to a member who cheated her.'

export const FACTS = {
  suspended: 'Wrote eleven insults to a member after she had said no.',
  muted: 'Sent the same advertisement to nine members.',
  restricted: 'Asked a member for money on the second day.',
  unfounded: 'Nobody has to answer a message.',
}

/** Notes of the staff about members who were sanctioned. */
export const NOTES = {
  suspended: 'He called twice and was polite. He says that a friend has deleted the app from his phone.',
  muted: 'A choir, not a shop: the texts name no price. Look at the link before you answer his appeal.',
}

export const APPEALS = {
  suspended: 'I had drunk too much that night. I have apologised to her, and I ask you to look at it again.',
  muted:
    'I wrote about my choir, not about a shop. I did not know that I may not send the same text to several people.',
}

export const VISITORS = ['Carla', 'Piet', 'Ewa', 'Jean', 'Marta', 'Tom', 'Ines', 'Olaf', 'Lucia', 'Sam'] as const

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
