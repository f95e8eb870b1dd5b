/**
 * The table of screens [SHELL-2], one entry a route; the paths are in `contract/screen-paths.ts`. The frame, the bars, titles,
 * links and the access check read it. An entry names its component without importing it, because every feature imports this
 * table for links; `screen.tsx` loads the components.
 */
import type { ScreenName } from '#contract/screen-paths.ts'
import type { TextKey } from '../state/i18n.ts'

export type Layout = 'default' | 'chat' | 'lander' | 'empty'

/** The tabs of the navigation. */
export type TabName = 'search' | 'likes' | 'chats' | 'me'

type Title = {
  /** The title in the bar of a phone and in the browser's tab. */
  bar?: TextKey
  /** The title in the browser's tab, if the screen has its own heading or the bar shows another text. */
  tab?: TextKey
  /**
   * The screen sets its own title (`usePageTitle`), such as a profile's name. Until then, and while a visitor is asked to log in, the tab
   * shows the other fields.
   */
  own?: true
  /** Visitors see another part of this screen, which sets its own title. */
  memberOnly?: true
}

type ScreenEntry = {
  /** The component that `screen.tsx` loads. */
  load: string
  layout: Layout
  title: Title
  /** `member`: a visitor is asked to log in. `visitor`: a member is redirected to the screen they came for. */
  access?: 'member' | 'visitor'
  /** The tab that the screen belongs to. */
  tab?: TabName
  /** The screen that contains this one. A screen with a parent shows a back link [SHELL-21]. */
  parent?: ScreenName
  /** A place of *Me*: a large window shows the links to the others beside it. */
  account?: true
  /** A large window shows the title above the screen's column, as it does for the places of *Me*. */
  headed?: true
  /** A list: in the installed app, pulling it down refreshes it. */
  pulls?: true
  /** The installed app shows a Back button [SHELL-11]. */
  backButton?: true
  /** From edge to edge: a lander draws its own margins. */
  wide?: true
  /** Below 992 px: no title bar and no tabs, for a screen with a single purpose. */
  bare?: true
  /** Below 992 px: the tabs stay, but the screen has its own bar. */
  ownBar?: true
  /** Below 992 px: the screen's main action replaces the tabs at the foot. */
  footAction?: true
  /** The member makes a choice here: no new version of the app may reload the screen. */
  noAutoReload?: true
  /** A visitor may read this screen before the entry warning. */
  noEntryWarning?: true
}

/** A static page; a visitor may read it before the entry warning. */
const TEXT_PAGE = {
  load: 'PageScreen',
  layout: 'default',
  title: { own: true },
  tab: 'me',
  parent: 'profile',
  noEntryWarning: true,
} as const satisfies ScreenEntry

const LANDER = {
  load: 'LanderScreen',
  layout: 'lander',
  title: { own: true },
  wide: true,
} as const satisfies ScreenEntry

const ACTIVATION = {
  load: 'ActivateScreen',
  layout: 'empty',
  title: { tab: 'activation.title', own: true },
} as const satisfies ScreenEntry

