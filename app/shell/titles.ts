/** Titles of screens [SHELL-1]: in the bar of a phone, and in the browser's tab. */
import type { TextKey } from '../state/i18n.ts'
import type { RouteName } from './routes.ts'

type Title = {
  /** The title in the bar and the tab. */
  bar?: TextKey
  /** The title in the tab, if the screen has its own heading or the bar shows another text. */
  tab?: TextKey
  /** The screen sets its own title (`usePageTitle`), such as a profile's name. Until then the tab shows the other fields. */
  own?: true
}

export const TITLES: Record<RouteName, Title> = {
  index: { tab: 'index.title' },
  members: { bar: 'members.title' },
  'members-id': { own: true },
  'members-id-chat': { tab: 'title.chats', own: true },
  chats: { tab: 'title.chats' },
  'chats-id': { tab: 'title.chats', own: true },
  likes: { bar: 'likes.title' },
  'likes-type': { bar: 'likes.title', own: true },
  'likes-m-id': { own: true },
  credits: { bar: 'title.credits' },
  'credits-repeat-order': { bar: 'title.repeat' },
  'credits-id-paymentmethod': { bar: 'title.pay' },
  premium: { bar: 'title.premium' },
  pricing: { bar: 'title.pricing' },
  transactions: { bar: 'title.transactions' },
  directdebit: { bar: 'title.directdebit' },
  profile: { bar: 'title.me' },
  signup: { tab: 'title.signup' },
  login: { tab: 'login.title' },
  'complete-signup': { tab: 'title.signup' },
  'signup-matches': { own: true },
  'reset-password': { own: true },
  'reset-password-do': { own: true },
  'mail-change-do': { tab: 'title.mailChange' },
  'account-deleted': { tab: 'title.leaving', own: true },
  notifications: { bar: 'shell.settings', own: true },
  settings: { bar: 'shell.settings', own: true },
  'notifications-blocked': { bar: 'title.blocked' },
  'notifications-device': { bar: 'title.storage' },
  share: { bar: 'title.shared' },
  complaints: { tab: 'title.complaints' },
  'lang-config': { tab: 'title.lang' },
  'match-finder': { bar: 'members.title', tab: 'title.matches' },
  'swipe-game': { tab: 'title.swipe' },
  'activate-done': { tab: 'activation.title', own: true },
  'activate-error': { tab: 'activation.title', own: true },
  'landers-name-slug': { own: true },
  'members-id-landing': { own: true },
  'members-id-landing2-slug': { own: true },
  'members-id-landing3-slug': { own: true },
  'members-id-signup': { tab: 'title.signup', own: true },
  'pages-ban': { own: true },
  'pages-cookies': { own: true },
  'pages-faq': { own: true },
  'pages-privacy': { own: true },
  'pages-return-policy': { own: true },
  'pages-service': { own: true },
  'pages-terms': { own: true },
  token: { own: true },
}
