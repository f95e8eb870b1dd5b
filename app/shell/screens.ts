/** Decides which screen a path shows, in which layout, and who may see it. Pure: the router and its tests read it. */
import { isLander, isSlug } from '#contract/landers.ts'
import { isPageName } from '#contract/pages.ts'
import { isConversationId, isIdText } from '#contract/rules/ids.ts'
import type { TabName } from './navigation-counts.ts'
import { isLikeType, isPackageId, isPaymentId, isPaymentMethod, routes, type RouteName } from './routes.ts'

export type Layout = 'default' | 'chat' | 'lander' | 'empty'

export type Place = { route: RouteName; params: Record<string, string> }

type About = {
  layout: Layout
  /** Only for members: a visitor is asked to log in. */
  member?: true
  /** From edge to edge: a lander draws its own margins. */
  wide?: true
  /** Below 992 px: no title bar and no tabs, for a screen with a single purpose. */
  bare?: true
  /** Below 992 px: the tabs stay, but the screen has its own bar. */
  ownBar?: true
  /** Below 992 px: the screen's main action replaces the tabs at the foot. */
  leads?: true
  /** The member makes a choice here: no new version of the app may reload the screen. */
  choosing?: true
  /** Below 992 px: the parent screen, which the bar links to if there is no Back button. */
  up?: RouteName
  /** The tab that the screen belongs to. */
  tab?: TabName
}

export const ABOUT: Record<RouteName, About> = {
  index: { layout: 'default' },
  members: { layout: 'default', tab: 'search' },
  'members-id': { layout: 'default', tab: 'search', bare: true },
  'members-id-chat': { layout: 'chat', tab: 'chats', member: true, bare: true },
  chats: { layout: 'chat', tab: 'chats', member: true },
  'chats-id': { layout: 'chat', tab: 'chats', member: true, bare: true },
  likes: { layout: 'default', tab: 'likes', member: true },
  'likes-type': { layout: 'default', tab: 'likes', member: true },
  'likes-m-id': { layout: 'default', tab: 'likes', member: true, bare: true },
  credits: { layout: 'default', tab: 'me', member: true, leads: true, up: 'profile' },
  'credits-repeat-order': { layout: 'default', tab: 'me', member: true, leads: true, up: 'credits' },
  'credits-id-paymentmethod': { layout: 'default', tab: 'me', member: true, leads: true, up: 'credits' },
  premium: { layout: 'default', tab: 'me', up: 'profile', choosing: true },
  pricing: { layout: 'default', tab: 'me' },
  transactions: { layout: 'default', tab: 'me', member: true },
  directdebit: { layout: 'default', tab: 'me', member: true, leads: true, up: 'credits' },
  profile: { layout: 'default', tab: 'me', member: true },
  signup: { layout: 'lander' },
  login: { layout: 'lander' },
  'complete-signup': { layout: 'lander', member: true, bare: true },
  'signup-matches': { layout: 'default', tab: 'search', member: true },
  'reset-password': { layout: 'lander' },
  'reset-password-do': { layout: 'lander' },
  'mail-change-do': { layout: 'empty' },
  'account-deleted': { layout: 'empty' },
  // A mail's unsubscribe link opens this screen, also for visitors; everything else on it is for members.
  notifications: { layout: 'default', tab: 'me' },
  // The specification names this route; it shows the screen of `notifications`.
  settings: { layout: 'default', tab: 'me' },
  'notifications-blocked': { layout: 'default', tab: 'me', member: true, up: 'notifications' },
  'notifications-device': { layout: 'default', tab: 'me', up: 'notifications' },
  // The installed app's share target opens this route, also for visitors [PWA-9].
  share: { layout: 'default', tab: 'chats' },
  complaints: { layout: 'default' },
  'lang-config': { layout: 'default' },
  'match-finder': { layout: 'default', tab: 'search', member: true },
  'swipe-game': { layout: 'default', tab: 'search', member: true, ownBar: true },
  'activate-done': { layout: 'empty' },
  'activate-error': { layout: 'empty' },
  'landers-name-slug': { layout: 'lander', wide: true },
  'members-id-landing': { layout: 'lander', wide: true },
  'members-id-landing2-slug': { layout: 'lander', wide: true },
  'members-id-landing3-slug': { layout: 'lander', wide: true },
  'members-id-signup': { layout: 'lander' },
  'pages-ban': { layout: 'default' },
  'pages-cookies': { layout: 'default' },
  'pages-faq': { layout: 'default' },
  'pages-privacy': { layout: 'default' },
  'pages-return-policy': { layout: 'default' },
  'pages-service': { layout: 'default' },
  'pages-terms': { layout: 'default' },
  token: { layout: 'default' },
}

export const layoutOf = (route: RouteName | null): Layout => (route === null ? 'default' : ABOUT[route].layout)

/** The screen of a path, or null for an unknown path or invalid parameters [SHELL-4]. */
export const placeOf = (path: string): Place | null => {
  const parts = partsOf(path)
  if (parts === null) return null
  for (const [route, pattern] of Object.entries(routes) as [RouteName, string][]) {
    const params = paramsOf(partsOf(pattern) ?? [], parts)
    if (params && isValid(route, params)) return { route, params }
  }
  return null
}

const isValid = (
  route: RouteName,
  { id = '', type = '', paymentmethod = '', name = '', slug = '', token = '' }: Record<string, string>,
): boolean => {
  if (route === 'landers-name-slug') return isLander(name, slug)
  if (slug !== '' && !isSlug(slug)) return false
  if (route === 'token') return isPageName(token)
  if (route === 'credits-id-paymentmethod')
    return isPackageId(id) && (paymentmethod === '' || isPaymentMethod(paymentmethod))
  if (route === 'transactions') return id === '' || isPaymentId(id)
  if (route === 'chats-id') return isConversationId(id)
  if (route === 'likes-type') return isLikeType(type)
  return id === '' || isIdText(id)
}

/** Splits a path; a trailing slash is ignored. */
const partsOf = (path: string): string[] | null => {
  try {
    return path
      .replace(/\/$/, '')
      .split('/')
      .map((part) => decodeURIComponent(part))
  } catch {
    return null
  }
}

const paramsOf = (pattern: string[], parts: string[]): Record<string, string> | null => {
  if (parts.length > pattern.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (wanted.startsWith(':') && part !== '') params[wanted.replace(/^:|\?$/g, '')] = part
    // An optional parameter stands last.
    else if (wanted !== part && !(wanted.endsWith('?') && parts.length === index)) return null
  }
  return params
}

/** The logo's target: search when logged in, else the front page [SHELL-7]. */
export const homeOf = (loggedIn: boolean): 'members' | 'index' => (loggedIn ? 'members' : 'index')
