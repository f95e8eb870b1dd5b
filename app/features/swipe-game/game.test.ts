import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { newMatch } from '../../state/likes.ts'
import { putAnswer } from '../../state/resource.ts'
import { startSession } from '../../state/session.ts'
import { toasts } from '../../state/toasts.ts'
import { aCard, aUser } from '../../testing/factories.ts'
import { choose, game, takeAnswer, undoPass } from './game.ts'

const LATER = Date.now() + 60 * 60_000
const cards = [aCard({ id: 11, name: 'Anna' }), aCard({ id: 12, name: 'Bea' }), aCard({ id: 13, name: 'Clara' })]
const deckOf = (likesLeft: number, from = 0) => ({ cards: cards.slice(from), likes_left: likesLeft, resets_at: LATER })
const like = { profile: 11, received: null, sent: { at: 1 } }

/** A server that records the requests; the test chooses its answers. */
const heard: string[] = []
let answer: (path: string, method: string) => Response | null
const serve = async (url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
  const path = url.replace('/api/', '')
  heard.push(`${method} ${path.replace(/\?.*/, '')}${typeof body === 'string' ? ` ${body}` : ''}`)
  return answer(path, method) ?? Response.json({ error: 'not_found' }, { status: 404 })
}
const writes = (): string[] => heard.filter((line) => !line.startsWith('GET'))
const settled = (): Promise<void> =>
  vi.waitFor(() => expect([...game.value.chosen.values()].every(({ sent }) => sent)).toBe(true))

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'it' } })
  await showLocale('it')
  await loadAllTexts()
})
beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'locale=it', activeElement: null })
  vi.stubGlobal('fetch', serve)
  answer = (path, method) => {
    if (path.startsWith('swipe') && method === 'PUT')
      return Response.json({ likes_left: 3, resets_at: LATER, match: false, like })
    if (path.startsWith('likes/') && method === 'DELETE')
      return Response.json({ like: { ...like, sent: null }, match: false })
    if (path.startsWith('swipe')) return Response.json(method === 'GET' ? deckOf(3, 1) : {})
    return null
  }
  takeAnswer(deckOf(4))
})
afterEach(() => {
  startSession()
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
  putAnswer('user.get', {}, { user: null, counts: null })
  heard.length = 0
  toasts.value = []
  newMatch.value = null
  vi.unstubAllGlobals()
})

describe('[LIKE-5] the game', () => {
  test('shows a choice before any answer, and sends the time zone', async () => {
    choose('like')
    expect(game.value.cards.map(({ id }) => id)).toEqual([12, 13])
    expect(game.value.left).toBe(3)
    await settled()
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(writes()).toEqual([`PUT swipe/11 {"choice":"like","time_zone":"${zone}"}`])
    expect(game.value.left).toBe(3)
  })

  test('likes nobody when no like is left', () => {
    takeAnswer(deckOf(0))
    choose('like')
    expect(game.value.cards).toHaveLength(3)
    expect(writes()).toEqual([])
  })

  test('undoes the last pass, never before the pass itself was sent', async () => {
    choose('pass')
    undoPass()
    expect(game.value.cards.map(({ id }) => id)).toEqual([11, 12, 13])
    await vi.waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes()[0]).toContain('PUT swipe/11 {"choice":"pass"')
    expect(writes()[1]).toBe('DELETE swipe/11')
  })

  test('brings the card back after a refused like, and shows the reason', async () => {
    answer = (_path, method) =>
      method === 'PUT' ? Response.json({ error: 'swipe_limit' }, { status: 429 }) : Response.json(deckOf(0))
    choose('like')
    await vi.waitFor(() => expect(game.value.cards).toHaveLength(3))
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1))
  })

  test('undoes a like from its toast, which says that the like still counts', async () => {
    choose('like')
    await settled()
    const { action } = toasts.value.at(-1) ?? {}
    action?.run()
    await vi.waitFor(() => expect(writes()).toContain('DELETE likes/11'))
    expect(game.value.left).toBe(3)
    expect(toasts.value.some(({ text }) => text.includes('conta lo stesso'))).toBe(true)
  })

  test('celebrates a match', async () => {
    const serving = answer
    answer = (path, method) =>
      method === 'PUT' ? Response.json({ likes_left: 3, resets_at: LATER, match: true, like }) : serving(path, method)
    choose('like')
    await vi.waitFor(() => expect(newMatch.value?.id).toBe(11))
  })

  test('[PWA-11] is cleared at logout', () => {
    startSession()
    putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
    takeAnswer(deckOf(4))
    putAnswer('user.get', {}, { user: null, counts: null })
    expect(game.value.cards).toEqual([])
  })
})