const table = {
  index: {
    load: 'IndexScreen',
    layout: 'default',
    title: { tab: 'index.title' },
    access: 'visitor',
  },
  members: {
    load: 'MembersScreen',
    layout: 'default',
    title: { bar: 'members.title' },
    tab: 'search',
    pulls: true,
  },
  'members-id': {
    load: 'ProfileScreen',
    layout: 'default',
    title: { own: true },
    tab: 'search',
    parent: 'members',
    backButton: true,
    bare: true,
  },
  'members-id-chat': {
    load: 'ChatScreen',
    layout: 'chat',
    title: { tab: 'title.chats', own: true },
    access: 'member',
    tab: 'chats',
    parent: 'chats',
    bare: true,
  },
  chats: {
    load: 'ChatsScreen',
    layout: 'chat',
    title: { bar: 'title.chats' },
    access: 'member',
    tab: 'chats',
    pulls: true,
  },
  'chats-id': {
    load: 'ChatScreen',
    layout: 'chat',
    title: { tab: 'title.chats', own: true },
    access: 'member',
    tab: 'chats',
    parent: 'chats',
    bare: true,
  },
  likes: {
    load: 'LikesScreen',
    layout: 'default',
    title: { bar: 'likes.title' },
    access: 'member',
    tab: 'likes',
    pulls: true,
  },
  'likes-type': {
    load: 'LikesScreen',
    layout: 'default',
    title: { bar: 'likes.title', own: true },
    access: 'member',
    tab: 'likes',
    pulls: true,
    backButton: true,
  },
  'likes-m-id': {
    load: 'ProfileScreen',
    layout: 'default',
    title: { tab: 'likes.title', own: true },
    access: 'member',
    tab: 'likes',
    parent: 'likes',
    backButton: true,
    bare: true,
  },
  credits: {
    load: 'CreditsScreen',
    layout: 'default',
    title: { bar: 'title.credits' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'profile',
    backButton: true,
    footAction: true,
  },
  'credits-repeat-order': {
    load: 'RepeatOrderScreen',
    layout: 'default',
    title: { bar: 'title.repeat' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'credits',
    footAction: true,
  },
  'credits-id-paymentmethod': {
    load: 'PayScreen',
    layout: 'default',
    title: { bar: 'title.pay' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'credits',
    backButton: true,
    footAction: true,
  },
  premium: {
    load: 'PremiumScreen',
    layout: 'default',
    title: { bar: 'title.premium' },
    tab: 'me',
    account: true,
    // Visitors get no rail.
    headed: true,
    parent: 'profile',
    noAutoReload: true,
  },
  pricing: {
    load: 'PricingScreen',
    layout: 'default',
    title: { bar: 'title.pricing' },
    headed: true,
    tab: 'me',
    parent: 'profile',
  },
  transactions: {
    load: 'TransactionsScreen',
    layout: 'default',
    title: { bar: 'title.transactions' },
    access: 'member',
    tab: 'me',
    pulls: true,
    account: true,
    parent: 'profile',
  },
  directdebit: {
    load: 'DirectDebitScreen',
    layout: 'default',
    title: { bar: 'title.directdebit' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'credits',
    footAction: true,
  },
  profile: {
    load: 'MeScreen',
    layout: 'default',
    title: { bar: 'title.me' },
    access: 'member',
    tab: 'me',
    account: true,
  },
  signup: {
    load: 'SignupScreen',
    layout: 'lander',
    title: { tab: 'title.signup' },
  },
  login: {
    load: 'LoginScreen',
    layout: 'lander',
    title: { tab: 'login.title' },
    access: 'visitor',
  },
  'complete-signup': {
    load: 'CompleteSignupScreen',
    layout: 'lander',
    title: { tab: 'title.signup' },
    access: 'member',
    bare: true,
  },
  'signup-matches': {
    load: 'SignupMatchesScreen',
    layout: 'default',
    title: { tab: 'title.matches', own: true },
    access: 'member',
    tab: 'search',
    parent: 'members',
  },
  'reset-password': {
    load: 'ResetPasswordScreen',
    layout: 'lander',
    title: { own: true },
  },
  'reset-password-do': {
    load: 'NewPasswordScreen',
    layout: 'lander',
    title: { own: true },
  },
  'mail-change-do': {
    load: 'MailChangeScreen',
    layout: 'empty',
    title: { tab: 'title.mailChange' },
  },
  'account-deleted': {
    load: 'AccountDeletedScreen',
    layout: 'empty',
    title: { tab: 'title.leaving', own: true },
  },
  // A mail's unsubscribe link opens this screen, also for visitors; everything else on it is for members.
  notifications: {
    load: 'SettingsScreen',
    layout: 'default',
    title: { bar: 'shell.settings', own: true, memberOnly: true },
    tab: 'me',
    account: true,
    parent: 'profile',
  },
  // The specification names this route; it shows the screen of `notifications`.
  settings: {
    load: 'SettingsScreen',
    layout: 'default',
    title: { bar: 'shell.settings', own: true, memberOnly: true },
    tab: 'me',
    account: true,
    parent: 'profile',
  },
  age: {
    load: 'AgeScreen',
    layout: 'default',
    title: { bar: 'title.age' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'profile',
  },
  'notifications-blocked': {
    load: 'BlockedScreen',
    layout: 'default',
    title: { bar: 'title.blocked' },
    access: 'member',
    tab: 'me',
    account: true,
    parent: 'notifications',
  },
  'notifications-device': {
    load: 'DeviceScreen',
    layout: 'default',
    title: { bar: 'title.storage' },
    tab: 'me',
    account: true,
    parent: 'notifications',
  },
  // The installed app's share target opens this route, also for visitors [PWA-9].
  share: {
    load: 'ShareScreen',
    layout: 'default',
    title: { bar: 'title.shared' },
    headed: true,
    tab: 'chats',
    parent: 'chats',
  },
  complaints: {
    load: 'ComplaintsScreen',
    layout: 'default',
    title: { tab: 'title.complaints' },
    tab: 'me',
    parent: 'profile',
  },
  'lang-config': {
    load: 'LangConfigScreen',
    layout: 'default',
    title: { tab: 'title.lang' },
    tab: 'me',
    parent: 'profile',
    noEntryWarning: true,
  },
  'match-finder': {
    load: 'MatchFinderScreen',
    layout: 'default',
    title: { bar: 'members.title', tab: 'title.matches' },
    access: 'member',
    tab: 'search',
    pulls: true,
  },
  'swipe-game': {
    load: 'SwipeGameScreen',
    layout: 'default',
    title: { tab: 'title.swipe' },
    access: 'member',
    tab: 'search',
    parent: 'members',
    ownBar: true,
  },
  'activate-done': ACTIVATION,
  'activate-error': ACTIVATION,
  'landers-name-slug': LANDER,
  'members-id-landing': LANDER,
  'members-id-landing2-slug': LANDER,
  'members-id-landing3-slug': LANDER,
  'members-id-signup': {
    load: 'LanderScreen',
    layout: 'lander',
    title: { tab: 'title.signup', own: true },
  },
  'pages-ban': TEXT_PAGE,
  'pages-cookies': TEXT_PAGE,
  'pages-faq': TEXT_PAGE,
  'pages-privacy': TEXT_PAGE,
  'pages-return-policy': TEXT_PAGE,
  'pages-safety': TEXT_PAGE,
  'pages-service': TEXT_PAGE,
  'pages-terms': TEXT_PAGE,
  token: TEXT_PAGE,
} as const satisfies Record<ScreenName, ScreenEntry>

export type RouteName = ScreenName

/** The names of the components that the screens use. */
export type ScreenComponent = (typeof table)[RouteName]['load']

export const SCREENS: Record<RouteName, ScreenEntry & { load: ScreenComponent }> = table

export const ROUTE_NAMES = Object.keys(table) as RouteName[]

export const layoutOf = (route: RouteName | null): Layout => (route === null ? 'default' : SCREENS[route].layout)
