/** The screen of a place: its component is loaded when first shown, and gets the parameters of the path as props. */
import type { ComponentType, ReactNode } from 'react'
import type { User } from '#contract/entities/user.ts'
import { isPageName } from '#contract/pages.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'
import { type Place, isLikeType } from '#contract/screen-paths.ts'
import { wasMemberHere } from '../ports/member-here.ts'
import { prefetch } from '../state/resource.ts'
import { user, whenSessionKnown } from '../state/session.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { LanderKind } from '../features/landers/lander-screen.tsx'
import { prefetchSearch } from '../features/members/first-search.ts'
import { lazyPart } from './lazy-part.tsx'
import { SCREENS, type RouteName, type ScreenComponent } from './screens.ts'

/** The place, and the member on screens for members. */
type ShownScreen = Place & { me: User | null }

type LoadedScreen = {
  preload: () => Promise<unknown>
  isLoaded: () => boolean
  /** Requests the first data of a screen while the screen's code loads. */
  prefetch: (place: Place) => Promise<void> | undefined
  show: (shown: ShownScreen) => ReactNode
}

/** @param propsOf null while the screen's data is missing, such as the member on a screen for members */
const screen = <Props extends object>(
  Component: ((props: Props) => ReactNode) & Pick<LoadedScreen, 'preload' | 'isLoaded'>,
  propsOf: (shown: ShownScreen) => NoInfer<Props> | null,
  prefetchScreen: LoadedScreen['prefetch'] = () => undefined,
): LoadedScreen => ({
  preload: Component.preload,
  isLoaded: Component.isLoaded,
  prefetch: prefetchScreen,
  show: (shown) => {
    const props = propsOf(shown)
    // The key discards the state of a screen when another route with the same component is opened.
    return props && <Component key={shown.route} {...props} />
  },
})

/** For screens that come in one file of the build. */
const screenIn =
  <Part,>(load: () => Promise<Part>) =>
  <Props extends object>(
    pick: (part: Part) => ComponentType<Props>,
    propsOf: (shown: ShownScreen) => NoInfer<Props> | null,
    prefetchScreen?: LoadedScreen['prefetch'],
  ): LoadedScreen =>
    screen(
      lazyPart(() => load().then(pick)),
      propsOf,
      prefetchScreen,
    )

const conversationScreen = screenIn(() => import('../features/chats/chat-screens.tsx'))
const memberScreen = screenIn(() => import('../features/member-screens.ts'))
const visitorScreen = screenIn(() => import('../features/visitor-screens.ts'))

const noProps = (): object => ({})
const anyone = ({ me }: ShownScreen): { me: User | null } => ({ me })
const member = ({ me }: ShownScreen): { me: User } | null => me && { me }

const landerKindOf = (route: RouteName): LanderKind => {
  if (route === 'members-id-landing') return 'seat'
  if (route === 'members-id-landing2-slug') return 'words'
  if (route === 'members-id-landing3-slug') return 'lines'
  return route === 'members-id-signup' ? 'signup' : 'lander'
}

const prefetchMessages = (conversation: string): Promise<void> =>
  prefetch('messages.list', { params: { conversation }, query: {} })

/** A prefetch that needs to know who is here. */
const whenMember = async (prefetchFor: (me: User) => Promise<void>): Promise<void> => {
  await whenSessionKnown()
  const me = user.peek()
  if (me) await prefetchFor(me)
}

