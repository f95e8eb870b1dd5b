// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineOnElements } from '../../../testing/elements.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import type { ThreadMessage } from './thread-message.ts'
import { useThreadScroll, changeOf, newestOf, type LeftPlace } from './use-thread-scroll.ts'

/** A DOM without layout: every message is a line of this height, and the view shows five lines. */
const LINE_PX = 40
const VIEW_PX = 200
let lines = LINE_PX
const view = { width: 100, height: VIEW_PX }

const message = (id: number, mine = false): ThreadMessage => aThreadMessage({ key: `m${id}`, id, mine, at: id })
const upTo = (last: number, first = 1): ThreadMessage[] =>
  Array.from({ length: last - first + 1 }, (_, at) => message(first + at))

const CUTS = [1]
const reach = (): void => {}
const onLeave = vi.fn<(place: LeftPlace | null) => void>()
type Props = {
  returnTo?: LeftPlace
  messages: readonly ThreadMessage[]
  cuts?: readonly number[]
  unreadFrom?: number
  isMissed?: boolean
}

const Thread = ({ messages, cuts = CUTS, unreadFrom, isMissed = false, returnTo }: Props) => {
  const { box, content, list, divider, onScroll, isAway, news, toEnd } = useThreadScroll(messages, {
    cuts,
    isMissed,
    returnTo: returnTo ?? null,
    reach,
    onLeave,
  })
  return (
    <div ref={box} data-testid="box" data-lines={messages.length} onScroll={onScroll}>
      <div ref={content}>
        <div ref={list} data-lines={messages.length}>
          <div data-chunk={cuts[0]} data-lines={messages.length}>
            {messages.map(({ key, id }, at) => (
              <p key={key} data-key={key} data-line={at} {...(id === unreadFrom ? { ref: divider } : {})} />
            ))}
          </div>
        </div>
      </div>
      <button type="button" onClick={toEnd}>
        {isAway ? 'away' : 'here'} {news}
      </button>
    </div>
  )
}

const box = (): HTMLElement => screen.getByTestId('box')
const button = (): HTMLElement => screen.getByRole('button')
const END_OF = (count: number): number => count * lines

let top = 0
const resized: (() => void)[] = []

const linesOf = (element: Element): number => Number(element.closest('[data-testid="box"]')?.getAttribute('data-lines'))

const rectOf = (element: Element): DOMRect => {
  const line = element.getAttribute('data-line')
  if (line !== null) return new DOMRect(0, Number(line) * lines - top, 100, lines)
  return element === box() ? new DOMRect(0, 0, 100, view.height) : new DOMRect(0, -top, 100, END_OF(linesOf(element)))
}

defineOnElements({
  clientHeight: { get: () => view.height },
  clientWidth: { get: () => view.width },
  scrollHeight: {
    get(this: HTMLElement) {
      return END_OF(linesOf(this))
    },
  },
  scrollTop: {
    get: () => top,
    set(this: HTMLElement, wanted: number) {
      top = Math.max(0, Math.min(wanted, END_OF(linesOf(this)) - view.height))
    },
  },
  getBoundingClientRect: {
    value(this: HTMLElement) {
      return rectOf(this)
    },
  },
})

