/** The paths that the crawl opens. `scripts/crawl-paths.test.ts` fails if a screen of the app is missing here. */
import { LANDERS } from '#contract/landers.ts'
import { PAGES } from '#contract/pages.ts'
import { LIKE_TYPES } from '#contract/screen-paths.ts'
import type { Product } from './product.ts'

/** Paths that everybody may open. Some of them redirect a member. */
export const visitorPaths = (member: number): string[] => [
  '/',
  '/members',
  `/members/${member}`,
  '/premium',
  '/pricing',
  '/signup',
  '/login',
  '/reset-password',
  '/reset-password/do?token=made-up',
  '/mail-change/do?token=made-up',
  '/account-deleted',
  '/complaints',
  '/lang-config',
  '/activate/done',
  '/activate/error',
  '/terms',
  ...PAGES.map((name) => `/pages/${name}`),
  ...Object.keys(LANDERS).map((name) =>
    // The path of these two ends with a place.
    name === 'alonetonight' || name === 'maplanding' ? `/landers/${name}/milano` : `/landers/${name}`,
  ),
  `/members/${member}/landing`,
  `/members/${member}/landing2/spring`,
  `/members/${member}/landing3`,
  `/members/${member}/signup`,
]

type People = {
  me: number
  /** A profile with a conversation. */
  partner: number
  stranger: number
  fictional: number
}

/** The people whose pages the crawl of this member opens. */
export const crawlPeople = (data: Pick<Product['data'], 'partnersOf' | 'strangersTo'>, me: number): People => {
  const [partner = 0] = data.partnersOf(me)
  const [stranger = 0] = data.strangersTo(me)
  // A fictional member of the seeded population.
  return { me, partner, stranger, fictional: 3 }
}

export const memberPaths = ({ me, partner, stranger, fictional }: People): string[] => [
  '/members',
  `/members/${stranger}`,
  `/likes/m/${stranger}`,
  `/members/${stranger}/chat`,
  `/members/${fictional}/chat`,
  '/chats',
  `/chats/${Math.min(me, partner)}-${Math.max(me, partner)}`,
  '/likes',
  ...LIKE_TYPES.map((type) => `/likes/${type}`),
  '/credits',
  '/credits/15',
  '/credits/40/paypal',
  '/credits/repeat-order',
  '/premium',
  '/pricing',
  '/transactions',
  '/directdebit?package=15',
  '/profile',
  '/age',
  '/notifications',
  '/notifications/blocked',
  '/notifications/device',
  '/settings',
  '/share',
  '/complaints',
  '/complete-signup',
  '/signup-matches',
  '/match-finder',
  '/swipe-game',
  '/lang-config',
  '/pages/safety',
  '/pages/terms',
]

/** Pages that show a free member something else than a premium member. */
export const pathsOfFreeMembers = ({ partner, stranger }: People): string[] => [
  '/members',
  `/members/${stranger}`,
  `/members/${stranger}/chat`,
  `/members/${partner}/chat`,
  '/chats',
  '/likes',
  '/credits',
  '/premium',
  '/profile',
  '/swipe-game',
]
