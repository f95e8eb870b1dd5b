// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TextAreaField, TextField } from './field.tsx'

afterEach(cleanup)

const show = () =>
  render(
    <form>
      <TextField label="mail" enterKeyHint="next" />
      <TextField label="link" enterKeyHint="next" defaultValue="filled in by the browser" />
      <TextField label="disabled" disabled />
      <input type="file" />
      <TextAreaField label="text" />
    </form>,
  )
/** @returns whether the form may be sent by it */
const enter = (label: string, init = {}): boolean =>
  fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter', ...init })

test('[SHELL-19] the key "next" goes to the next empty field, and sends the form if none is left', () => {
  show()
  const text = screen.getByLabelText('text')
  screen.getByLabelText('mail').focus()
  enter('mail', { key: 'a' })
  expect(document.activeElement, 'a letter stays in its field').toBe(screen.getByLabelText('mail'))
  expect([enter('mail'), document.activeElement]).toEqual([false, text])
  fireEvent.change(text, { target: { value: 'typed' } })
  expect(enter('mail')).toBe(true)
})

test('a line in Hebrew or Arabic is written from the right', () => {
  show()
  expect(screen.getByLabelText<HTMLInputElement>('mail').dir).toBe('auto')
})

test('a keyboard corrects no field whose words it does not check, such as a code', () => {
  render(<TextField label="code" spellCheck={false} />)
  render(<TextField label="name" />)
  expect(['code', 'name'].map((label) => screen.getByLabelText(label).getAttribute('autocorrect'))).toEqual([
    'off',
    null,
  ])
})

test('[SHELL-19] Enter that ends a composition stays in its field', () => {
  show()
  screen.getByLabelText('mail').focus()
  expect([enter('mail', { isComposing: true }), document.activeElement]).toEqual([true, screen.getByLabelText('mail')])
})
