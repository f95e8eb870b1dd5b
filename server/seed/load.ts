/** Stores a population: conversations, likes, accounts, profiles, photos, and their ledgers and feeds. */
import { CONSENT_TEXT_VERSION } from '#contract/entities/member-settings.ts'
import { FACT_NAMES, SENSITIVE_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import type { PromptAnswer } from '#contract/entities/prompts.ts'
import type Database from 'better-sqlite3'
import { withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { ABOUT_ME_MAX } from '#contract/limits.ts'
import { consents, users } from '../db/schema/account.ts'
import { changes } from '../db/schema/feed.ts'
import { likes } from '../db/schema/likes.ts'
import { ledger } from '../db/schema/money.ts'
import { photos } from '../db/schema/photos.ts'
import { profileDetails, profiles } from '../db/schema/profile.ts'
import { inserter } from './bulk.ts'
import {
  loadConversations,
  type StoredMessage,
  grantOf,
  MESSAGE_CREDITS,
  SIGNUP_CREDITS,
  tallyOf,
  type Tally,
} from './load-conversations.ts'
import type { Like, Meetings } from './meetings.ts'
import { sensitiveFactsOf, type Appearance, type Person } from './people.ts'
import type { Portrait } from './portraits.ts'
import type { Random } from './random.ts'

/** A person's texts and photos are made only when the person is stored: a million of them would fill the memory. */
type ShownPerson = Appearance & {
  aboutMe: string
  prompts: PromptAnswer[]
  photos: readonly (Portrait & { isPrivate: boolean })[]
}

export type Population = {
  people: readonly Person[]
  meetings: Meetings
  shownBy: (person: Person) => ShownPerson
  passwordHash: string
  random: Random
}

/** The newest ids before the load. */
export type TakenIds = { photo: number; conversation: number; message: number }

export type LoadedCounts = { members: number; photos: number; likes: number; conversations: number; messages: number }

export const loadPopulation = (client: Database.Database, population: Population, taken: TakenIds): LoadedCounts => {
  const { people, meetings, random } = population
  const first = people[0]?.id ?? 1
  const tally = tallyOf(first, people.length)
  const pays = (id: number): boolean => people[id - first]?.isFictional === false
  const messages = loadConversations(meetings.conversations, { client, taken, pays, tally, random: random.fork('ids') })
  loadLikes(client, meetings.likes, tally)
  const grant = (person: Person) => grantOf(person, tally.spent(person.id), random.fork(`credits ${person.id}`))
  const counted = loadPeople(client, population, { taken, tally, grant, undeliveredCounts: undeliveredIn(messages) })
  loadLedger(client, people, messages, grant)
  loadChanges(client, messages, tally)
  return {
    members: people.length,
    photos: counted,
    likes: meetings.likes.length,
    conversations: meetings.conversations.length,
    messages: messages.length,
  }
}

const loadLikes = (client: Database.Database, all: readonly Like[], tally: Tally): void => {
  const add = inserter(client, likes, ['liker', 'liked', 'at', 'seen'])
  // Sorted by primary key, the only order that the table has, so that rows are appended.
  for (const like of all.toSorted((one, other) => one.liker - other.liker || one.liked - other.liked)) {
    add(like)
    tally.addFeedEntry(like.liker)
    tally.addFeedEntry(like.liked)
  }
}

/** The number of undelivered messages per recipient. */
const undeliveredIn = (messages: readonly StoredMessage[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { undelivered } of messages)
    if (undelivered !== null) counts.set(undelivered, (counts.get(undelivered) ?? 0) + 1)
  return counts
}

type LoadState = {
  taken: TakenIds
  tally: Tally
  grant: (person: Person) => number
  undeliveredCounts: Map<number, number>
}

const loadPeople = (
  client: Database.Database,
  population: Population,
  { taken, tally, grant, undeliveredCounts }: LoadState,
): number => {
  const addUser = inserter(client, users, [
    'id',
    'email',
    'passwordHash',
    'status',
    'paidUser',
    'language',
    'signupAt',
    'credits',
    'feedSeq',
    'feedFloor',
    'feedAcked',
  ])
  const addProfile = inserter(client, profiles, [
    'id',
    'name',
    'gender',
    'birthDate',
    'birthYear',
    'country',
    'region',
    'city',
    'fictional',
    'invisible',
    'searchable',
    'lastActive',
    'mainPhoto',
  ])
  const addDetails = inserter(client, profileDetails, ['id', 'aboutMe', 'prompts', ...FACT_NAMES, 'interests'])
  const addConsent = inserter(client, consents, ['userId', 'consent', 'givenAt', 'textVersion'])
  const addPhoto = inserter(client, photos, [
    'id',
    'owner',
    'hash',
    'content',
    'status',
    'private',
    'position',
    'createdAt',
    'colours',
    'drawn',
  ])
  let photo = taken.photo
  for (const person of population.people) {
    const { id, isActive, isInvisible } = person
    const shown = population.shownBy(person)
    // No device has this feed yet: the first device loads the lists and continues from here.
    const floor = tally.feedEntries(id)
    addUser({
      ...person,
      passwordHash: population.passwordHash,
      status: isActive ? 'active' : 'not_confirmed',
      paidUser: person.isPremium,
      credits: SIGNUP_CREDITS + grant(person) - tally.spent(id),
      feedSeq: floor + (undeliveredCounts.get(id) ?? 0),
      feedFloor: floor,
      feedAcked: floor,
    })
    addProfile({
      ...person,
      birthYear: Number(person.birthDate.slice(0, 4)),
      fictional: person.isFictional,
      invisible: isInvisible,
      // Not in search while unconfirmed [ACC-6] or invisible [PROF-10].
      searchable: isActive && !isInvisible,
      mainPhoto: shown.photos.length > 0 ? photo + 1 : null,
    })
    addDetails({
      id,
      ...shown,
      aboutMe: shown.aboutMe.slice(0, ABOUT_ME_MAX),
      interests: person.consents ? shown.interests : withoutSensitiveInterests(shown.interests),
      ...(person.consents ? sensitiveFactsOf(person) : noFacts(SENSITIVE_FACTS)),
    })
    if (person.consents)
      addConsent({ userId: id, consent: 'sensitive', givenAt: person.signupAt, textVersion: CONSENT_TEXT_VERSION })
    for (const [position, { hash, colours, isPrivate }] of shown.photos.entries()) {
      photo += 1
      const row = { id: photo, owner: id, hash, content: hash, colours, position, private: isPrivate }
      addPhoto({ ...row, status: 'active', drawn: true, createdAt: person.signupAt })
    }
  }
  return photo - taken.photo
}

/** Credits are granted before they are spent, so that no balance is ever below zero [PAY-1]. */
const loadLedger = (
  client: Database.Database,
  people: readonly Person[],
  messages: readonly StoredMessage[],
  grant: (person: Person) => number,
): void => {
  const add = inserter(client, ledger, ['userId', 'amount', 'reason', 'reference', 'at'])
  for (const person of people) {
    const entry = { userId: person.id, at: person.signupAt }
    add({ ...entry, amount: SIGNUP_CREDITS, reason: 'signup', reference: 'signup' })
    const more = grant(person)
    if (more > 0) add({ ...entry, amount: more, reason: 'demo', reference: 'demo' })
  }
  for (const { id, sender, at, isPaid } of messages)
    if (isPaid) add({ userId: sender, amount: -MESSAGE_CREDITS, reason: 'message', reference: String(id), at })
}

/** Undelivered messages are in the recipient's feed; reading the feed makes them delivered [CHAT-6]. */
const loadChanges = (client: Database.Database, messages: readonly StoredMessage[], tally: Tally): void => {
  const add = inserter(client, changes, ['member', 'seq', 'kind', 'entity'])
  for (const { id, undelivered } of messages) {
    if (undelivered === null) continue
    tally.addFeedEntry(undelivered)
    add({ member: undelivered, seq: tally.feedEntries(undelivered), kind: 'message', entity: id })
  }
}
