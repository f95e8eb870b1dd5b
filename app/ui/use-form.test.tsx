// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { CountedLine, CountedTextField } from './counted-text-field.tsx'
import { TextField } from './field.tsx'
import { textOf, useForm } from './use-form.ts'

const send = vi.fn<(data: FormData) => Promise<ErrorBody | null>>()

let focusedAs: string | null = null

const Form = () => {
  const { ref, busy, failure, submit } = useForm(send)
  return (
    <form ref={ref} onSubmit={submit}>
      <input name="name" defaultValue="Anna" aria-label="name" />
      <input
        name="email"
        defaultValue="anna@example.test"
        aria-label="email"
        aria-invalid={failure?.fields ? true : undefined}
        onFocus={({ currentTarget }) => {
          focusedAs = currentTarget.getAttribute('aria-invalid')
        }}
      />
      <button type="submit">{busy ? 'busy' : 'send'}</button>
      <output>{failure?.error ?? 'none'}</output>
    </form>
  )
}

beforeEach(() => {
  send.mockReset()
  render(<Form />)
})
afterEach(cleanup)

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('button')))

test('a form sends its fields once, however often it is submitted meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<ErrorBody | null>()
  send.mockReturnValue(promise)
  await submit()
  await submit()
  expect(send).toHaveBeenCalledOnce()
  const [data] = send.mock.calls[0] ?? []
  expect(data && textOf(data, 'email')).toBe('anna@example.test')
  expect(screen.getByRole('button').textContent).toBe('busy')
  await act(async () => resolve(null))
  expect(screen.getByRole('button').textContent).toBe('send')
})

test('[SHELL-19] a refused field that has the focus already says its error, and one that gets the focus says it by that', async () => {
  cleanup()
  const Fields = () => {
    const { ref, failure, submit } = useForm(send)
    return (
      <form ref={ref} onSubmit={submit}>
        <TextField label="mail" name="email" error={failure?.fields?.['email']} />
        <button type="submit">send</button>
      </form>
    )
  }
  render(<Fields />)
  send.mockResolvedValue({ error: 'invalid_input', fields: { email: 'email_invalid' } })
  screen.getByRole('button').focus()
  await submit()
  expect([document.activeElement, screen.queryByRole('alert')]).toEqual([screen.getByLabelText('mail'), null])
  await submit()
  expect(screen.getByRole('alert').textContent).toBe('email_invalid')
  send.mockResolvedValue(null)
  await submit()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[SHELL-19] a refused form moves the focus to its first refused field', async () => {
  send.mockResolvedValue({ error: 'invalid_input', fields: { email: 'email_invalid' } })
  await submit()
  expect(screen.getByRole('status').textContent).toBe('invalid_input')
  expect(document.activeElement).toBe(screen.getByLabelText('email'))
  // A screen reader reads the field as it is at that moment, so it needs its reason by then.
  expect(focusedAs).toBe('true')
})

test('the next submission clears the refusal at once', async () => {
  send.mockResolvedValueOnce({ error: 'server_error' }).mockReturnValueOnce(new Promise(() => {}))
  await submit()
  expect(screen.getByRole('status').textContent).toBe('server_error')
  await submit()
  expect(screen.getByRole('status').textContent).toBe('none')
})

const LongForm = ({ Part }: { Part: typeof CountedTextField | typeof CountedLine }) => {
  const { ref, submit } = useForm(send)
  return (
    <form ref={ref} onSubmit={submit}>
      <Part label="text" name="text" max={5} />
      <button type="submit">send</button>
    </form>
  )
}

test.each([
  ['of several lines', CountedTextField],
  ['of one line', CountedLine],
])(
  '[SHELL-19] a form with a text that is too long is not sent, and moves the focus to the text: %s',
  async (_lines, Part) => {
    send.mockResolvedValue(null)
    cleanup()
    render(<LongForm Part={Part} />)
    const field = screen.getByLabelText<HTMLTextAreaElement | HTMLInputElement>('text')
    fireEvent.change(field, { target: { value: 'x'.repeat(6) } })
    await submit()
    expect([send.mock.calls, document.activeElement, field.value.length]).toEqual([[], field, 6])
    expect(field.maxLength, 'the browser cuts a paste').toBe(-1)
    fireEvent.change(field, { target: { value: 'x'.repeat(5) } })
    await submit()
    expect(send).toHaveBeenCalledOnce()
  },
)

test('[CHAT-2] a blank at the end of a text is not counted, as the server cuts it off', async () => {
  send.mockReset().mockResolvedValue(null)
  cleanup()
  render(<LongForm Part={CountedTextField} />)
  fireEvent.change(screen.getByLabelText('text'), { target: { value: ` ${'x'.repeat(5)} \r\n` } })
  await submit()
  expect(send).toHaveBeenCalledOnce()
})