beforeEach(() => {
  top = 0
  lines = LINE_PX
  Object.assign(view, { width: 100, height: VIEW_PX })
  resized.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        resized.push(run)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const scrollTo = (place: number): void => {
  top = place
  fireEvent.scroll(box())
}

const resize = (size: Partial<typeof view>): void => {
  Object.assign(view, size)
  act(() => resized.forEach((run) => run()))
}

describe('[CHAT-1] the scroll position of a conversation', () => {
  test('opens at the newest message', () => {
    render(<Thread messages={upTo(20)} />)
    expect(top).toBe(END_OF(20) - VIEW_PX)
    expect(button().textContent).toBe('here 0')
  })

  test('[PWA-17] opens with one rendering', () => {
    const onRender = vi.fn()
    render(
      <Profiler id="thread" onRender={onRender}>
        <Thread messages={upTo(20)} />
      </Profiler>,
    )
    expect(onRender).toHaveBeenCalledTimes(1)
  })

  test('opens at the unread divider if there is one', () => {
    render(<Thread messages={upTo(20)} unreadFrom={9} />)
    expect(top).toBe(8 * LINE_PX - 8)
  })

  test('opens where it was left, but at the unread divider if there is one', () => {
    const { unmount } = render(<Thread messages={upTo(20)} />)
    scrollTo(100)
    unmount()
    const returnTo = { key: 'm3', offset: -20, id: 3 }
    expect(onLeave).toHaveBeenLastCalledWith(returnTo)
    const again = render(<Thread messages={upTo(20)} returnTo={returnTo} />)
    expect(top).toBe(100)
    again.unmount()
    render(<Thread messages={upTo(20)} returnTo={returnTo} unreadFrom={9} />)
    expect(top).toBe(8 * LINE_PX - 8)
  })

  test('has no place to return to if it was left at its end', () => {
    render(<Thread messages={upTo(20)} />).unmount()
    expect(onLeave).toHaveBeenLastCalledWith(null)
  })

  test('follows an arriving message at the end', () => {
    const { rerender } = render(<Thread messages={upTo(20)} />)
    rerender(<Thread messages={upTo(21)} />)
    expect(top).toBe(END_OF(21) - VIEW_PX)
    expect(button().textContent).toBe('here 0')
  })

  test('stays at the first message that came while the page was hidden, and goes to the end for an own one', () => {
    const { rerender } = render(<Thread messages={upTo(20)} />)
    rerender(<Thread messages={upTo(21)} unreadFrom={21} isMissed />)
    expect(top, 'all of them fit').toBe(END_OF(21) - VIEW_PX)
    rerender(<Thread messages={upTo(40)} unreadFrom={21} isMissed />)
    expect(top).toBe(20 * LINE_PX - 8)
    rerender(<Thread messages={[...upTo(40), message(41, true)]} unreadFrom={21} isMissed />)
    expect(top).toBe(END_OF(41) - VIEW_PX)
  })

  test('stays while older messages are read, and counts what arrives below', () => {
    const { rerender } = render(<Thread messages={upTo(20)} />)
    scrollTo(100)
    rerender(<Thread messages={upTo(22)} />)
    expect(top).toBe(100)
    expect(button().textContent).toBe('away 2')
  })

  test('goes to the end for a message that the member wrote', () => {
    const { rerender } = render(<Thread messages={upTo(20)} />)
    scrollTo(100)
    rerender(<Thread messages={[...upTo(20), message(21, true)]} />)
    expect(top).toBe(END_OF(21) - VIEW_PX)
  })

  test('the button leads to the end, and nothing is new any more', () => {
    const { rerender } = render(<Thread messages={upTo(20)} />)
    scrollTo(100)
    rerender(<Thread messages={upTo(22)} />)
    fireEvent.click(button())
    expect(top).toBe(END_OF(22) - VIEW_PX)
    expect(button().textContent).toBe('here 0')
  })

  test('the message in view does not move when an older page is added before it', () => {
    const { rerender } = render(<Thread messages={upTo(20, 11)} cuts={[11]} />)
    scrollTo(80)
    rerender(<Thread messages={upTo(20)} cuts={[1]} />)
    expect(top).toBe(80 + 10 * LINE_PX)
  })

  test('stays at the end when a keyboard makes the view smaller', () => {
    render(<Thread messages={upTo(20)} />)
    top -= 30
    resize({})
    expect(top).toBe(END_OF(20) - VIEW_PX)
  })

  test('the last line in view stays above a keyboard that opens, and its place is the same once it has closed', () => {
    render(<Thread messages={upTo(20)} />)
    scrollTo(100)
    resize({ height: 80 })
    expect(top).toBe(220)
    resize({ height: VIEW_PX })
    expect(top).toBe(100)
  })

  test('the first message in view stays when the phone is turned and all lines break anew', () => {
    render(<Thread messages={upTo(20)} />)
    scrollTo(5 * LINE_PX)
    lines = 20
    resize({ width: 200, height: 100 })
    expect(top).toBe(5 * 20)
  })
})

const theirs = (id: number) => aThreadMessage({ id, client_id: `f-${id}` })
const mine = (client_id: string, id: number | null = null) => aThreadMessage({ mine: true, client_id, id })
const change = (before: ThreadMessage[], now: ThreadMessage[]) => changeOf(newestOf(before), newestOf(now))

describe('new messages in a conversation [CHAT-14]', () => {
  test('a message arrived, also above a refused message of mine', () => {
    expect(change([theirs(1), mine('a')], [theirs(1), theirs(2), mine('a')])).toBe('arrived')
    expect(change([mine('a', 1)], [mine('a', 1), theirs(2)])).toBe('arrived')
  })

  test('I have written a message', () => {
    expect(change([theirs(1)], [theirs(1), mine('a')])).toBe('written')
    expect(change([theirs(1), mine('a', 2)], [theirs(1), mine('a', 2), mine('b')])).toBe('written')
  })

  test('an older page counts as nothing new', () => {
    expect(change([mine('c', 5)], [theirs(2), mine('b', 3), mine('c', 5)])).toBeNull()
  })

  test('my first message in the cache may be on an older page', () => {
    expect(change([theirs(4), theirs(5)], [theirs(2), mine('b', 3), theirs(4), theirs(5)])).toBeNull()
    expect(change([theirs(4)], [theirs(4), mine('b', 5)])).toBe('written')
  })

  test('a waiting message that was sent or discarded is nothing new', () => {
    expect(change([theirs(1), mine('a')], [theirs(1), mine('a', 2)])).toBeNull()
    expect(change([theirs(1), mine('a', 2), mine('b')], [theirs(1), mine('a', 2)])).toBeNull()
  })
})
