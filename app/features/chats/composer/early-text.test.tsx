// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdEarlyField } from '../../../ports/early-input.ts'
import { aCard } from '../../../testing/factories.ts'
import { drafts } from '../../../state/drafts.ts'
import { Composer } from './composer.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()
beforeEach(() => {
  // A phone: only a device with a keyboard focuses the field of itself.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  drafts.forget(1)
})
afterEach(cleanup)

const nothing = (): void => {}

/** The app takes over stored markup in which this text was written. */
const takeOver = (typed: string, isWriting: boolean): HTMLElement => {
  history.replaceState(null, '', '/chats/1-2')
  document.body.innerHTML = '<div id="root" data-snapshot><textarea data-snapshot-field></textarea></div>'
  const stored = document.querySelector('textarea')
  if (!stored) throw new Error('There is a field')
  stored.value = typed
  if (isWriting) stored.focus()
  holdEarlyField()
  render(
    <Composer
      me={1}
      credits={5}
      conversation="1-2"
      partner={aCard({ id: 2 })}
      field={createRef<HTMLTextAreaElement>()}
      onText={nothing}
      onPhoto={nothing}
      onGift={nothing}
    />,
  )
  stored.remove()
  return screen.getByRole('textbox')
}

test('[PWA-17] the composer adds a text from before the start below the draft, and the phone’s keyboard stays open', () => {
  drafts.write(1, '1-2', 'Ciao')
  const field = takeOver('come va?', true)
  expect(field).toHaveProperty('value', 'Ciao\ncome va?')
  expect(document.activeElement).toBe(field)
})

test('[PWA-17] a member who was not writing gets no keyboard, and keeps the draft', () => {
  drafts.write(1, '1-2', 'Ciao')
  const field = takeOver('', false)
  expect(field).toHaveProperty('value', 'Ciao')
  expect(document.activeElement).not.toBe(field)
})
