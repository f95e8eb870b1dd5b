/** What stands in a member's export [ACC-17], in the words of the calls; times in ms as everywhere. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { PHOTO_TYPE } from '../../adapters/photo-store.ts'
import type { Deps } from '../../deps.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { letterNumber } from '../notices/letter-number.ts'
import { cityName, regionName } from '../site/places.ts'
import { moneyParts } from './export-money.ts'

type Part = readonly [name: string, part: unknown]

const MESSAGES = 200

/** One after another: each is read when the one before has been sent. */
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
        signup_message: user.signupMessage,
        time_zone: user.timeZone,
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
  yield ['profile', await profileOf(deps, member)]
  yield ['photos', photosOf(deps, member)]
  yield ['conversations', await conversationsOf(deps, member)]
  yield ['messages', messagesOf(deps, member)]
  yield ['likes', await likesOf(deps, member)]
  yield [
    'blocks',
    (await read.leaving.heldBlocks(member)).map(({ block, other }) => ({ with: named(other), at: block.at })),
  ]
  yield [
    'swipes',
    (await read.leaving.heldSwipes(member)).map(({ swipe, other }) => ({
      with: named(other),
      choice: swipe.choice,
      at: swipe.at,
    })),
  ]
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
  yield ['letters', await lettersOf(deps, member)]
  yield ['decisions', await decisionsOf(deps, member)]
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
    'push_subscriptions',
    // The rest of an endpoint is a key to the device.
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
  const held = await read.leaving.heldProfile(member)
  if (!held) return null
  const { profile, details } = held
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
    sexuality: details.sexuality,
    looking_for: details.lookingFor,
    hair_colour: details.hairColour,
    eye_colour: details.eyeColour,
    body_type: details.bodyType,
    relationship_status: details.relationshipStatus,
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
      type: PHOTO_TYPE,
      base64: bytes ? Buffer.from(bytes).toString('base64') : null,
    }
  }
}

const conversationsOf = async ({ read }: Deps, member: number) =>
  (await read.leaving.heldConversations(member)).map(({ side, conversation, other }) => ({
    conversation: conversationId(conversation.low, conversation.high),
    with: named(other),
    started_by_me: conversation.startedBy === member,
    created_at: conversation.createdAt,
    num_unread_messages: side.unread,
    read_up_to: side.readUpTo,
    delivered_up_to: side.deliveredUpTo,
    deleted_up_to: side.hiddenUpTo,
  }))

const messagesOf = async function* ({ read, photos }: Deps, member: number) {
  for (const { conversation } of await read.leaving.heldConversations(member)) {
    let after = 0
    for (;;) {
      const page = await read.leaving.heldMessages(conversation.id, after, MESSAGES)
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

/** Those given, and those received as far as they show: who is hidden from the member is hidden here too [CHAT-9]. */
const likesOf = async ({ read }: Deps, member: number) => {
  const shown = new Set((await read.likes.received(member)).map(({ id }) => id))
  const held = await read.leaving.heldLikes(member)
  return {
    sent: held.flatMap(({ like, other }) => (like.liker === member ? [{ with: named(other), at: like.at }] : [])),
    received: held.flatMap(({ like, other }) =>
      like.liked === member && shown.has(like.liker) ? [{ with: named(other), at: like.at, like_new: !like.seen }] : [],
    ),
  }
}

const lettersOf = async ({ read }: Deps, member: number) =>
  (await read.leaving.heldLetters(member)).map((letter) => ({
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
  }))

const decisionsOf = async ({ read }: Deps, member: number) =>
  (await read.leaving.heldDecisions(member)).map((decision) => ({
    id: decision.id,
    kind: decision.kind,
    reason: decision.reason,
    note: decision.note,
    photo: decision.photo,
    at: decision.at,
    lifted_at: decision.liftedAt,
  }))

/** Whom it is with: no more than the member sees of them anyway. */
const named = ({ id, name, fictional }: { id: number; name: string; fictional: boolean }) => ({
  profile: id,
  name,
  fictional,
})
