/**
 * The common parts of pushes: the declarative format, the member's totals, a size that push services accept, and names and messages as a
 * notification shows them.
 */
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { PushAction, PushData, PushPayload } from '#contract/push.ts'
import { PUSH_KINDS, type PushKind } from '#contract/push-kinds.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { Message, MessageType } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText, type ServerTextKey } from '../texts.ts'

/** One push before it is addressed. `path` and the actions' addresses are paths; `payloadFor` makes them absolute. */
export type PushContents = {
  title: string
  body: string
  /** The language of the text, if it is not the member's. */
  language?: Locale
  path: string
  /** The time of the event that the notification shows, in ms. */
  at: number
  /** The time at which the push's lifetime begins, if it is not `at`. */
  since?: number
  /** The conversation, payment or announcement that the push is about; empty for kinds without one. */
  subject?: string
  /** The profile whose name the notification shows, if it does. */
  names?: number
  actions?: PushAction[]
  data?: Partial<Pick<PushData, 'message' | 'chat' | 'profile'>>
}

type Reader = Pick<PersonRow, 'id' | 'language'>

/** @returns null if the member no longer exists */
export const payloadFor = async (
  { read, env }: Pick<Deps, 'read' | 'env'>,
  reader: Reader,
  kind: PushKind,
  { title, body, language = reader.language, path, at, subject = '', names, actions = [], data }: PushContents,
): Promise<PushPayload | null> => {
  const feed = await read.feed.seqAndTotals(reader.id)
  if (!feed) return null
  const { seq, counts } = feed
  // The server's total, whatever the push is about [PWA-8].
  const badge = counts.unread_messages + counts.new_likes
  // Workers of former builds refuse a card without gender and country; the feed delivers a card in privacy mode anyway.
  const profile = data?.profile?.reserved === true ? null : (data?.profile ?? null)
  const absolute = (own: string): string => publicUrl(env) + own
  return {
    web_push: 8030,
    notification: {
      title,
      body,
      lang: language,
      tag: PUSH_KINDS[kind].tag(subject),
      navigate: absolute(path),
      timestamp: at,
      ...(PUSH_KINDS[kind].byDay ? { silent: true } : {}),
      ...(actions.length === 0
        ? {}
        : { actions: actions.map((action) => ({ ...action, navigate: absolute(action.navigate) })) }),
      data: {
        member: reader.id,
        seq,
        counts,
        message: null,
        chat: null,
        ...data,
        profile,
        kind,
        names: names ?? null,
        conversation: kind === 'message' ? subject : null,
      },
      app_badge: badge,
      mutable: true,
    },
    app_badge: badge,
    mutable: true,
  }
}

/** The optional data that is left out, step by step, until a payload fits. */
const LEFT_OUT: readonly Partial<Record<'chat' | 'message' | 'profile', null>>[] = [
  {},
  // The conversation contains the message a second time.
  { chat: null },
  { chat: null, message: null },
  { chat: null, message: null, profile: null },
]

/** The payload as sent. The device requests the data that did not fit. */
export const fitted = ({ notification, ...payload }: PushPayload): string => {
  for (const leftOut of LEFT_OUT) {
    const text = JSON.stringify({
      ...payload,
      notification: { ...notification, data: { ...notification.data, ...leftOut } },
    })
    if (Buffer.byteLength(text) <= PUSH_BYTES_MAX) return text
  }
  throw new Error('A push without contents is still too large')
}

/** A notification is discreet unless the member chose otherwise [PWA-6]. */
export const isDetailedFor = ({ settings }: Pick<PersonRow, 'settings'>): boolean =>
  withChange(DEFAULT_MEMBER_SETTINGS, settings).push_details

/** The longest part of a message that a notification shows, in characters. */
const SHOWN_MAX = 140

/** A fictional profile is marked [SAFE-7]. */
export const nameOf = ({ name, fictional }: Pick<ProfileCard, 'name' | 'fictional'>, language: string): string =>
  fictional ? serverText(language, 'push.fictional_name', { name }) : name

export const shownOf = (message: Message, language: string): string =>
  message.type === 'text' ? shortened(message.text) : serverText(language, WORDS[message.type])

/** The words for a message that has none. */
const WORDS: Record<Exclude<MessageType, 'text'>, ServerTextKey> = { photo: 'push.photo', gift: 'push.gift' }

/**
 * Counts graphemes, so that no emoji is cut in two. Some graphemes are long and a push is small, hence the second
 * limit.
 */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  let shown = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    count += 1
    if (count === SHOWN_MAX || shown.length + segment.length > 4 * SHOWN_MAX) return `${shown.trimEnd()}…`
    shown += segment
  }
  return shown
}
