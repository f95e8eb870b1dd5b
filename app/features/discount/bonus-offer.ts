/**
 * Decides when the dialog of the time bonus opens [PAY-8]: 40 s after entering the members area, if the member has no
 * credits, has the bonus and has not dismissed it. Never over another dialog or while the member types.
 */
import { computed, effect, signal } from '@preact/signals-react'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { TIME_BONUS_MODAL_DELAY_MS } from '#contract/limits.ts'
import { timeBonusOf } from '#contract/rules/time-bonus.ts'
import type { RouteName } from '../../shell/screens.ts'
import { offerOf } from './offer.ts'

/** Screens for browsing, not screens where the member is in the middle of something. */
const MEMBERS_AREA: ReadonlySet<RouteName> = new Set([
  'members',
  'members-id',
  'chats',
  'likes',
  'likes-m-id',
  'premium',
])

/** The wait before the next check while another dialog is open, the member types or the page is hidden. */
const PATIENCE_MS = 2_000

type Member = Pick<User, 'credits' | 'paid_user' | 'signup_date'>

export const isOffered = (me: Member | null, settings: MemberSettings | null, now: number): boolean =>
  me !== null &&
  me.credits === 0 &&
  timeBonusOf(me, now).isVisible &&
  (settings?.dismissed_alerts.time_bonus ?? 0) === 0

export type OfferDeps = {
  after: (ms: number, run: () => void) => () => void
  now: () => number
  /** Reports the current screen, now and after every change. */
  onRoute: (listener: (route: RouteName | null) => void) => void
  isBusy: () => boolean
  me: () => User | null
  settings: () => MemberSettings | null
  /** The discount that the server reports as active, or null without an answer. */
  ask: () => Promise<ActiveDiscount | null>
  open: () => void
}

export const watchMembersArea = ({ after, now, onRoute, isBusy, me, settings, ask, open }: OfferDeps): void => {
  const inside = signal(false)
  onRoute((route) => {
    inside.value = route !== null && MEMBERS_AREA.has(route)
  })
  const isDue = (): boolean => isOffered(me(), settings(), now())
  const member = computed(() => (inside.value ? (me()?.id ?? null) : null))
  effect(() => {
    if (member.value === null) return undefined
    let stop: (() => void) | undefined
    let left = false
    const wait = (ms: number): void => {
      stop = after(ms, () => void offer())
    }
    const offer = async (): Promise<void> => {
      if (!isDue()) return
      if (isBusy()) {
        wait(PATIENCE_MS)
        return
      }
      // Prices come from the server: announce no discount that it would not charge.
      const active = await ask()
      const isReal = offerOf({ active, bonusVisible: true, paid: false, now: now() })?.kind === 'time_bonus'
      if (left || !isReal || !isDue()) return
      if (isBusy()) wait(PATIENCE_MS)
      else open()
    }
    wait(TIME_BONUS_MODAL_DELAY_MS)
    return () => {
      left = true
      stop?.()
    }
  })
}
