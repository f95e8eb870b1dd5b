// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fullTitle, usePageTitle } from './page-title.ts'

afterEach(cleanup)

const NotFound = () => {
  usePageTitle('Not found')
  return null
}

const Profile = ({ name }: { name: string | null }) => {
  usePageTitle(name)
  return name === null ? <NotFound /> : null
}

test('[SHELL-1] a screen without a title leaves it to its part, also if both appear at once', () => {
  const { rerender } = render(<Profile name={null} />)
  expect(fullTitle.value).toMatch(/^Not found/)
  rerender(<Profile name="Anna" />)
  expect(fullTitle.value).toMatch(/^Anna/)
  rerender(<Profile name={null} />)
  expect(fullTitle.value).toMatch(/^Not found/)
})
