// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aCard, aPhoto, anOwnProfile, aUser } from '../../testing/factories.ts'
import { photosToDecode } from './card-photos.tsx'
import { DeckView } from './deck-view.tsx'
import { game, takeAnswer } from './game.ts'
import styles from './swipe-card.module.css'

const MAIN = aPhoto('main')
const BEACH = aPhoto('beach')
const anna = aCard({ id: 11, name: 'Anna', age: 38, city: 'Bologna', main_image: MAIN })
const bea = aCard({ id: 12, name: 'Bea', age: 40, city: 'Modena' })
/** Only one test asks for the profiles of these two. */
const cleo = aCard({ id: 13, name: 'Cleo', age: 41, city: 'Modena', fictional: true })
const dora = aCard({ id: 14, name: 'Dora', age: 42, city: 'Modena' })

const show = async (): Promise<void> => {
  await act(async () => void render(<DeckView isCached={false} />))
}
const top = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-role="top"]')
  if (found === null) throw new Error('No card is on top.')
  return found
}
const cardOf = (name: string) => document.querySelector(`[aria-label^="${name}"]`)
/** The words of a card that are hidden until its bio is there. */
const hiddenWords = (name: string) => cardOf(name)?.querySelector(`.${styles['wordsLoading']}`)?.textContent
/** The path of the photo on the top card. */
const source = (): string => top().querySelector('img')?.getAttribute('src') ?? ''
const press = (key: string, on: Element = document.body): void => void fireEvent.keyDown(on, { key })
const details = (): HTMLElement | null => document.querySelector('section[aria-label]:not([inert])')

beforeAll(async () => {
  await showLocale('it')
  await loadAllTexts()
})
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'server_error' }, { status: 500 }))
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
  const me = aUser()
  putAnswer(
    'user.get',
    {},
    { user: { ...me, profile: { ...me.profile, interests: ['cooking', 'relationship'] } }, counts: null },
  )
  putAnswer(
    'members.get',
    { params: { id: '11' } },
    {
      profile: {
        ...anOwnProfile(),
        ...anna,
        about_me: 'Cucino per tutti.',
        interests: ['wine', 'cooking', 'relationship'],
        photos: [MAIN, BEACH],
      },
    },
  )
  takeAnswer({ cards: [anna, bea], likes_left: 4, resets_at: Date.now() + 60_000 })
})
afterEach(() => {
  cleanup()
  putAnswer('user.get', {}, { user: null, counts: null })
  vi.unstubAllGlobals()
})

describe('[LIKE-5] the card on top', () => {
  test('says name, age, place, the bio and the interests of both', async () => {
    await show()
    expect(top().textContent).toContain('Anna, 38')
    expect(top().textContent).toContain('Bologna')
    expect(top().textContent).toContain('Cucino per tutti.')
    const shared = screen.getByRole('list', { name: t('swipe.shared') })
    expect(shared.textContent).toBe(t('interest.cooking'))
  })

  test('shows the next photo after a tap on its right half, and the one before after a tap on its left', async () => {
    await show()
    expect(source()).toContain('main')
    fireEvent.click(screen.getByRole('button', { name: t('swipe.photoNext', { name: 'Anna' }) }))
    expect(source()).toContain('beach')
    // The last photo stays.
    fireEvent.click(screen.getByRole('button', { name: t('swipe.photoNext', { name: 'Anna' }) }))
    expect(source()).toContain('beach')
    fireEvent.click(screen.getByRole('button', { name: t('swipe.photoBefore', { name: 'Anna' }) }))
    expect(source()).toContain('main')
    expect(game.value.cards).toHaveLength(2)
  })

  test('opens its details with the arrow up, gives them the focus, and closes them with Escape', async () => {
    await show()
    expect(details()).toBeNull()
    press('ArrowUp')
    const opened = details()
    expect(opened?.getAttribute('aria-label')).toBe(t('swipe.details', { name: 'Anna' }))
    expect(opened?.contains(document.activeElement)).toBe(true)
    expect(opened?.textContent).toContain(t('swipe.sameWish'))
    press('Escape')
    expect(details()).toBeNull()
    expect(document.activeElement?.hasAttribute('data-opens-details')).toBe(true)
  })

  test('closes its details with their own button', async () => {
    await show()
    press('ArrowUp')
    fireEvent.click(screen.getByRole('button', { name: t('swipe.detailsClose') }))
    expect(details()).toBeNull()
  })

  test('closes its details when their head is pulled down far enough', async () => {
    await show()
    press('ArrowUp')
    const head = details()?.querySelector('header')
    if (!head) throw new Error('The details have no head.')
    fireEvent.pointerDown(head, { clientY: 100 })
    fireEvent.pointerUp(head, { clientY: 120 })
    expect(details()).not.toBeNull()
    fireEvent.pointerDown(head, { clientY: 100 })
    fireEvent.pointerUp(head, { clientY: 180 })
    expect(details()).toBeNull()
  })

  test('hides the waiting card from a screen reader and from the tab key', async () => {
    await show()
    const next = document.querySelector('[data-role="next"]')
    expect(next?.getAttribute('aria-hidden')).toBe('true')
    expect(next?.hasAttribute('inert')).toBe(true)
  })

  test('comes back with U once the game has the focus, and the letter does nothing elsewhere', async () => {
    await show()
    press('ArrowLeft')
    expect(game.value.cards.map(({ id }) => id)).toEqual([12])
    press('u')
    expect(game.value.cards.map(({ id }) => id)).toEqual([12])
    press('u', document.activeElement ?? document.body)
    expect(game.value.cards.map(({ id }) => id)).toEqual([11, 12])
  })
})

