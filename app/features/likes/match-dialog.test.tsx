import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { aCard, aPhoto } from '../../testing/factories.ts'
import { MatchDialog, type LikeKind, routeAfterMatch } from './match-dialog.tsx'
import { setUpTexts } from '../../testing/texts.ts'

setUpTexts()

const shown = (kind: LikeKind, change: Parameters<typeof aCard>[0] = {}) =>
  renderToStaticMarkup(<MatchDialog profile={aCard(change)} kind={kind} onClose={() => {}} onChoose={() => {}} />)

describe('[LIKE-3] the match modal', () => {
  test('is titled New like, exactly', () => {
    for (const kind of ['match', 'like'] as const) {
      const [, id] = /aria-labelledby="([^"]+)"/.exec(shown(kind)) ?? []
      expect(shown(kind)).toContain(`<p id="${id}" class="strong">New like</p>`)
    }
  })

  test('says in words what happened', () => {
    expect(shown('match')).toContain('You like Martina, and Martina likes you.')
    expect(shown('like')).toContain('Martina likes you.')
    expect(shown('like')).not.toContain('You like Martina')
  })

  test('closes on a click; the photo and the button pass the id', () => {
    const onClose = vi.fn<() => void>()
    const onChoose = vi.fn<(id: number, pressed: string) => void>()
    const clicks: (() => void)[] = []
    const Probe = () => {
      const dialog = MatchDialog({ profile: aCard({ id: 12 }), kind: 'match', onClose, onChoose })
      clicks.push(...clicksOf(dialog))
      return dialog
    }
    renderToStaticMarkup(<Probe />)
    for (const click of clicks) click()
    expect(onChoose.mock.calls).toEqual([
      [12, 'photo'],
      [12, 'button'],
    ])
    // The dialog itself, its close button and "Keep looking".
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  test('its photo leads to the profile, its button to the chat, or to the profile if the like is not mutual', () => {
    expect(routeAfterMatch('photo', 'match')).toBe('members-id')
    expect(routeAfterMatch('button', 'match')).toBe('members-id-chat')
    expect(routeAfterMatch('photo', 'like')).toBe('members-id')
    expect(routeAfterMatch('button', 'like')).toBe('members-id')
  })
})

test('[LIKE-3] the right seat mirrors a drawn portrait, and no photograph', () => {
  expect(shown('match', { main_image: aPhoto('7', { drawn: true }) })).toMatch(/class="[^"]*mirrored/)
  expect(shown('match', { main_image: aPhoto('7') })).not.toContain('mirrored')
})

test('[LIKE-7] a fictional profile is marked in every popup', () => {
  for (const kind of ['match', 'like'] as const) {
    expect(shown(kind, { fictional: true })).toContain('Fictional')
    expect(shown(kind, { fictional: true })).toContain('Chat only, no meeting')
    expect(shown(kind)).not.toContain('Fictional')
  }
})

type Props = { onClick?: () => void; children?: ReactNode }

/** The click handlers in a tree of elements, from the outside in. */
const clicksOf = (node: ReactNode): (() => void)[] => {
  if (Array.isArray(node)) return (node as ReactNode[]).flatMap(clicksOf)
  if (node === null || typeof node !== 'object' || !('props' in node)) return []
  const { onClick, children } = (node as ReactElement<Props>).props
  return [...(onClick ? [onClick] : []), ...clicksOf(children)]
}
