/** The two public demo accounts, the people around them, and their likes and conversations. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Gender } from './look.ts'
import {
  likeFrom,
  talkBetween,
  type Conversation,
  type Finder,
  type Like,
  type Meetings,
  type Wish,
} from './meetings.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

export const DEMO_PASSWORD = 'welcome-to-the-demo'
export const FREE_EMAIL = 'free@demo.test'
export const PREMIUM_EMAIL = 'premium@demo.test'
const PERSON = {
  origin: 'european',
  isActive: true,
  isFictional: false,
  isInvisible: false,
  consents: true,
  hasPhoto: true,
} as const

const MILANO = 'IT-25/milano'
const NEARBY = [MILANO, 'IT-25/bergamo', 'IT-21/torino', 'IT-34/verona', 'IT-45/bologna', 'IT-62/roma']

/** The first people of an empty database: the two accounts, then six men and six women who know them. */
export const demoPeople = (now: number): Partial<Person>[] => {
  const account = {
    ...PERSON,
    city: MILANO,
    signupAt: now - 70 * DAY_MS,
    lastActive: now - 2 * HOUR_MS,
    morePhotos: 2,
  }
  return [
    {
      ...account,
      email: FREE_EMAIL,
      name: 'Luca',
      gender: 'male',
      lookingFor: 'female',
      age: 34,
      isPremium: false,
      creditsLeft: 5,
    },
    {
      ...account,
      email: PREMIUM_EMAIL,
      name: 'Giulia',
      gender: 'female',
      lookingFor: 'male',
      age: 31,
      isPremium: true,
      creditsLeft: 120,
    },
    ...NEARBY.flatMap((city, index) => [known(city, index, 'female', now), known(city, index, 'male', now)]),
  ]
}

/** The first one is fictional; each next one was active longer ago. */
const known = (city: string, index: number, gender: Gender, now: number): Partial<Person> => ({
  ...PERSON,
  city,
  gender,
  lookingFor: gender === 'female' ? 'male' : 'female',
  age: 27 + index * 3,
  isFictional: index === 0,
  isPremium: index % 2 === 1,
  signupAt: now - (80 + index * 9) * DAY_MS,
  // A fictional profile must not be among the last active [FIND-9].
  lastActive: now - (index === 0 ? 3 * DAY_MS : index * index * 50 * MINUTE_MS + MINUTE_MS),
  // More photos than a free member may see [PROF-6].
  ...(index === 1 && { morePhotos: 4 }),
})

/**
 * The likes and conversation of an account with each of the six, in order; a free member starts at most two [CHAT-4].
 */
const BETWEEN: readonly Between[] = [
  { wish: { talk: 1, lines: 4, withinMs: HOUR_MS, tail: 'delivered' }, isStarter: true, received: 'new' },
  { wish: { talk: 3, lines: 3, withinMs: 3 * HOUR_MS, tail: 'sent' }, received: 'seen', isLiked: true },
  { wish: { talk: 0, lines: 8, withinMs: DAY_MS, tail: 'read' }, received: 'seen', isLiked: true },
  { wish: { talk: 4, lines: 1, withinMs: 3 * DAY_MS, tail: 'delivered' }, isStarter: true, received: 'new' },
  { wish: { talk: 6, lines: 4, withinMs: 9 * DAY_MS, tail: 'read' }, isLiked: true },
  {},
]
/** `isStarter` and `isLiked` are actions of the account, `received` is the like it got. */
type Between = { wish?: Wish; isStarter?: boolean; received?: 'new' | 'seen'; isLiked?: boolean }
/** The number of other members who have just liked an account. */
const STRANGERS = 6

/** @param people in the order of `demoPeople`, followed by all others */
export const demoMeetings = (people: readonly Person[], find: Finder, random: Random): Meetings => {
  const meetings: Meetings = { likes: [], conversations: [] }
  const keep = (like: Like | undefined, seen: boolean) => {
    if (like) meetings.likes.push({ ...like, seen })
  }
  const accounts = people.slice(0, 2)
  for (const account of accounts) {
    const known = people.slice(2, 2 + NEARBY.length * 2).filter(({ gender }) => gender !== account.gender)
    for (const [index, other] of known.entries()) {
      const { wish, isStarter, received, isLiked } = BETWEEN[index] ?? {}
      if (received) keep(likeFrom(other, account, random), received === 'seen')
      if (isLiked) keep(likeFrom(account, other, random), true)
      if (!wish) continue
      const [starter, partner] = isStarter ? [account, other] : [other, account]
      const conversation = talkBetween(starter, partner, random, wish)
      if (conversation) meetings.conversations.push(conversation)
    }
    const strangers = Array.from({ length: STRANGERS }, () => find(account, random)).filter((one) => one !== undefined)
    for (const other of strangers)
      if (!known.includes(other) && !accounts.includes(other)) keep(likeFrom(other, account, random), false)
  }
  const [free, premium] = accounts
  if (free && premium) meetings.conversations.push(...acquainted(premium, free, random, keep))
  return meetings
}

/** The two accounts know each other, so that a chat can be tried in two windows. */
const acquainted = (
  one: Person,
  other: Person,
  random: Random,
  keep: (like: Like | undefined, seen: boolean) => void,
): Conversation[] => {
  keep(likeFrom(one, other, random), true)
  keep(likeFrom(other, one, random), true)
  const conversation = talkBetween(one, other, random, { talk: 2, lines: 6, tail: 'read' })
  return conversation ? [conversation] : []
}
