/** Fills a database with a believable population: seed, size and time determine the result completely [OPS-3]. */
import { hash } from '@node-rs/argon2'
import { diskFiles } from '../adapters/disk-files.ts'
import { photoFolder } from '../adapters/data-dir.ts'
import { PASSWORD_COST } from '../adapters/passwords.ts'
import { aboutMe, promptAnswers } from './about.ts'
import { migrated, openForLoad, type Load } from './bulk.ts'
import { DEMO_PASSWORD, demoPeople } from './demo.ts'
import { facesFor, type Draw } from './faces.ts'
import { loadPopulation, type LoadedCounts, type Population, type TakenIds } from './load.ts'
import { appearanceOf, personFrom, type Person } from './people.ts'
import { drawPortraits } from './portraits.ts'
import { randomFrom, type Random } from './random.ts'
import { socialLife } from './social-life.ts'

export type SeedOptions = {
  /** The database file; created and migrated if missing. */
  file: string
  /** The folder for photos. */
  dataDir: string
  members: number
  seed: number | string
  /** The present time for all generated dates, ms since the epoch. */
  now: number
  /** Adds to existing members; otherwise a database with members is refused. */
  add?: boolean
  /** Replaces drawing portraits into the photo store. */
  draw?: Draw
  /** Reports progress, in English. */
  log?: (text: string) => void
}

/** The share of members with several photos who keep one private. */
const PRIVATE_PART = 0.3

export class NotEmptyError extends Error {}

/** @throws NotEmptyError if there are members and `add` is not set */
export const seedDatabase = async (options: SeedOptions): Promise<LoadedCounts> => {
  const { file, dataDir, members, seed, now, add = false, log = () => undefined } = options
  const { draw = (shots) => drawPortraits(shots, diskFiles(photoFolder(dataDir), { durable: false })) } = options
  migrated(file)
  const before = existingIn(file)
  if (before.members > 0 && !add) throw new NotEmptyError(`The database has ${before.members} members already.`)

  const random = randomFrom(`${seed} ${before.user}`)
  const fixed = before.members === 0 ? demoPeople(now).slice(0, members) : []
  const people = Array.from({ length: members }, (_, index): Person => {
    const id = before.user + index + 1
    return personFrom(id, random.fork(`person ${id}`), now, fixed[index])
  })
  log(`${members} people`)
  const accounts = before.members === 0 ? Math.min(2, members) : 0
  const meetings = socialLife(people, accounts, random.fork('life'))
  log(`${meetings.likes.length} likes and ${meetings.conversations.length} conversations`)
  const faceOf = await facesFor(people, draw, random.fork('faces'))
  log('portraits drawn')

  const population: Population = {
    people,
    meetings,
    passwordHash: await demoPassword(random.fork('salt')),
    random: random.fork('load'),
    shownBy: (person) => {
      const { hair, photos } = faceOf(person)
      const own = random.fork(`shown ${person.id}`)
      const appearance = appearanceOf(person, hair, own)
      const text = aboutMe(person, appearance.interests, own)
      // The last photo becomes private: the main photo never is [PROF-5].
      const isPrivate = photos.length > 1 && own.chance(PRIVATE_PART)
      return {
        ...appearance,
        aboutMe: text,
        prompts: promptAnswers(person, own.fork('prompts')),
        photos: photos.map((photo, at) => Object.assign({ isPrivate: isPrivate && at === photos.length - 1 }, photo)),
      }
    },
  }
  const load = openForLoad(file, before.members === 0, members)
  try {
    const loaded = stored(load, population, before)
    log(`${loaded.messages} messages and ${loaded.photos} photos stored`)
    return loaded
  } finally {
    load.close()
  }
}

const stored = (load: Load, population: Population, before: Existing): LoadedCounts => {
  let loaded: LoadedCounts | undefined
  load.run(() => {
    loaded = loadPopulation(load.client, population, before)
    // A production server never starts on made-up members [OPS-9].
    load.client.exec(`insert or replace into site_state (key, value, at) values ('kind', '"demo"', 0)`)
  })
  if (!loaded) throw new Error('Nothing was loaded')
  return loaded
}

type Existing = TakenIds & { members: number; user: number }

const existingIn = (file: string): Existing => {
  const { client, close } = openForLoad(file, false, 0)
  const number = (sql: string): number => Number(client.prepare(sql).pluck().get())
  const newest = (table: string): number => number(`select coalesce(max(id), 0) from ${table}`)
  const existing = {
    members: number('select count(*) from users'),
    user: newest('users'),
    photo: newest('photos'),
    conversation: newest('conversations'),
    message: newest('messages'),
  }
  close()
  return existing
}

/** All members share one hash: a separate salt for a million members would take a day. */
const demoPassword = (random: Random): Promise<string> =>
  hash(DEMO_PASSWORD, { ...PASSWORD_COST, salt: random.bytes(16) })
