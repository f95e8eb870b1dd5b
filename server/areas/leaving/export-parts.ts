/** The parts of a member's export [ACC-17], with the field names of the calls; times in ms as everywhere. */
import { FACT_NAMES, factsOf } from '#contract/entities/profile-facts.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { cardsOf } from '../find/cards.ts'
import { letterNumber } from '../notices/letter-number.ts'
import { cityName, regionName } from '../site/places.ts'
import { moneyParts } from './export-money.ts'

type Part = readonly [name: string, part: unknown]

const MESSAGES = 200

/** Reads each part only after the one before was sent. */
export const exportParts = async function* (deps: Deps, member: number): AsyncGenerator<Part, void, undefined> {
  const { read } = deps
  yield ['format', { name: 'visavis-export', version: 1, exported_at: deps.now(), site: deps.settings().name }]
  const consents = await read.leaving.heldConsents(member)
  const user = await read.leaving.heldAccount(member)
  if (user) {
    yield [
      'account',
      {
        id: user.id,
        email: user.email,
        status: user.status,
        language: user.language,
        signup_date: user.signupAt,
        paid_user: user.paidUser,
        credits: user.credits,
        notifications_disabled: user.notificationsDisabled,
        deleting_since: user.deletingSince,
        tracking: user.tracking,
        domain: user.domain,
        signup_message: user.signupMessage,
        time_zone: user.timeZone,
        age_check_due: user.ageDue,
      },
    ]
    const sensitive = consents.find(({ consent, withdrawnAt }) => consent === 'sensitive' && withdrawnAt === null)
    yield ['settings', memberSettingsOf(user.settings, sensitive?.givenAt ?? null)]
  }
  yield [
    'consents',
    consents.map(({ consent, givenAt, withdrawnAt }) => ({
      consent,
      given_at: givenAt,
      withdrawn_at: withdrawnAt,
    })),
  ]
  yield [
    'acceptances',
    (await read.leaving.heldAcceptances(member)).map(({ document, version, acceptedAt }) => ({
      document,
      version,
      accepted_at: acceptedAt,
    })),
  ]
  yield ['profile', await profileOf(deps, member)]
  yield ['photos', photosOf(deps, member)]
  yield ['conversations', await conversationsOf(deps, member)]
  yield ['messages', messagesOf(deps, member)]
  yield ['likes', await likesOf(deps, member)]
  yield ['blocks', await blocksOf(deps, member)]
  yield ['swipes', await swipesOf(deps, member)]
  yield [
    'ledger',
    (await read.leaving.heldLedger(member)).map(({ id, amount, reason, reference, balance, at }) => ({
      id,
      amount,
      reason,
      reference,
      balance,
      at,
    })),
  ]
  for (const part of await moneyParts(deps, member)) yield part
  yield ['letters', await lettersOf(deps, member, user?.status === 'active' ? user.email : null)]
  yield ['decisions', await decisionsOf(deps, member)]
  // A note is about the member, so it is the member's data; no staff member is named.
  yield ['desk_notes', (await read.leaving.heldNotes(member)).map(({ text, at }) => ({ text, at }))]
  yield [
    'sessions',
    (await read.leaving.heldSessions(member)).map((session) => ({
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      revoked_at: session.revokedAt,
    })),
  ]
  yield [
    'known_devices',
    (await read.leaving.heldDevices(member)).map(({ createdAt, usedAt }) => ({
      created_at: createdAt,
      used_at: usedAt,
    })),
  ]
  const ageCheck = await read.leaving.heldAgeCheck(member)
  yield ['age_check', ageCheck ? { way: ageCheck.way, result: ageCheck.result, day: ageCheck.day } : null]
  yield [
    'passkeys',
    (await read.leaving.heldPasskeys(member)).map((passkey) => ({
      name: passkey.name,
      domain: passkey.rpId,
      created_at: passkey.createdAt,
      used_at: passkey.usedAt,
      backed_up: passkey.backedUp,
      transports: passkey.transports,
    })),
  ]
  yield [
    'push_subscriptions',
    // Only the host: the other parts of an endpoint are a key to the device.
    (await read.leaving.heldSubscriptions(member)).map(({ endpoint, createdAt }) => ({
      host: new URL(endpoint).host,
      created_at: createdAt,
    })),
  ]
  yield [
    'links',
    (await read.leaving.heldLinks(member)).map(({ kind, data, expiresAt, usedAt }) => ({
      kind,
      about: data,
      expires_at: expiresAt,
      used_at: usedAt,
    })),
  ]
}

const profileOf = async ({ read }: Deps, member: number) => {
  const stored = await read.leaving.heldProfile(member)
  if (!stored) return null
  const { profile, details } = stored
  return {
    name: profile.name,
    gender: profile.gender,
    date_of_birth: profile.birthDate,
    country: profile.country,
    countryregion: profile.region,
    region: regionName(profile.region),
    city_id: profile.city,
    city: cityName(profile.city),
    fictional: profile.fictional,
    invisible_mode: profile.invisible,
    privacy_mode: profile.reserved,
    found_by_search: profile.searchable,
    last_active: profile.lastActive,
    main_photo: profile.mainPhoto,
    about_me: details.aboutMe,
    prompts: details.prompts,
    ...factsOf(FACT_NAMES, details),
    interests: details.interests,
  }
}

const photosOf = async function* ({ read, photos }: Deps, member: number) {
  for (const photo of await read.leaving.heldPhotos(member)) {
    const bytes = await photos.read(photo.hash, 'full')
    yield {
      id: photo.id,
      status: photo.status,
      reason: photo.reason,
      private: photo.private,
      position: photo.position,
      created_at: photo.createdAt,
      client_id: photo.clientId,
      colours: photo.colours,
      drawn: photo.drawn,
      type: PHOTO_TYPE,
      base64: bytes ? Buffer.from(bytes).toString('base64') : null,
    }
  }
}

