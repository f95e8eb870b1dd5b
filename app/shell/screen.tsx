/** The screen of a place: loaded when first shown, with its parameters parsed. */
import type { User } from '#contract/entities/user.ts'
import type { ComponentType } from 'react'
import { late } from './late.tsx'
import { isPageName } from '#contract/pages.ts'
import { isLikeType, isPaymentMethod, type RouteName } from './routes.ts'
import type { Place } from './screens.ts'

/** The props of a screen: its path parameters, and the member on screens for members. */
type Shown = { params: Record<string, string>; me: User | null }

const IndexScreen = late(() => import('../features/index/index-screen.tsx').then((part) => part.IndexScreen), 'first')
const MembersScreen = late(
  () => import('../features/members/members-screen.tsx').then((part) => part.MembersScreen),
  'first',
)
const ProfileScreen = late(() => import('../features/profile/profile-screen.tsx').then((part) => part.ProfileScreen))
const LikesScreen = late(() => import('../features/likes/likes-screen.tsx').then((part) => part.LikesScreen))
const ChatsScreen = late(() => import('../features/chats/chats-screen.tsx').then((part) => part.ChatsScreen))
const ChatScreen = late(() => import('../features/chats/chat-screen.tsx').then((part) => part.ChatScreen))
const MeScreen = late(() => import('../features/me/me-screen.tsx').then((part) => part.MeScreen))
const CreditsScreen = late(() => import('../features/credits/credits-screen.tsx').then((part) => part.CreditsScreen))
const PremiumScreen = late(() => import('../features/credits/premium-screen.tsx').then((part) => part.PremiumScreen))
const PayScreen = late(() => import('../features/credits/pay-screen.tsx').then((part) => part.PayScreen))
const RepeatOrderScreen = late(() =>
  import('../features/credits/repeat-order-screen.tsx').then((part) => part.RepeatOrderScreen),
)
const PricingScreen = late(() => import('../features/credits/pricing-screen.tsx').then((part) => part.PricingScreen))
const TransactionsScreen = late(() =>
  import('../features/transactions/transactions-screen.tsx').then((part) => part.TransactionsScreen),
)
const DirectDebitScreen = late(() =>
  import('../features/directdebit/directdebit-screen.tsx').then((part) => part.DirectDebitScreen),
)
const SignupScreen = late(() => import('../features/signup/signup-screen.tsx').then((part) => part.SignupScreen))
const LoginScreen = late(() => import('../features/login/login-screen.tsx').then((part) => part.LoginScreen), 'first')
const CompleteSignupScreen = late(() =>
  import('../features/signup/complete-signup-screen.tsx').then((part) => part.CompleteSignupScreen),
)
const SignupMatchesScreen = late(() =>
  import('../features/signup/signup-matches-screen.tsx').then((part) => part.SignupMatchesScreen),
)
const ResetPasswordScreen = late(() =>
  import('../features/password/reset-password-screen.tsx').then((part) => part.ResetPasswordScreen),
)
const NewPasswordScreen = late(() =>
  import('../features/password/new-password-screen.tsx').then((part) => part.NewPasswordScreen),
)
const MailChangeScreen = late(() =>
  import('../features/mail-change/mail-change-screen.tsx').then((part) => part.MailChangeScreen),
)
const AccountDeletedScreen = late(() =>
  import('../features/leaving/account-deleted-screen.tsx').then((part) => part.AccountDeletedScreen),
)
const SettingsScreen = late(() =>
  import('../features/settings/settings-screen.tsx').then((part) => part.SettingsScreen),
)
const BlockedScreen = late(() => import('../features/blocked/blocked-screen.tsx').then((part) => part.BlockedScreen))
const ShareScreen = late(() => import('../features/share/share-screen.tsx').then((part) => part.ShareScreen))
const DeviceScreen = late(() => import('../features/device/device-screen.tsx').then((part) => part.DeviceScreen))
const ComplaintsScreen = late(() =>
  import('../features/complaints/complaints-screen.tsx').then((part) => part.ComplaintsScreen),
)
const LangConfigScreen = late(() =>
  import('../features/lang-config/lang-config-screen.tsx').then((part) => part.LangConfigScreen),
)
const MatchFinderScreen = late(() =>
  import('../features/match-finder/match-finder-screen.tsx').then((part) => part.MatchFinderScreen),
)
const SwipeGameScreen = late(() =>
  import('../features/swipe-game/swipe-game-screen.tsx').then((part) => part.SwipeGameScreen),
)
const ActivateScreen = late(() =>
  import('../features/activate/activate-screen.tsx').then((part) => part.ActivateScreen),
)
const LanderScreen = late(
  () => import('../features/landers/lander-screen.tsx').then((part) => part.LanderScreen),
  'first',
)

const PageScreen = late(() => import('../features/pages/page-screen.tsx').then((part) => part.PageScreen), 'first')

