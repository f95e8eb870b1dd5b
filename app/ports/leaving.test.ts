import { expect, test } from 'vitest'
import { watchLeaving } from './leaving.ts'

/** A page with this address, put out of sight and brought back. */
const visit = (search: string) => {
  const sent: string[] = []
  let hidden = false
  let changed: (() => void) | undefined
  watchLeaving({
    search,
    isHidden: () => hidden,
    onVisibility: (run) => {
      changed = run
    },
    send: (url) => sent.push(url),
  })
  const hide = (is: boolean): void => {
    hidden = is
    changed?.()
  }
  return { sent, hide }
}

test('[SHELL-18] a page that becomes hidden says so once each time, where `lb` was given', () => {
  const { sent, hide } = visit('?lb=1&t=5')
  expect(sent).toEqual([])
  hide(true)
  expect(sent).toEqual(['/api/page-hidden.php'])
  hide(false)
  expect(sent).toHaveLength(1)
  hide(true)
  expect(sent).toHaveLength(2)
})

test('[SHELL-18] no other page does', () => {
  const { sent, hide } = visit('?t=5')
  hide(true)
  expect(sent).toEqual([])
})
