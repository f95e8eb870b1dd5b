// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

/** Starts the app's side on a page with stored markup. */
const startOn = async (html: string) => {
  vi.resetModules()
  history.replaceState(null, '', '/chats/1-2')
  document.body.innerHTML = `<div id="root" data-snapshot>${html}</div>`
  const started = await import('./early-input.ts')
  started.holdEarlyField()
  return started
}
const FIELD = '<form><textarea data-snapshot-field></textarea></form>'
const field = (): HTMLTextAreaElement => {
  const found = document.querySelector('textarea')
  if (!found) throw new Error('There is a field')
  return found
}

beforeEach(() => {
  document.body.innerHTML = ''
})

test('[PWA-17] a tap is taken over once', async () => {
  const { takeTap } = await startOn('')
  expect(takeTap()).toBeNull()
  document.querySelector('#root')?.setAttribute('data-tapped', '/likes')
  expect(takeTap()).toBe('/likes')
  expect(takeTap()).toBeNull()
})

test('[PWA-17] a text is taken over once, on its own screen, also after the markup is gone', async () => {
  const { takeEarlyText, isWritingEarly } = await startOn(FIELD)
  field().focus()
  field().value = 'Ciao'
  expect([isWritingEarly('/chats/1-2'), isWritingEarly('/chats/1-3')]).toEqual([true, false])
  document.body.innerHTML = ''
  expect(isWritingEarly('/chats/1-2')).toBe(false)
  expect(takeEarlyText('/chats/1-3')).toBeNull()
  expect(takeEarlyText('/chats/1-2')).toBe('Ciao')
  expect(takeEarlyText('/chats/1-2')).toBeNull()
})

test('[PWA-17] a field that does nothing without a script is no field to write in', async () => {
  const { takeEarlyText } = await startOn('<textarea inert data-snapshot-field></textarea>')
  expect(takeEarlyText('/chats/1-2')).toBeNull()
})

test('[PWA-11] whoever logs in next on the device gets no text of the member before', async () => {
  const { forgetEarlyText, takeEarlyText } = await startOn(FIELD)
  field().value = 'Ciao'
  forgetEarlyText()
  expect(takeEarlyText('/chats/1-2')).toBeNull()
})
