/**
 * The state of the game, in memory while the app is open, so that a member who returns from a profile finds the same
 * deck.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { SwipeChoice } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { call } from '../../ports/api.ts'
import { deviceZone, serverNow } from '../../ports/clock.ts'
import { controlled } from '../../ports/service-worker.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { celebrate, setLike } from '../../state/likes.ts'
import { invalidate, resourceOf } from '../../state/resource.ts'
import { onMemberLeft, user } from '../../state/session.ts'
import { toast, undoing } from '../../state/toasts.ts'
import { genderParameter } from '../../state/wanted-gender.ts'
import { NO_DECK, withAnswer, withChoice, withGone, withPassUndone, withRefusal, withSent, type Deck } from './deck.ts'

const deck = signal<Deck>(NO_DECK)
export const game: ReadonlySignal<Deck> = deck

const zoneInput = (): { time_zone?: string } => {
  const zone = deviceZone()
  return zone ? { time_zone: zone } : {}
}

export const swipeInput = () => ({ query: { ...zoneInput(), ...genderParameter(user.value) } })

onMemberLeft(() => {
  deck.value = NO_DECK
  dismissLike = () => {}
})

export const takeAnswer = (answer: CallAnswer<'swipe.get'>): void => {
  deck.value = withAnswer(deck.peek(), answer, controlled.peek() ? null : serverNow())
}

/** Likes or passes the top card. Shown at once; the call follows the earlier ones. */
export const choose = (choice: SwipeChoice): void => {
  const [card] = deck.peek().cards
  if (!card || (choice === 'like' && deck.peek().left === 0)) return
  deck.value = withChoice(deck.peek(), choice)
  dismissLike()
  if (choice === 'like') offerUndo(card)
  void inTurn(() => send(card, choice))
}

/** Brings the last passed card back. */
export const undoPass = (): void => {
  const card = deck.peek().lastPass
  if (!card) return
  deck.value = withPassUndone(deck.peek())
  void inTurn(async () => {
    const answer = await call('swipe.undo', { params: { profile: String(card.id) } })
    if (!answer.ok) toast(profileErrorText(answer.error))
    await refresh()
  })
}

/** The card has left the screen. */
export const cardGone = (id: number): void => {
  deck.value = withGone(deck.peek(), id)
}

const send = async (card: ProfileCard, choice: SwipeChoice): Promise<void> => {
  const answer = await call('swipe.put', {
    params: { profile: String(card.id) },
    body: { choice, ...zoneInput() },
  })
  if (answer.ok) {
    if (!answer.queued && answer.data.match) celebrate(card)
    await refresh()
    deck.value = withSent(deck.peek(), card.id)
    if (choice === 'like') invalidate(['likes', `member:${card.id}`])
    return
  }
  dismissLike()
  deck.value = withRefusal(deck.peek(), card, answer.error.error)
  toast(profileErrorText(answer.error))
  await refresh()
}

/** The screen takes every answer too, but it may be gone, and the next step needs this answer. */
const refresh = async (): Promise<void> => {
  const resource = resourceOf('swipe.get', swipeInput())
  await resource.refresh()
  const { data } = resource.state.peek()
  if (data) takeAnswer(data)
}

let dismissLike: () => void = () => {}

/** Undoing a like works as on the other screens. The day's count still includes it, and the toast says that. */
const offerUndo = (card: ProfileCard): void => {
  dismissLike = toast(t('swipe.liked', { name: card.name }), {
    action: undoing(() => {
      const dismiss = toast(t('swipe.likeUndone', { name: card.name }))
      void inTurn(async () => {
        if (!(await setLike(card, false))) dismiss()
      })
    }),
  })
}

let line: Promise<void> = Promise.resolve()

/** In order: an undo must not overtake the choice that it undoes. */
const inTurn = (task: () => Promise<void>): Promise<void> => {
  line = line.then(task, task)
  return line
}
