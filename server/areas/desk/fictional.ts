/** Fictional profiles as the desk reads them, their conversations, and the calls about both [DESK-14]. */
import type { DeskAnswer, DeskParsed } from '#contract/desk/calls.ts'
import {
  FICTIONAL_DAYS,
  fictionalCalls,
  type FictionalNumbers,
  type FictionalProfile,
  type FictionalRow,
} from '#contract/desk/fictional.ts'
import type { PhotoSize } from '#contract/entities/photo.ts'
import { FACT_NAMES, factsOf } from '#contract/entities/profile-facts.ts'
import { DAY_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { ageOn, dateOf } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Deps } from '../../deps.ts'
import { sessionOfStaff } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import type { FictionalRecord } from '../fictional/profile-queries.ts'
import { responderModeOf } from '../fictional/responder-mode.ts'
import type { Intake } from '../photos/intake.ts'
import { cityName, publicPlaces } from '../site/places.ts'
import { openLines, type Pair } from './answers.ts'
import {
  addFictional,
  addFictionalPhoto,
  changeFictional,
  orderFictionalPhotos,
  pauseFictional,
  removeFictionalPhoto,
} from './fictional-acts.ts'
import { photoAnswer } from './photos.ts'

const PAGE = 50
const CONVERSATIONS_MAX = 100
const LINES_MAX = 100

type Needs = Pick<Deps, 'read' | 'now'>

export const fictionalPage = async (
  deps: Needs,
  { q = '', state, after }: DeskParsed<'fictional.list'>['query'],
): Promise<DeskAnswer<'fictional.list'>> => {
  const filter = { name: q, isPaused: state === undefined ? null : state === 'paused', after: after ?? null }
  const found = await deps.read.fictionalProfiles.page(filter, PAGE + 1)
  const all = await countedMessages(deps)
  const profiles: FictionalRow[] = []
  for (const record of found.slice(0, PAGE)) profiles.push(await rowOf(deps, record, all))
  return { profiles, ...(await deps.read.fictionalProfiles.totals()), more: found.length > PAGE }
}

type ConversationCount = { from: number; to: number; messages: number; spent: number }

/** All messages of the last whole days, as the numbers of the desk have counted them, and the credits spent on them. */
const countedMessages = async ({ read, now }: Needs): Promise<ConversationCount> => {
  const to = Math.floor(now() / DAY_MS) * DAY_MS
  const from = to - FICTIONAL_DAYS * DAY_MS
  const [sums] = await read.numbers.sums([], { from: dateOf(from), to: dateOf(to) }, ['messages', 'spent'])
  return { from, to, messages: sums?.messages ?? 0, spent: sums?.spent ?? 0 }
}

const numbersOf = async ({ read }: Needs, profile: number, all: ConversationCount): Promise<FictionalNumbers> => {
  const { messages, spent } = await read.fictionalProfiles.messagesOf(profile, all.from, all.to)
  return {
    messages,
    messages_share: shareOf(messages, all.messages),
    revenue_share: shareOf(spent, all.spent),
  }
}

/** Null while the days are not counted yet: the sum of all messages is then smaller than that of fictional ones. */
const shareOf = (part: number, all: number): number | null => (all === 0 || part > all ? null : part / all)

const rowOf = async (deps: Needs, record: FictionalRecord, all: ConversationCount): Promise<FictionalRow> => ({
  id: record.id,
  name: record.name,
  age: ageOn(record.birthDate, todayIn(record.country, deps.now())),
  gender: record.gender,
  country: record.country,
  city: cityName(record.city),
  language: record.language,
  paused: record.isPaused,
  photo: record.mainPhoto,
  waiting: record.waiting,
  numbers: await numbersOf(deps, record.id, all),
})

const fictionalProfile = async (
  deps: Pick<Deps, 'read' | 'now' | 'settings' | 'env'>,
  id: number,
): Promise<FictionalProfile | DeskRefusal> => {
  const { read } = deps
  const record = await read.fictionalProfiles.one(id)
  if (!record) return refuseDesk('not_found')
  const { name, gender, birthDate, country, region, city, language, details, persona } = record
  const photos = await read.account.ownPhotos(id)
  return {
    ...(await rowOf(deps, record, await countedMessages(deps))),
    form: {
      name,
      gender,
      date_of_birth: birthDate,
      country,
      countryregion: region,
      city,
      language,
      about_me: details.aboutMe,
      ...factsOf(FACT_NAMES, details),
      interests: details.interests,
      persona: persona ?? '',
    },
    photos: photos.map((photo) => ({ id: photo.id, status: photo.status, main: photo.id === record.mainPhoto })),
    conversations: await read.fictionalProfiles.conversationCount(id),
    responder: responderModeOf(deps),
  }
}