const COMPONENTS: Record<ScreenComponent, LoadedScreen> = {
  IndexScreen: screen(
    lazyPart(() => import('../features/index/index-screen.tsx').then((part) => part.IndexScreen), 'first'),
    noProps,
  ),
  MembersScreen: screen(
    lazyPart(() => import('../features/members/members-screen.tsx').then((part) => part.MembersScreen), 'first'),
    noProps,
    prefetchSearch,
  ),
  ProfileScreen: memberScreen(
    (part) => part.ProfileScreen,
    ({ route, params: { id = '' } }): { id: string; route: 'likes-m-id' | 'members-id' } => ({
      id,
      route: route === 'likes-m-id' ? route : 'members-id',
    }),
    ({ params: { id = '' } }) => prefetch('members.get', { params: { id } }),
  ),
  LikesScreen: memberScreen(
    (part) => part.LikesScreen,
    ({ params: { type = '' } }) => ({ type: isLikeType(type) ? type : 'received' }),
    () => prefetch('likes.get', { query: {} }),
  ),
  ChatsScreen: conversationScreen(
    (part) => part.ChatsScreen,
    member,
    () => prefetch('chats.get', { query: {} }),
  ),
  ChatScreen: conversationScreen(
    (part) => part.ChatScreen,
    ({ route, params: { id }, me }) =>
      me && { me, ...(route === 'chats-id' ? { conversation: id } : { profile: Number(id) }) },
    ({ route, params: { id = '' } }) =>
      route === 'chats-id'
        ? prefetchMessages(id)
        : whenMember((me) => prefetchMessages(conversationId(me.id, Number(id)))),
  ),
  MeScreen: memberScreen((part) => part.MeScreen, member),
  CreditsScreen: memberScreen((part) => part.CreditsScreen, member),
  PremiumScreen: visitorScreen((part) => part.PremiumScreen, anyone),
  PayScreen: memberScreen(
    (part) => part.PayScreen,
    ({ params: { id = '', paymentmethod = '' }, me }) =>
      me && { me, id, method: isPaymentMethod(paymentmethod) ? paymentmethod : null },
  ),
  RepeatOrderScreen: memberScreen((part) => part.RepeatOrderScreen, member),
  PricingScreen: screen(
    lazyPart(() => import('../features/credits/pricing-screen.tsx').then((part) => part.PricingScreen)),
    anyone,
  ),
  TransactionsScreen: memberScreen(
    (part) => part.TransactionsScreen,
    ({ params: { id }, me }) => me && { me, id },
  ),
  DirectDebitScreen: memberScreen((part) => part.DirectDebitScreen, member),
  SignupScreen: visitorScreen((part) => part.SignupScreen, anyone),
  LoginScreen: screen(
    lazyPart(() => import('../features/login/login-screen.tsx').then((part) => part.LoginScreen), 'first'),
    noProps,
  ),
  CompleteSignupScreen: visitorScreen((part) => part.CompleteSignupScreen, member),
  SignupMatchesScreen: visitorScreen((part) => part.SignupMatchesScreen, noProps),
  ResetPasswordScreen: visitorScreen((part) => part.ResetPasswordScreen, noProps),
  NewPasswordScreen: visitorScreen((part) => part.NewPasswordScreen, noProps),
  MailChangeScreen: visitorScreen((part) => part.MailChangeScreen, noProps),
  AccountDeletedScreen: visitorScreen((part) => part.AccountDeletedScreen, noProps),
  SettingsScreen: memberScreen((part) => part.SettingsScreen, anyone),
  AgeScreen: memberScreen((part) => part.AgeScreen, noProps),
  BlockedScreen: memberScreen((part) => part.BlockedScreen, noProps),
  ShareScreen: memberScreen((part) => part.ShareScreen, anyone),
  DeviceScreen: memberScreen((part) => part.DeviceScreen, noProps),
  ComplaintsScreen: visitorScreen((part) => part.ComplaintsScreen, anyone),
  LangConfigScreen: visitorScreen((part) => part.LangConfigScreen, noProps),
  MatchFinderScreen: memberScreen((part) => part.MatchFinderScreen, noProps),
  SwipeGameScreen: memberScreen((part) => part.SwipeGameScreen, noProps),
  ActivateScreen: visitorScreen(
    (part) => part.ActivateScreen,
    ({ route }) => ({ done: route === 'activate-done' }),
  ),
  LanderScreen: screen(
    lazyPart(() => import('../features/landers/lander-screen.tsx').then((part) => part.LanderScreen), 'first'),
    ({ route, params, me }) => ({ kind: landerKindOf(route), params, me }),
  ),
  PageScreen: screen(
    lazyPart(() => import('../features/pages/page-screen.tsx').then((part) => part.PageScreen), 'first'),
    ({ route, params: { token = route.replace('pages-', '') } }) => (isPageName(token) ? { name: token } : null),
  ),
}

/** Loads a screen's code, so that it loads in parallel with the language. */
export const fetchScreen = (route: RouteName): Promise<unknown> => COMPONENTS[SCREENS[route].load].preload()

export const isScreenLoaded = (route: RouteName): boolean => COMPONENTS[SCREENS[route].load].isLoaded()

/** Requests a screen's first data in parallel with its code, unless the server would refuse a visitor. */
export const prefetchData = async (place: Place): Promise<void> => {
  if (wasMemberHere() || SCREENS[place.route].access !== 'member')
    await COMPONENTS[SCREENS[place.route].load].prefetch(place)
}

export const Screen = ({ place, me }: { place: Place; me: User | null }) =>
  COMPONENTS[SCREENS[place.route].load].show({ ...place, me })
