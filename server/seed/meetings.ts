/**
 * Decides likes and conversations between members: pure functions, so that everything is consistent before it is
 * stored.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Gender } from './look.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { fill, linesOf, type Line } from './words.ts'
import { WORDS } from './words-by-locale.ts'

export type Like = { liker: number; liked: number; at: number; seen: boolean }

export type SeededMessage = { sender: number; text: string; at: number }

export type Conversation = {
  starter: number
  partner: number
  messages: SeededMessage[]
  /** Whether the recipient of the last messages has read or received them. */
  tail: Tail
}
type Tail = 'read' | 'delivered' | 'sent'

export type Meetings = { likes: Like[]; conversations: Conversation[] }

const TALKS = parsed('talks')
const MEETINGS = parsed('meetings')

function parsed(kind: 'talks' | 'meetings'): Record<Locale, Line[][]> {
  const linesIn = (locale: Locale) => WORDS[locale][kind].map(linesOf)
  return {
    it: linesIn('it'),
    en: linesIn('en'),
    de: linesIn('de'),
    es: linesIn('es'),
    fr: linesIn('fr'),
    nl: linesIn('nl'),
    pl: linesIn('pl'),
  }
}

const wants = (person: Person, other: Person): boolean =>
  person.lookingFor === 'both' || person.lookingFor === other.gender

export const areMutual = (one: Person, other: Person): boolean =>
  one.id !== other.id && wants(one, other) && wants(other, one)

/** Proposes a partner: same language, matching gender, and the same country if possible. */
export type Finder = (person: Person, random: Random) => Person | undefined

const TRIES = 8

export const finderAmong = (people: readonly Person[]): Finder => {
  const groups = Map.groupBy(
    people.filter(({ isActive, isInvisible }) => isActive && !isInvisible),
    ({ language, gender }) => `${language} ${gender}`,
  )
  return (person, random) => {
    const gender: Gender = person.lookingFor === 'both' ? random.pick(['male', 'female']) : person.lookingFor
    const group = groups.get(`${person.language} ${gender}`)
    if (!group) return undefined
    let found: Person | undefined
    for (let tries = 0; tries < TRIES; tries += 1) {
      const other = random.pick(group)
      if (!areMutual(person, other) || Math.abs(person.age - other.age) > 15) continue
      if (other.country === person.country) return other
      found = other
    }
    return found
  }
}

/** A like between two members, at a time when both were members and the liker was active. */
export const likeFrom = (liker: Person, liked: Person, random: Random): Like | undefined => {
  const from = Math.max(liker.signupAt, liked.signupAt, liker.lastActive - 90 * DAY_MS)
  if (from >= liker.lastActive) return undefined
  const at = Math.floor(liker.lastActive - (liker.lastActive - from) * random.next() ** 2)
  return { liker: liker.id, liked: liked.id, at, seen: at < liked.lastActive && random.chance(0.75) }
}

/** Fixed properties of a conversation: the talk, its number of lines, how long ago it ended at most, and its `tail`. */
export type Wish = { talk?: number; lines?: number; withinMs?: number; tail?: Tail }

const WITHIN_MS = 30 * DAY_MS

/**
 * A conversation that began and ended while both were members and active.
 * @returns undefined if there was no such time
 */
export const talkBetween = (
  starter: Person,
  partner: Person,
  random: Random,
  wish: Wish = {},
): Conversation | undefined => {
  const earliest = Math.max(starter.signupAt, partner.signupAt) + 10 * MINUTE_MS
  const latest = Math.min(starter.lastActive, partner.lastActive)
  if (latest - earliest < HOUR_MS) return undefined

  const isNear = starter.city === partner.city
  const canMeet = isNear && !starter.isFictional && !partner.isFictional && random.chance(0.4)
  const talks = (canMeet ? MEETINGS : TALKS)[starter.language]
  const all = wish.talk === undefined ? random.pick(talks) : (TALKS[starter.language][wish.talk] ?? random.pick(talks))
  const lines = all.slice(0, wish.lines ?? lengthOf(all.length, random))
  const span = Math.min(latest - earliest, wish.withinMs ?? WITHIN_MS)
  const times = timesOf(lines.length, earliest, latest - Math.floor(span * random.next() ** 3), random)
  const messages = lines.map(({ byStarter, text }, index): SeededMessage => {
    const [writer, reader] = byStarter ? [starter, partner] : [partner, starter]
    const slots = { name: reader.name, city: reader.cityName }
    return { sender: writer.id, text: fill(text, writer.gender, reader.gender, slots), at: times[index] ?? latest }
  })
  return { starter: starter.id, partner: partner.id, messages, tail: wish.tail ?? tailOf(random) }
}

/** Most talks run to the end, some stop on the way, and some get no answer. */
const lengthOf = (all: number, random: Random): number => {
  const part = random.next()
  if (part < 0.12) return 1
  return part < 0.6 ? all : random.between(2, all)
}

const tailOf = (random: Random): Tail => {
  const part = random.next()
  if (part < 0.7) return 'read'
  return part < 0.88 ? 'delivered' : 'sent'
}

/** Times counted back from the last message: mostly minutes apart, sometimes hours. */
const timesOf = (count: number, earliest: number, latest: number, random: Random): number[] => {
  let at = latest
  const times = [at]
  while (times.length < count) {
    at -= random.chance(0.2) ? random.between(HOUR_MS, 14 * HOUR_MS) : random.between(20_000, 25 * MINUTE_MS)
    times.unshift(at)
  }
  const [first, last] = [times[0] ?? latest, times.at(-1) ?? latest]
  if (first >= earliest) return times
  const scale = (last - earliest) / (last - first)
  return times.map((time) => Math.floor(last - (last - time) * scale))
}