/**
 * A conversation that the member deleted belongs only to the partner from then on [CHAT-8]: the file contains neither it
 * nor its messages. If the partner has written since, the file contains the new messages.
 */
const shownConversations = async ({ read }: Deps, member: number) =>
  (await read.leaving.heldConversations(member)).filter(
    ({ side, conversation }) => Math.max(conversation.lastMessage, side.heldLast) > side.hiddenUpTo,
  )

const conversationsOf = async (deps: Deps, member: number) => {
  const rows = await shownConversations(deps, member)
  const named = await namesFor(
    deps,
    member,
    rows.map(({ side }) => side.partner),
  )
  return rows.map(({ side, conversation }) => ({
    conversation: conversationId(conversation.low, conversation.high),
    with: named(side.partner),
    started_by_me: conversation.startedBy === member,
    created_at: conversation.createdAt,
    num_unread_messages: side.unread,
    read_up_to: side.readUpTo,
    delivered_up_to: side.deliveredUpTo,
    deleted_up_to: side.hiddenUpTo,
    warned_at: side.warnedAt,
  }))
}

const messagesOf = async function* (deps: Deps, member: number) {
  const { read, photos } = deps
  for (const { side, conversation } of await shownConversations(deps, member)) {
    let after = side.hiddenUpTo
    for (;;) {
      const page = await read.leaving.heldMessages(member, conversation.id, after, MESSAGES)
      for (const { message, photo } of page) {
        yield {
          id: message.id,
          conversation: conversationId(conversation.low, conversation.high),
          sender: message.sender,
          sent_by_me: message.sender === member,
          client_id: message.clientId,
          type: message.type,
          text: message.text,
          sent_at: message.sentAt,
          photo: photo && (await messagePhotoOf(photos, photo)),
        }
        after = message.id
      }
      if (page.length < MESSAGES) break
    }
  }
}

type MessagePhotoRow = { hash: string; colours: string; width: number; height: number }

const messagePhotoOf = async (store: Deps['photos'], { hash, colours, width, height }: MessagePhotoRow) => {
  const bytes = await store.read(hash, 'full')
  return {
    colours,
    width,
    height,
    type: PHOTO_TYPE,
    base64: bytes ? Buffer.from(bytes).toString('base64') : null,
  }
}

/** Likes sent, and the likes received that the member can see: a hidden liker stays hidden here [CHAT-9]. */
const likesOf = async (deps: Deps, member: number) => {
  const { read } = deps
  const shown = new Set((await read.likes.received(member)).map(({ id }) => id))
  const rows = await read.leaving.heldLikes(member)
  const named = await namesFor(
    deps,
    member,
    rows.map(({ other }) => other),
  )
  return {
    sent: rows.flatMap(({ like, other }) => (like.liker === member ? [{ with: named(other), at: like.at }] : [])),
    received: rows.flatMap(({ like, other }) =>
      like.liked === member && shown.has(like.liker) ? [{ with: named(other), at: like.at, like_new: !like.seen }] : [],
    ),
  }
}

const blocksOf = async (deps: Deps, member: number) => {
  const rows = await deps.read.likes.blockedBy(member)
  const named = await namesFor(
    deps,
    member,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, at }) => ({ with: named(id), at }))
}

const swipesOf = async (deps: Deps, member: number) => {
  const rows = await deps.read.leaving.heldSwipes(member)
  const named = await namesFor(
    deps,
    member,
    rows.map(({ profile }) => profile),
  )
  return rows.map(({ profile, choice, at }) => ({ with: named(profile), choice, at }))
}

/** With an unconfirmed address, a complaint under it may be somebody else's. */
const lettersOf = async ({ read }: Deps, member: number, confirmedEmail: string | null) =>
  (await read.leaving.heldLetters(member, confirmedEmail)).map((letter) => ({
    number: letterNumber(letter),
    kind: letter.kind,
    name: letter.name,
    email: letter.email,
    language: letter.language,
    reason: letter.reason,
    text: letter.text,
    profile: letter.profile,
    message: letter.message,
    photo: letter.photo,
    decision: letter.decision,
    at: letter.at,
    answered_at: letter.answeredAt,
    upheld: letter.upheld,
    answer: letter.answer,
    good_faith: letter.goodFaith,
    domain: letter.domain,
  }))

const decisionsOf = async ({ read }: Deps, member: number) =>
  (await read.leaving.heldDecisions(member)).map((decision) => ({
    id: decision.id,
    kind: decision.kind,
    reason: decision.reason,
    note: decision.note,
    photo: decision.photo,
    at: decision.at,
    until: decision.until,
    lifted_at: decision.liftedAt,
    message: decision.message,
    removed_text: decision.removedText,
    source: decision.source,
    statement: decision.statement,
  }))

/** The number of profiles per query. */
const PROFILES = 500

type Named = { profile: number; name: string; fictional: boolean } | null

/**
 * Names the other profile of an entry as the member sees it now. A profile that is hidden from the member is null,
 * without its id: the export must not reveal that it exists [PROF-10].
 */
const namesFor = async (
  { read, now }: Deps,
  member: number,
  ids: readonly number[],
): Promise<(profile: number) => Named> => {
  const names = new Map<number, Named>()
  for (let from = 0; from < ids.length; from += PROFILES)
    for (const { id, name, fictional } of await cardsOf(read, ids.slice(from, from + PROFILES), member, now()))
      names.set(id, { profile: id, name, fictional })
  return (profile) => names.get(profile) ?? null
}
