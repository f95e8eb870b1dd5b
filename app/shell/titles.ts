/** What a screen is called [SHELL-1]: in the bar of a phone, and in the browser's tab. */
import type { TextKey } from '../state/i18n.ts'
import type { RouteName } from './routes.ts'

type Title = {
  /** In the bar and the tab. */
  bar?: TextKey
  /** In the tab, where the screen has its heading itself or the bar says something else. */
  tab?: TextKey
  /** The screen names itself (`usePageTitle`), such as whose profile it is; until then the tab says the rest of this. */
  own?: true
}

export const TITLES: Record<RouteName, Title> = {
  index: { tab: 'index.title' },
  members: { bar: 'members.title' },
  'members-id': { own: true },
  'members-id-chat': { tab: 'chats.title', own: true },
  chats: { tab: 'chats.title' },
  'chats-id': { tab: 'chats.title', own: true },
  likes: { bar: 'likes.title' },
  'likes-type': { bar: 'likes.title', own: true },
  'likes-m-id': { own: true },
  credits: { bar: 'credits.title' },
  'credits-repeat-order': { bar: 'repeat.title' },
  'credits-id-paymentmethod': { bar: 'pay.title' },
  premium: { bar: 'premium.title' },
  pricing: { bar: 'pricing.title' },
  transactions: { bar: 'transactions.title' },
  directdebit: { bar: 'directdebit.title' },
  profile: { bar: 'me.title' },
  signup: { tab: 'signup.title' },
  login: { tab: 'login.title' },
  'complete-signup': { tab: 'signup.title' },
  'signup-matches': { own: true },
  'reset-password': { own: true },
  'reset-password-do': { own: true },
  'mail-change-do': { tab: 'mailChange.title' },
  'account-deleted': { tab: 'leaving.title', own: true },
  notifications: { bar: 'shell.settings', own: true },
  'notifications-blocked': { bar: 'blocked.title' },
  'notifications-device': { bar: 'storage.title' },
  share: { bar: 'shared.title' },
  complaints: { tab: 'complaints.title' },
  'lang-config': { tab: 'lang.title' },
  'match-finder': { bar: 'members.title', tab: 'matches.title' },
  'swipe-game': { tab: 'swipe.title' },
  'activate-done': { tab: 'activation.title', own: true },
  'activate-error': { tab: 'activation.title', own: true },
  'landers-name-slug': { own: true },
  'members-id-landing': { own: true },
  'members-id-landing2-slug': { own: true },
  'members-id-landing3-slug': { own: true },
  'members-id-signup': { tab: 'signup.title', own: true },
  'pages-ban': { own: true },
  'pages-cookies': { own: true },
  'pages-faq': { own: true },
  'pages-privacy': { own: true },
  'pages-return-policy': { own: true },
  'pages-service': { own: true },
  'pages-terms': { own: true },
  token: { own: true },
}