test('[SHELL-20][SAFE-7] a card shows its mark at once, and its words with the bio or when the bio cannot load', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  takeAnswer({ cards: [anna, cleo, dora], likes_left: 4, resets_at: Date.now() + 60_000 })
  await show()
  expect(hiddenWords('Dora')).toContain('Dora, 42')
  expect(cardOf('Cleo')?.textContent).toContain('Fittizio')
  expect(cardOf('Cleo')?.textContent).not.toContain('Cleo, 41')
  expect(hiddenWords('Cleo')).toBeUndefined()
  answer.resolve(Response.json({ error: 'not_found' }, { status: 404 }))
  await vi.waitFor(() => expect(cardOf('Cleo')?.textContent).toContain('Cleo, 41'))
  expect(cardOf('Cleo')?.textContent).toContain('Fittizio')
  expect(cardOf('Dora')?.textContent).not.toContain('Fittizio')
  await vi.waitFor(() => expect(hiddenWords('Dora')).toBeUndefined())
})

test('a waiting card decodes its first photo, the top card the photos beside the one shown', () => {
  expect(photosToDecode([MAIN, BEACH], 0, false)).toEqual(['/photos/main/card'])
  expect(photosToDecode([MAIN, BEACH], 0, true)).toEqual(['/photos/beach/card'])
  expect(photosToDecode([MAIN, BEACH], 1, true)).toEqual(['/photos/main/card'])
  expect(photosToDecode([], 0, true)).toEqual([])
})

/** A finger taps a key at this time, in ms. */
const tap = (choice: 'like' | 'pass', at: number): void => {
  const key = document.querySelector<HTMLElement>(`[data-key="${choice}"]`) ?? document.body
  fireEvent.pointerDown(key, { pointerType: 'touch' })
  const click = createEvent.click(key)
  Object.defineProperty(click, 'timeStamp', { value: at })
  fireEvent(key, click)
}
const deckIds = () => game.value.cards.map(({ id }) => id)

test('[LIKE-5] a double tap decides about one person, and the next tap about the next one', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  takeAnswer({ cards: [anna, cleo, dora], likes_left: 4, resets_at: Date.now() + 60_000 })
  await show()
  const before = deckIds()
  tap('like', 1_000)
  tap('like', 1_200)
  expect(deckIds()).toEqual(before.slice(1))
  tap('pass', 1_700)
  expect(deckIds()).toEqual(before.slice(2))
})

const undo = () => screen.getByRole<HTMLButtonElement>('button', { name: t('swipe.undo') })

test('[LIKE-5] a button takes the last pass back, once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ queued: true }, { status: 202 }))
  const cards = [21, 22].map((id) => aCard({ id, name: `Nobody yet ${id}` }))
  takeAnswer({ cards, likes_left: 4, resets_at: Date.now() + 60_000 })
  await show()
  const before = deckIds()
  await act(async () => tap('pass', 10_000))
  expect(deckIds()).toEqual(before.slice(1))
  await act(async () => void fireEvent.click(undo()))
  expect(deckIds()).toEqual(before)
  expect(undo().disabled).toBe(true)
})
