// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { firstOfEach, useLaterPages } from './later-pages.ts'

afterEach(cleanup)

type Page = { name: string; next: string | null }

let lists = 0

/** A list of pages a, b, c; `asked` records the cursors, and `version` stands for what the server has now. */
const aList = (last = 'c') => {
  const asked: string[] = []
  const list = { asked, version: 1, isOffline: false }
  const page = (cursor: string): Page => ({
    name: `${cursor}${list.version}`,
    next: cursor === last ? null : String.fromCodePoint(cursor.charCodeAt(0) + 1),
  })
  const ask = async (cursor: string) => {
    asked.push(cursor)
    return list.isOffline
      ? { ok: false as const, error: { error: 'network_unavailable' as const } }
      : { ok: true as const, queued: false as const, data: page(cursor) }
  }
  const name = `list ${(lists += 1)}`
  const show = () =>
    renderHook(({ first }) => useLaterPages<Page>(name, first, ask), {
      initialProps: { first: page('a') },
    })
  const { result, rerender, unmount } = show()
  const names = () => result.current.pages.map(({ name }) => name)
  return {
    list,
    leave: unmount,
    comeBack: () => show().result.current.pages.map(({ name: shown }) => shown),
    names,
    state: () => result.current,
    more: () => act(async () => result.current.more()),
    refreshFirst: () => act(async () => rerender({ first: page('a') })),
  }
}

test('[CHAT-1] each call loads the page after the last one, until there is none', async () => {
  const { list, names, state, more } = aList()
  expect(state().hasMore).toBe(true)
  await more()
  expect(names()).toEqual(['b1'])
  expect(state().hasMore).toBe(true)
  await more()
  expect(names()).toEqual(['b1', 'c1'])
  expect(state().hasMore).toBe(false)
  expect(list.asked).toEqual(['b', 'c'])
})

test('a list of one page has no more', () => {
  const { state } = aList('a')
  expect(state().hasMore).toBe(false)
})

test('a newer first page loads as many pages again, and none if none was loaded', async () => {
  const { list, names, more, refreshFirst } = aList()
  await refreshFirst()
  expect(list.asked).toEqual([])
  await more()
  list.version = 2
  await refreshFirst()
  expect(names()).toEqual(['b2'])
})

test('a newer first page that comes while a page loads does not lose the tap', async () => {
  const { list, names, state, more, refreshFirst } = aList()
  await more()
  list.version = 2
  await act(async () => {
    state().more()
    await refreshFirst()
  })
  expect(names()).toEqual(['b2', 'c2'])
})

test('[SHELL-20] a failure keeps the loaded pages and says why; the next call loads the page', async () => {
  const { list, names, state, more, refreshFirst } = aList()
  await more()
  list.isOffline = true
  await more()
  expect(names()).toEqual(['b1'])
  expect(state().failed).toEqual({ error: 'network_unavailable' })
  await refreshFirst()
  expect(names()).toEqual(['b1'])
  list.isOffline = false
  await more()
  expect(names()).toEqual(['b1', 'c1'])
  expect(state().failed).toBe(null)
})

test('[SHELL-19] a return to a list shows the loaded pages at once', async () => {
  const { leave, comeBack, more } = aList()
  await more()
  leave()
  expect(comeBack()).toEqual(['b1'])
})

test('an entry that a later page repeats appears once, as the earlier page has it', () => {
  const entries = [
    { id: 1, text: 'new' },
    { id: 2, text: 'two' },
    { id: 1, text: 'old' },
  ]
  expect(firstOfEach(entries, ({ id }) => id)).toEqual(entries.slice(0, 2))
})
