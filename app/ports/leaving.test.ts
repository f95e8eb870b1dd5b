import { expect, test } from 'vitest'
import { reportHidden } from './leaving.ts'

/** A page with this query, which the test hides and shows. */
const visit = (search: string) => {
  const sent: string[] = []
  let hidden = false
  let changed: (() => void) | undefined
  reportHidden({
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

test('[SHELL-18] with `lb` in the address, the page reports each time that it is hidden', () => {
  const { sent, hide } = visit('?lb=1&t=5')
  expect(sent).toEqual([])
  hide(true)
  expect(sent).toEqual(['/api/page-hidden.php'])
  hide(false)
  expect(sent).toHaveLength(1)
  hide(true)
  expect(sent).toHaveLength(2)
})

test('[SHELL-18] without `lb`, the page reports nothing', () => {
  const { sent, hide } = visit('?t=5')
  hide(true)
  expect(sent).toEqual([])
})
