// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchLostFocus } from './lost-focus.ts'

beforeAll(() => watchLostFocus('#main'))
afterEach(cleanup)

const Rows = ({ names }: { names: readonly string[] }) => (
  <>
    <main id="main" tabIndex={-1}>
      <h1>Devices</h1>
      {names.length === 0 ? null : (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      )}
    </main>
    <nav>
      <button type="button">Tab</button>
    </nav>
  </>
)

const Question = ({ names }: { names: readonly string[] }) => (
  <dialog open>
    <p>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </p>
  </dialog>
)

const button = (name: string): HTMLElement => screen.getByRole('button', { name })

/** A browser takes the focus from a control that is switched off. */
const switchOff = async (control: HTMLElement): Promise<void> => {
  control.blur()
  Object.assign(control, { disabled: true })
  await Promise.resolve()
}

describe('[SHELL-19] the focus of a control that leaves the page', () => {
  let show: (names: readonly string[]) => void
  beforeEach(() => {
    const { rerender } = render(<Rows names={['Phone', 'Tablet']} />)
    show = (names) => rerender(<Rows names={names} />)
  })
  test('goes to the list that a row was deleted from', async () => {
    button('Phone').focus()
    show(['Tablet'])
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  })

  test('goes to the screen when the whole list goes', async () => {
    button('Phone').focus()
    show([])
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('goes to the list also if the control was switched off before it left', async () => {
    const phone = button('Phone')
    phone.focus()
    await switchOff(phone)
    show(['Tablet'])
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  })

  test('comes back to a control that was switched off while its call ran', async () => {
    const phone = button('Phone')
    phone.focus()
    await switchOff(phone)
    expect(document.activeElement).toBe(document.body)
    Object.assign(phone, { disabled: false })
    await vi.waitFor(() => expect(document.activeElement).toBe(phone))
  })

  test('stays in a dialog over the screen whose button goes', async () => {
    const { rerender } = render(<Question names={['Later']} />)
    button('Later').focus()
    rerender(<Question names={[]} />)
    await vi.waitFor(() => expect(document.activeElement?.closest('dialog')).not.toBeNull())
  })

  test('stays where the member or the app moved it', async () => {
    button('Phone').focus()
    show(['Tablet'])
    button('Tablet').focus()
    await Promise.resolve()
    expect(document.activeElement).toBe(button('Tablet'))
  })

  test('is not taken back after the member left the control', async () => {
    button('Phone').focus()
    button('Phone').blur()
    await Promise.resolve()
    show(['Tablet'])
    await new Promise((resolve) => setTimeout(resolve)) // a turn, in which the observer could move the focus
    expect(document.activeElement).toBe(document.body)
  })
})

/** A browser takes the focus from an element that leaves the page for a moment. The DOM of the tests keeps it. */
const putIn = (list: Element | null, row: Element, before: Element | null): void => {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && row.contains(activeElement)) activeElement.blur()
  row.remove()
  list?.insertBefore(row, before)
}

const move = (name: string): void => {
  const row = button(name).closest('li')
  if (row) putIn(row.parentElement, row, null)
}

describe('[SHELL-19] the focus of a row that moves in its list', () => {
  beforeEach(() => void render(<Rows names={['Anna', 'Carlo', 'Eva']} />))

  test('stays on the control, as often as the list changes its order', async () => {
    const anna = button('Anna')
    anna.focus()
    for (const name of ['Anna', 'Carlo', 'Anna']) {
      move(name)
      await vi.waitFor(() => expect(document.activeElement).toBe(anna))
    }
  })

  test('is not brought back to a control that the member left before', async () => {
    button('Anna').focus()
    button('Anna').blur()
    await Promise.resolve()
    move('Anna')
    await new Promise((resolve) => setTimeout(resolve)) // a turn, in which the observer could move the focus
    expect(document.activeElement).toBe(document.body)
  })
})
