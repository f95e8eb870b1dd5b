/** Drags a card: writes to the elements directly in every frame; React only gets the choice. */
import { useEffect, type RefObject } from 'react'
import type { SwipeChoice } from '#contract/entities/like.ts'
import { reducesMotion } from '../../ports/page.ts'
import { buttonScale, choiceOf, dragView, isDrag, speedOf, withSample, type Sample } from './gesture.ts'

/** The elements that a drag moves, looked up once at its start. */
type MovedElements = {
  card: HTMLElement
  next: HTMLElement | null
  shade: HTMLElement | null
  stamps: Record<SwipeChoice, HTMLElement | null>
  keys: Record<SwipeChoice, HTMLElement | null>
  width: number
  turns: boolean
}

type Drag = {
  pointer: number
  from: { x: number; y: number }
  samples: Sample[]
  /** The farthest point to the left and to the right. */
  reach: { left: number; right: number }
  moved: MovedElements | null
}

export const useDrag = (box: RefObject<HTMLElement | null>, choose: (choice: SwipeChoice) => void): void => {
  useEffect(() => {
    const game = box.current
    const deck = game?.querySelector<HTMLElement>('[data-deck]')
    return game && deck ? watchFinger(game, deck, choose) : undefined
  }, [box, choose])
}

const watchFinger = (game: HTMLElement, deck: HTMLElement, choose: (choice: SwipeChoice) => void): (() => void) => {
  let drag: Drag | null = null

  const down = (event: PointerEvent): void => {
    if (drag || !event.isPrimary || event.button !== 0) return
    drag = {
      pointer: event.pointerId,
      from: { x: event.clientX, y: event.clientY },
      samples: [],
      reach: { left: 0, right: 0 },
      moved: null,
    }
  }

  const move = (event: PointerEvent): void => {
    if (drag?.pointer !== event.pointerId) return
    const offset = { x: event.clientX - drag.from.x, y: event.clientY - drag.from.y }
    drag.samples = withSample(drag.samples, { ...offset, at: event.timeStamp })
    drag.reach = { left: Math.min(drag.reach.left, offset.x), right: Math.max(drag.reach.right, offset.x) }
    if (!drag.moved) {
      const card = isDrag(offset) ? deck.querySelector<HTMLElement>('[data-role="top"]') : null
      if (!card) return
      deck.setPointerCapture(event.pointerId)
      drag.moved = begin(game, deck, card)
    }
    show(drag.moved, offset)
  }

  const up = (event: PointerEvent): void => {
    if (drag?.pointer !== event.pointerId) return
    const { moved, samples, from, reach } = drag
    drag = null
    if (!moved) return
    const x = event.clientX - from.x
    const choice =
      event.type === 'pointerup'
        ? choiceOf(x, moved.width, speedOf(samples, event.timeStamp), x > 0 ? reach.right : reach.left)
        : null
    // In one step, so that the style sheet continues from the release to the card's new place.
    release(moved)
    if (choice) choose(choice)
  }

  const handlers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const
  const names = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const
  for (const name of names) deck.addEventListener(name, handlers[name])
  return () => {
    for (const name of names) deck.removeEventListener(name, handlers[name])
    if (drag?.moved) release(drag.moved)
  }
}

const begin = (game: HTMLElement, deck: HTMLElement, card: HTMLElement): MovedElements => {
  // The last waiting card is directly below the top one.
  const next = [...deck.querySelectorAll<HTMLElement>('[data-role="next"]')].at(-1) ?? null
  const moved: MovedElements = {
    card,
    next,
    shade: next?.querySelector<HTMLElement>('[data-shade]') ?? null,
    stamps: {
      like: card.querySelector('[data-stamp="like"]'),
      pass: card.querySelector('[data-stamp="pass"]'),
    },
    keys: { like: game.querySelector('[data-key="like"]'), pass: game.querySelector('[data-key="pass"]') },
    width: deck.clientWidth,
    turns: !reducesMotion(),
  }
  for (const element of elementsOf(moved)) element.style.transition = 'none'
  return moved
}

const show = (moved: MovedElements, offset: { x: number; y: number }): void => {
  const view = dragView(offset, moved.width, moved.turns)
  moved.card.style.transform = view.transform
  if (moved.next) moved.next.style.transform = view.next
  if (moved.shade) moved.shade.style.opacity = String(view.shade)
  for (const choice of ['like', 'pass'] as const) {
    const { [choice]: stamp } = moved.stamps
    const { [choice]: key } = moved.keys
    if (stamp) write(stamp, 'opacity', String(view[choice]))
    if (key) write(key, 'transform', buttonScale(view[choice]))
  }
}

/** Skips unchanged values, so that nothing is recalculated. */
const write = (element: HTMLElement, property: 'opacity' | 'transform', value: string): void => {
  if (element.style[property] !== value) element.style[property] = value
}

const release = (moved: MovedElements): void => {
  for (const element of elementsOf(moved)) {
    element.style.transition = ''
    element.style.transform = ''
    element.style.opacity = ''
  }
}

const elementsOf = ({ card, next, shade, stamps, keys }: MovedElements): HTMLElement[] =>
  [card, next, shade, stamps.like, stamps.pass, keys.like, keys.pass].filter((element) => element !== null)