/** The bytes of a photo, or null: missing, or not of this fictional profile. */
const fictionalPhotoFile = async (
  { read, photos }: Pick<Deps, 'read' | 'photos'>,
  { id, photo, size }: { id: number; photo: number; size: PhotoSize },
): Promise<Uint8Array | null> => {
  const record = await read.photos.one(photo)
  if (record?.owner !== id || !(await read.fictionalProfiles.one(id))) return null
  return photos.read(record.hash, size)
}

const fictionalChoices = (
  { settings }: Pick<Deps, 'settings'>,
  { country }: DeskParsed<'fictional.choices'>['query'],
): DeskAnswer<'fictional.choices'> => {
  const { countries, min_age } = settings()
  const regions = publicPlaces(countries).find((place) => place.country === country)?.regions ?? []
  return {
    countries,
    languages: [...LOCALES],
    min_age,
    regions: regions.map(({ id, name, cities }) => ({
      id,
      name,
      cities: cities.map((city) => ({ id: city.id, name: city.name })),
    })),
  }
}

const fictionalConversations = async (
  { read }: Pick<Deps, 'read'>,
  profile: number,
): Promise<DeskAnswer<'fictional.conversations'> | DeskRefusal> => {
  if (!(await read.fictionalProfiles.one(profile))) return refuseDesk('not_found')
  const rows = await read.fictionalProfiles.conversations(profile, CONVERSATIONS_MAX)
  return {
    conversations: rows.map(({ id, member, name, messages, lastAt }) => ({
      id,
      member: { id: member, name },
      messages,
      last_at: lastAt,
    })),
    total: await read.fictionalProfiles.conversationCount(profile),
  }
}

const openFictional = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  { reason, ...pair }: Pair & { reason: string },
): Promise<DeskAnswer<'fictional.open'> | DeskRefusal> => {
  const isThere = pair.profile !== pair.member && (await deps.read.fictionalProfiles.one(pair.profile))
  const opened = isThere ? await openLines(deps, staff, pair, { most: LINES_MAX, reason }) : null
  return opened ?? refuseDesk('not_found')
}

export const fictionalRoutes = (deps: Deps, intake: Intake): Pick<DeskHandlers, keyof typeof fictionalCalls> => ({
  'fictional.list': ({ query }) => fictionalPage(deps, query),
  'fictional.choices': async ({ query }) => fictionalChoices(deps, query),
  'fictional.get': ({ params }) => fictionalProfile(deps, params.id),
  'fictional.add': ({ body }, staff) => addFictional(deps, staff, body),
  'fictional.change': async ({ params: { id }, body }, staff) =>
    (await changeFictional(deps, staff, id, body)) ?? fictionalProfile(deps, id),
  'fictional.pause': async ({ params: { id }, body }, staff) =>
    (await pauseFictional(deps, staff, id, body)) ?? fictionalProfile(deps, id),
  'fictional.add_photo': async ({ params: { id }, query }, staff, c) => {
    const { upload } = fictionalCalls['fictional.add_photo']
    const photo = { id, clientId: query.client_id }
    const uploader = { id, isIn: async () => (await sessionOfStaff(deps, staff.sessionHash))?.state === 'in' }
    const refused = await intake(c, uploader, upload, (receive) => addFictionalPhoto(deps, staff, photo, receive))
    return refused ?? fictionalProfile(deps, id)
  },
  'fictional.order_photos': async ({ params: { id }, body }, staff) =>
    (await orderFictionalPhotos(deps, staff, id, body.ids)) ?? fictionalProfile(deps, id),
  'fictional.remove_photo': async ({ params: { id, photo } }, staff) =>
    (await removeFictionalPhoto(deps, staff, { id, photo })) ?? fictionalProfile(deps, id),
  'fictional.photo': async ({ params: { id, photo, size } }, _, c) => {
    const bytes = await fictionalPhotoFile(deps, { id, photo, size })
    if (!bytes) return refuseDesk('not_found')
    return photoAnswer(c, deps, bytes)
  },
  'fictional.conversations': ({ params }) => fictionalConversations(deps, params.id),
  'fictional.open': ({ params, body }, staff) =>
    openFictional(deps, staff.id, { profile: params.id, member: params.member, reason: body.reason }),
})
