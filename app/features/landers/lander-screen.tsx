/** A lander by its name, or one about a member; each is loaded separately [SITE-6]. Landers are for visitors. */
import type { ComponentType } from 'react'
import { Redirect } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { isLanderName, type LanderName } from '#contract/landers.ts'
import { NotFoundScreen } from '../../shell/error-screens.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { href } from '../../shell/routes.ts'
import { loadTexts } from '../../state/i18n.ts'
import type { LanderProps } from './lander-frame.tsx'

/** The texts of landers are chunks of their own: no other screen waits for them, and landers do not wait for other texts. */
const TEXTS = import.meta.glob<Record<string, string>>('../../../locales/*.json', {
  query: '?landers',
  import: 'default',
})

/**
 * Loads a screen together with the landers' texts.
 * @param others the other texts that the screen needs: those of the first screens, or all
 */
// eslint-disable-next-line typescript/no-explicit-any -- a screen's own props are checked where it is used
const lazyLander = <Screen extends ComponentType<any>>(
  load: () => Promise<Screen>,
  others: 'first' | 'all' = 'first',
) =>
  lazyPart(async () => {
    const [screen] = await Promise.all([load(), loadTexts(TEXTS)])
    return screen
  }, others)

const LANDERS: Record<LanderName, ComponentType<LanderProps>> = {
  adultonly: lazyLander(() => import('./lander-adult.tsx').then((part) => part.AdultLander)),
  tinderswipe: lazyLander(() => import('./lander-swipe.tsx').then((part) => part.SwipeLander)),
  whoneedsstrings: lazyLander(() => import('./lander-strings.tsx').then((part) => part.StringsLander)),
  alonetonight: lazyLander(() => import('./lander-night.tsx').then((part) => part.NightLander)),
  collagelanding: lazyLander(() => import('./lander-collage.tsx').then((part) => part.CollageLander)),
  gallery: lazyLander(() => import('./lander-gallery.tsx').then((part) => part.GalleryLander)),
  iconslanding: lazyLander(() => import('./lander-icons.tsx').then((part) => part.IconsLander)),
  maplanding: lazyLander(() => import('./lander-map.tsx').then((part) => part.MapLander)),
  socialnetwork: lazyLander(() => import('./lander-network.tsx').then((part) => part.NetworkLander)),
  transitionsvideolanding: lazyLander(() => import('./lander-hours.tsx').then((part) => part.HoursLander)),
  video: lazyLander(() => import('./lander-train.tsx').then((part) => part.TrainLander)),
}

const MemberLander = lazyLander(() => import('./member-lander.tsx').then((part) => part.MemberLander), 'all')
const MemberSignup = lazyLander(() => import('./member-signup.tsx').then((part) => part.MemberSignup), 'all')

/** A lander by name, one of three about a member, or the signup on the way to that member. */
export type LanderKind = 'lander' | 'seat' | 'words' | 'lines' | 'signup'

type Props = {
  kind: LanderKind
  /** The checked parameters of the path. */
  params: { name?: string; id?: string; slug?: string }
  me: User | null
}

export const LanderScreen = ({ kind, params: { name = '', id = '', slug }, me }: Props) => {
  if (kind === 'signup') return <MemberSignup id={id} me={me} />
  // Send members on to the member of this lander, or else to search.
  if (me) return <Redirect to={id === '' ? href('members') : href('members-id', { id })} replace />
  if (kind !== 'lander') return <MemberLander look={kind} id={id} slug={slug} />
  if (!isLanderName(name)) return <NotFoundScreen />
  const Lander = LANDERS[name]
  return <Lander slug={slug} />
}
