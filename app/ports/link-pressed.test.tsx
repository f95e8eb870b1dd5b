// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { onLinkPressed } from './page.ts'

afterEach(cleanup)

test('a press reports the path of a link of this site, also from inside the link', () => {
  const pressed: string[] = []
  onLinkPressed((path) => void pressed.push(path))
  render(
    <>
      <a href={`${location.origin}/chats/1-2?x=1`}>
        <b>Anna</b>
      </a>
      <a href="https://elsewhere.test/chats/1-3">Elsewhere</a>
      <p>Words</p>
    </>,
  )
  for (const words of ['Anna', 'Elsewhere', 'Words'])
    fireEvent.pointerDown(screen.getByText(words), { isPrimary: true })
  // A second finger.
  fireEvent.pointerDown(screen.getByText('Anna'), { isPrimary: false })
  expect(pressed).toEqual(['/chats/1-2'])
})
