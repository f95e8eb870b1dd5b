/** The common part of every push: the declarative format, the member's totals, and a size that push services accept. */
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import type { PushAction, PushData, PushPayload } from '#contract/push.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import { countsOf } from '../areas/account/user-view.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'

/** `path` and the actions' addresses are paths; `payloadFor` makes them absolute. */
export type Told = {
  title: string
  body: string
  tag: string
  path: string
  /** The time of the event, in ms. */
  at?: number
  /** Without sound: the notification can wait until the phone is used. */
  silent?: boolean
  actions?: PushAction[]
  data?: Partial<Pick<PushData, 'message' | 'chat' | 'profile'>>
}

type Reader = Pick<PersonRow, 'id' | 'language'>

/** @returns null if the member no longer exists */
export const payloadFor = async (
  { read, env }: Pick<Deps, 'read' | 'env'>,
  reader: Reader,
  { title, body, tag, path, at, silent, actions = [], data }: Told,
): Promise<PushPayload | null> => {
  const standing = await read.feed.standing(reader.id)
  if (!standing) return null
  const counts = await countsOf(read, reader.id)
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
      lang: reader.language,
      tag,
      navigate: absolute(path),
      ...(at === undefined ? {} : { timestamp: at }),
      ...(silent ? { silent } : {}),
      ...(actions.length === 0
        ? {}
        : { actions: actions.map((action) => ({ ...action, navigate: absolute(action.navigate) })) }),
      data: { member: reader.id, seq: standing.seq, counts, message: null, chat: null, ...data, profile },
      app_badge: badge,
      mutable: true,
    },
    app_badge: badge,
    mutable: true,
  }
}

/** The payload as sent: optional data is left out until it fits, and the device asks for that data instead. */
export const fitted = (payload: PushPayload): string => {
  const { data } = payload.notification
  const smaller: PushData[] = [
    data,
    // The conversation contains the message a second time.
    { ...data, chat: null },
    { ...data, message: null, chat: null },
    { ...data, message: null, chat: null, profile: null },
  ]
  for (const part of smaller) {
    const text = JSON.stringify({ ...payload, notification: { ...payload.notification, data: part } })
    if (Buffer.byteLength(text) <= PUSH_BYTES_MAX) return text
  }
  throw new Error('A push without contents is still too large')
}

/** A notification is discreet unless the member chose otherwise [PWA-6]. */
export const isDetailedFor = ({ settings }: Pick<PersonRow, 'settings'>): boolean =>
  withChange(DEFAULT_MEMBER_SETTINGS, settings).push_details
