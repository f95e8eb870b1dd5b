/**
 * The paths of the app's screens, by the names of spec §2 [SHELL-2]. The app opens the screen of a path, and the server answers 404
 * for every other path [SHELL-4].
 */
import { isLander, isLanderName, isSlug } from './landers.ts'
import { isPageName } from './pages.ts'
import { pathMatcher } from './path-pattern.ts'
import { isPaymentMethod } from './payment-methods.ts'
import { isClientId, isConversationId, isIdText, isPackageId } from './rules/ids.ts'

/** The lists of likes, as the last part of their path [LIKE-1]. */
export const LIKE_TYPES = ['received', 'sent', 'matches'] as const
export type LikeType = (typeof LIKE_TYPES)[number]

export const isLikeType = (text: string): text is LikeType => LIKE_TYPES.some((type) => type === text)

/** The fragment of the settings that shows the decisions about one's account; mails link to it. */
export const DECISIONS_ANCHOR = 'decisions'

type Params = Record<string, string>

type ScreenPath = {
  /** The path pattern. A parameter with a question mark is optional and comes last. */
  path: string
  /** A check for each parameter; a path with an invalid parameter is unknown [SHELL-4]. */
  parameters?: Record<string, (text: string, params: Params) => boolean>
}

const paths = {
  index: { path: '/' },
  members: { path: '/members' },
  'members-id': { path: '/members/:id', parameters: { id: isIdText } },
  'members-id-chat': { path: '/members/:id/chat', parameters: { id: isIdText } },
  chats: { path: '/chats' },
  'chats-id': { path: '/chats/:id', parameters: { id: isConversationId } },
  likes: { path: '/likes' },
  'likes-type': { path: '/likes/:type', parameters: { type: isLikeType } },
  'likes-m-id': { path: '/likes/m/:id', parameters: { id: isIdText } },
  credits: { path: '/credits' },
  'credits-repeat-order': { path: '/credits/repeat-order' },
  'credits-id-paymentmethod': {
    path: '/credits/:id/:paymentmethod?',
    parameters: { id: isPackageId, paymentmethod: isPaymentMethod },
  },
  premium: { path: '/premium' },
  pricing: { path: '/pricing' },
  transactions: { path: '/transactions/:id?', parameters: { id: isClientId } },
  directdebit: { path: '/directdebit' },
  profile: { path: '/profile' },
  signup: { path: '/signup' },
  login: { path: '/login' },
  'complete-signup': { path: '/complete-signup' },
  'signup-matches': { path: '/signup-matches' },
  'reset-password': { path: '/reset-password' },
  'reset-password-do': { path: '/reset-password/do' },
  'mail-change-do': { path: '/mail-change/do' },
  'account-deleted': { path: '/account-deleted' },
  notifications: { path: '/notifications' },
  settings: { path: '/settings' },
  age: { path: '/age' },
  'notifications-blocked': { path: '/notifications/blocked' },
  'notifications-device': { path: '/notifications/device' },
  share: { path: '/share' },
  complaints: { path: '/complaints' },
  'lang-config': { path: '/lang-config' },
  'match-finder': { path: '/match-finder' },
  'swipe-game': { path: '/swipe-game' },
  'activate-done': { path: '/activate/done' },
  'activate-error': { path: '/activate/error' },
  'landers-name-slug': {
    path: '/landers/:name/:slug?',
    parameters: { name: isLanderName, slug: (slug, { name = '' }) => isLander(name, slug) },
  },
  'members-id-landing': { path: '/members/:id/landing', parameters: { id: isIdText } },
  'members-id-landing2-slug': { path: '/members/:id/landing2/:slug?', parameters: { id: isIdText, slug: isSlug } },
  'members-id-landing3-slug': { path: '/members/:id/landing3/:slug?', parameters: { id: isIdText, slug: isSlug } },
  'members-id-signup': { path: '/members/:id/signup', parameters: { id: isIdText } },
  'pages-ban': { path: '/pages/ban' },
  'pages-cookies': { path: '/pages/cookies' },
  'pages-faq': { path: '/pages/faq' },
  'pages-privacy': { path: '/pages/privacy' },
  'pages-return-policy': { path: '/pages/return-policy' },
  'pages-safety': { path: '/pages/safety' },
  'pages-service': { path: '/pages/service' },
  'pages-terms': { path: '/pages/terms' },
  // Keep this last: it matches every path of one segment that no entry above matches.
  token: { path: '/:token', parameters: { token: isPageName } },
} as const satisfies Record<string, ScreenPath>

export type ScreenName = keyof typeof paths

export const SCREEN_PATHS: Record<ScreenName, ScreenPath> = paths

/** A screen with the parameters of its path, decoded. */
export type Place = { route: ScreenName; params: Params }

const MATCHERS = (Object.keys(paths) as ScreenName[]).map((route) => ({
  route,
  match: pathMatcher(SCREEN_PATHS[route].path),
}))

/** The screen of a path, or null for an unknown path or invalid parameters [SHELL-4]. A trailing slash is ignored. */
export const placeOf = (path: string): Place | null => {
  for (const { route, match } of MATCHERS) {
    const params = match(path)
    if (params && isValid(route, params)) return { route, params }
  }
  return null
}

const isValid = (route: ScreenName, params: Params): boolean =>
  Object.entries(params).every(([key, text]) => SCREEN_PATHS[route].parameters?.[key]?.(text, params) ?? false)
