/**
 * Pushes of older servers and notifications of older workers do not say their kind and whom they name. Only this file
 * infers both from the address and the title; all other code uses the fields.
 */
import type { PushData, PushPayload } from '#contract/push.ts'
import type { PushKind } from '#contract/push-kinds.ts'

type About = { kind?: PushKind; conversation: string | null }

/** A push that says its kind, except for kinds which older servers' addresses do not show. */
export type KnownPush = PushPayload & {
  notification: { data: PushData & Required<Pick<PushData, 'names' | 'conversation'>> }
}

export const completePush = (payload: PushPayload): KnownPush => {
  const { notification } = payload
  const { title, navigate, data } = notification
  const about = data.kind === undefined ? aboutPath(pathIn(navigate)) : { conversation: null }
  const names = data.names === undefined ? namedIn(title, data.profile) : data.names
  return {
    ...payload,
    notification: {
      ...notification,
      data: { ...about, ...data, names, conversation: data.conversation ?? about.conversation },
    },
  }
}

/** @param path the path that a tap on the notification opens */
export const aboutPath = (path: string): About => {
  if (path.startsWith('/likes')) return { kind: 'like', conversation: null }
  if (path === '/chats') return { kind: 'unread', conversation: null }
  const [, conversation] = /^\/chats\/(\d+-\d+)$/.exec(path) ?? []
  return conversation === undefined ? { conversation: null } : { kind: 'message', conversation }
}

/** @returns the id of the profile if the title has its name */
export const namedIn = (title: string, profile: { id: number; name: string } | null): number | null =>
  profile !== null && title.includes(profile.name) ? profile.id : null

/** Drops the host: the app may be open under another name of the site. */
export const pathIn = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')
