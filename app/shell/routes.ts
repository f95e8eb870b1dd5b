/** The typed names of the screens [SHELL-2]; every link in the app is built here, never from a string literal. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import { CLIENT_ID, PACKAGE_ID } from '#contract/rules/ids.ts'

export const routes = {
  index: '/',
  members: '/members',
  'members-id': '/members/:id',
  'members-id-chat': '/members/:id/chat',
  chats: '/chats',
  'chats-id': '/chats/:id',
  likes: '/likes',
  'likes-type': '/likes/:type',
  'likes-m-id': '/likes/m/:id',
  credits: '/credits',
  'credits-repeat-order': '/credits/repeat-order',
  'credits-id-paymentmethod': '/credits/:id/:paymentmethod?',
  premium: '/premium',
  pricing: '/pricing',
  transactions: '/transactions/:id?',
  directdebit: '/directdebit',
  profile: '/profile',
  signup: '/signup',
  login: '/login',
  'complete-signup': '/complete-signup',
  'signup-matches': '/signup-matches',
  'reset-password': '/reset-password',
  'reset-password-do': '/reset-password/do',
  'mail-change-do': '/mail-change/do',
  'account-deleted': '/account-deleted',
  notifications: '/notifications',
  settings: '/settings',
  'notifications-blocked': '/notifications/blocked',
  'notifications-device': '/notifications/device',
  share: '/share',
  complaints: '/complaints',
  'lang-config': '/lang-config',
  'match-finder': '/match-finder',
  'swipe-game': '/swipe-game',
  'activate-done': '/activate/done',
  'activate-error': '/activate/error',
  'landers-name-slug': '/landers/:name/:slug?',
  'members-id-landing': '/members/:id/landing',
  'members-id-landing2-slug': '/members/:id/landing2/:slug?',
  'members-id-landing3-slug': '/members/:id/landing3/:slug?',
  'members-id-signup': '/members/:id/signup',
  'pages-ban': '/pages/ban',
  'pages-cookies': '/pages/cookies',
  'pages-faq': '/pages/faq',
  'pages-privacy': '/pages/privacy',
  'pages-return-policy': '/pages/return-policy',
  'pages-service': '/pages/service',
  'pages-terms': '/pages/terms',
  // Last: whatever else has one part is none of the others.
  token: '/:token',
} as const

export type RouteName = keyof typeof routes

export const LIKE_TYPES = ['received', 'sent', 'matches'] as const
export type LikeType = (typeof LIKE_TYPES)[number]

/** The path of a screen with its parameters filled in; one that may be left out (`:slug?`) goes with its slash. */
export const href = (name: RouteName, params: Record<string, string | number> = {}): string =>
  routes[name].replaceAll(/\/:(\w+)(\??)/g, (_, key: string, optional: string) =>
    optional !== '' && params[key] === undefined ? '' : `/${encodeURIComponent(String(params[key]))}`,
  )

export const isPackageId = (text: string): boolean => PACKAGE_ID.test(text)
export const isPaymentId = (text: string): boolean => CLIENT_ID.test(text)
export const isPaymentMethod = (text: string): text is PaymentMethod => PAYMENT_METHODS.some((one) => one === text)
export const isLikeType = (text: string): text is LikeType => LIKE_TYPES.some((type) => type === text)