const SCREENS: Record<RouteName, ComponentType<Shown>> = {
  index: () => <IndexScreen />,
  members: () => <MembersScreen />,
  'members-id': ({ params }) => <ProfileScreen id={params['id'] ?? ''} from="members" />,
  'members-id-chat': ({ params, me }) => (me ? <ChatScreen me={me} profile={Number(params['id'])} /> : null),
  chats: ({ me }) => (me ? <ChatsScreen me={me} /> : null),
  'chats-id': ({ params, me }) => (me ? <ChatScreen me={me} conversation={params['id']} /> : null),
  likes: () => <LikesScreen type="received" />,
  'likes-type': ({ params: { type = '' } }) => <LikesScreen type={isLikeType(type) ? type : 'received'} />,
  'likes-m-id': ({ params }) => <ProfileScreen id={params['id'] ?? ''} from="likes" />,
  credits: ({ me }) => (me ? <CreditsScreen me={me} /> : null),
  'credits-repeat-order': ({ me }) => (me ? <RepeatOrderScreen me={me} /> : null),
  'credits-id-paymentmethod': ({ params: { id = '', paymentmethod = '' }, me }) =>
    me ? <PayScreen me={me} id={id} method={isPaymentMethod(paymentmethod) ? paymentmethod : null} /> : null,
  premium: ({ me }) => <PremiumScreen me={me} />,
  pricing: ({ me }) => <PricingScreen me={me} />,
  transactions: ({ params, me }) => (me ? <TransactionsScreen me={me} id={params['id']} /> : null),
  directdebit: ({ me }) => (me ? <DirectDebitScreen me={me} /> : null),
  profile: ({ me }) => (me ? <MeScreen me={me} /> : null),
  signup: ({ me }) => <SignupScreen me={me} />,
  login: () => <LoginScreen />,
  'complete-signup': ({ me }) => (me ? <CompleteSignupScreen me={me} /> : null),
  'signup-matches': () => <SignupMatchesScreen />,
  'reset-password': () => <ResetPasswordScreen />,
  'reset-password-do': () => <NewPasswordScreen />,
  'mail-change-do': () => <MailChangeScreen />,
  'account-deleted': () => <AccountDeletedScreen />,
  notifications: ({ me }) => <SettingsScreen me={me} />,
  settings: ({ me }) => <SettingsScreen me={me} />,
  'notifications-blocked': () => <BlockedScreen />,
  'notifications-device': () => <DeviceScreen />,
  share: ({ me }) => <ShareScreen me={me} />,
  complaints: ({ me }) => <ComplaintsScreen me={me} />,
  'lang-config': () => <LangConfigScreen />,
  'match-finder': () => <MatchFinderScreen />,
  'swipe-game': () => <SwipeGameScreen />,
  'activate-done': () => <ActivateScreen done />,
  'activate-error': () => <ActivateScreen done={false} />,
  'landers-name-slug': (shown) => <LanderScreen kind="lander" {...shown} />,
  'members-id-landing': (shown) => <LanderScreen kind="seat" {...shown} />,
  'members-id-landing2-slug': (shown) => <LanderScreen kind="words" {...shown} />,
  'members-id-landing3-slug': (shown) => <LanderScreen kind="lines" {...shown} />,
  'members-id-signup': (shown) => <LanderScreen kind="signup" {...shown} />,
  'pages-ban': () => <PageScreen name="ban" />,
  'pages-cookies': () => <PageScreen name="cookies" />,
  'pages-faq': () => <PageScreen name="faq" />,
  'pages-privacy': () => <PageScreen name="privacy" />,
  'pages-return-policy': () => <PageScreen name="return-policy" />,
  'pages-service': () => <PageScreen name="service" />,
  'pages-terms': () => <PageScreen name="terms" />,
  token: ({ params: { token = '' } }) => (isPageName(token) ? <PageScreen name={token} /> : null),
}

const PARTS: Record<RouteName, { ahead: () => Promise<unknown> }> = {
  index: IndexScreen,
  members: MembersScreen,
  'members-id': ProfileScreen,
  'members-id-chat': ChatScreen,
  chats: ChatsScreen,
  'chats-id': ChatScreen,
  likes: LikesScreen,
  'likes-type': LikesScreen,
  'likes-m-id': ProfileScreen,
  credits: CreditsScreen,
  'credits-repeat-order': RepeatOrderScreen,
  'credits-id-paymentmethod': PayScreen,
  premium: PremiumScreen,
  pricing: PricingScreen,
  transactions: TransactionsScreen,
  directdebit: DirectDebitScreen,
  profile: MeScreen,
  signup: SignupScreen,
  login: LoginScreen,
  'complete-signup': CompleteSignupScreen,
  'signup-matches': SignupMatchesScreen,
  'reset-password': ResetPasswordScreen,
  'reset-password-do': NewPasswordScreen,
  'mail-change-do': MailChangeScreen,
  'account-deleted': AccountDeletedScreen,
  notifications: SettingsScreen,
  settings: SettingsScreen,
  'notifications-blocked': BlockedScreen,
  'notifications-device': DeviceScreen,
  share: ShareScreen,
  complaints: ComplaintsScreen,
  'lang-config': LangConfigScreen,
  'match-finder': MatchFinderScreen,
  'swipe-game': SwipeGameScreen,
  'activate-done': ActivateScreen,
  'activate-error': ActivateScreen,
  'landers-name-slug': LanderScreen,
  'members-id-landing': LanderScreen,
  'members-id-landing2-slug': LanderScreen,
  'members-id-landing3-slug': LanderScreen,
  'members-id-signup': LanderScreen,
  'pages-ban': PageScreen,
  'pages-cookies': PageScreen,
  'pages-faq': PageScreen,
  'pages-privacy': PageScreen,
  'pages-return-policy': PageScreen,
  'pages-service': PageScreen,
  'pages-terms': PageScreen,
  token: PageScreen,
}

/** Fetches a screen's code while the language is still loading. */
export const fetchScreen = (route: RouteName): Promise<unknown> => PARTS[route].ahead()

export const Screen = ({ place, me }: { place: Place; me: User | null }) => {
  const Shown = SCREENS[place.route]
  return <Shown params={place.params} me={me} />
}
