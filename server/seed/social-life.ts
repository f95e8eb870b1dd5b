/** Likes and conversations of a whole population, at most one per pair. */
import { areMutual, finderAmong, likeFrom, talkBetween, type Finder, type Meetings } from './meetings.ts'
import { demoMeetings } from './demo.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** The activity by population size: a demo is lively, a million members are for measuring. */
const livelinessOf = (members: number): { likes: number; talks: number } => {
  if (members <= 2_000) return { likes: 8, talks: 1.5 }
  return members <= 50_000 ? { likes: 4, talks: 0.6 } : { likes: 1, talks: 0.2 }
}

/** §8 Free members start at most two conversations [CHAT-4]. */
const FREE_STARTS = 2

/** @param accounts the number of demo accounts at the start of `people`: their contacts are fixed, none are random */
export const socialLife = (people: readonly Person[], accounts: number, random: Random): Meetings => {
  const find = finderAmong(people)
  const { all, add } = collector()
  // The demo's contacts come first, so that they win over random ones.
  if (accounts > 0) add(demoMeetings(people, find, random.fork('demo')))

  const { likes, talks } = livelinessOf(people.length)
  const active = people.slice(accounts).filter(({ isActive }) => isActive)
  meet(active, people.length * likes, find, random.fork('likes'), (liker, liked, chance) => {
    const isMutual = chance.chance(0.3) && areMutual(liked, liker)
    add({ likes: [likeFrom(liker, liked, chance), isMutual ? likeFrom(liked, liker, chance) : undefined] })
  })

  const started = new Map<number, number>()
  for (const { starter } of all.conversations) started.set(starter, (started.get(starter) ?? 0) + 1)
  const writers = active.filter(({ isFictional }) => !isFictional)
  meet(writers, people.length * talks, find, random.fork('talks'), (starter, partner, chance) => {
    const before = started.get(starter.id) ?? 0
    if (!starter.isPremium && before >= FREE_STARTS) return
    const conversation = talkBetween(starter, partner, chance)
    if (!conversation) return
    started.set(starter.id, before + 1)
    const areClose = conversation.messages.length > 4 && chance.chance(0.5)
    const both = areClose ? [likeFrom(starter, partner, chance), likeFrom(partner, starter, chance)] : []
    add({ likes: both, conversations: [conversation] })
  })
  return all
}

const meet = (
  from: readonly Person[],
  times: number,
  find: Finder,
  random: Random,
  then: (one: Person, other: Person, random: Random) => void,
): void => {
  if (from.length === 0) return
  for (let time = 0; time < times; time += 1) {
    const one = random.pick(from)
    const other = find(one, random)
    if (other) then(one, other, random)
  }
}

type Some = {
  likes?: readonly (Meetings['likes'][number] | undefined)[]
  conversations?: readonly Meetings['conversations'][number][]
}

/** Packs two ids into one safe integer. */
const keyOf = (one: number, other: number): number => one * 2 ** 26 + other

const isNew = (seen: Set<number>, key: number): boolean => {
  const before = seen.size
  return seen.add(key).size > before
}

/** Collects the first like in each direction and the first conversation of each pair. */
const collector = () => {
  const all: Meetings = { likes: [], conversations: [] }
  const liked = new Set<number>()
  const talked = new Set<number>()
  const add = ({ likes = [], conversations = [] }: Some): void => {
    for (const like of likes) if (like && isNew(liked, keyOf(like.liker, like.liked))) all.likes.push(like)
    for (const talk of conversations) {
      const [one, other] = [talk.starter, talk.partner]
      if (isNew(talked, keyOf(Math.min(one, other), Math.max(one, other)))) all.conversations.push(talk)
    }
  }
  return { all, add }
}
