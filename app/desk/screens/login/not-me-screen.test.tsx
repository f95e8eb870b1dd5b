// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Desk } from '../../desk.tsx'
import { showLanguage } from '../../texts.ts'
import { NOT_ME_PATH } from './not-me-screen.tsx'

const fetched = vi.fn<(path: string, body: string | undefined) => Response>()
beforeEach(async () => {
  await showLanguage('en')
  history.replaceState(null, '', `/desk${NOT_ME_PATH}?token=1.2.mac`)
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => fetched(path, body))
})
afterEach(() => {
  cleanup()
  fetched.mockReset()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const press = (): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Lock my account' }))
  })

test('[DESK-1] the link of a mail locks only after a button was pressed, and says what follows', async () => {
  render(<Desk />)
  expect(screen.getByRole('heading', { name: 'Was that not you?' })).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockReturnValue(Response.json({ locked: true }))
  await press()
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/desk/lock', JSON.stringify({ token: '1.2.mac' }))
  expect(screen.getByRole('alert').textContent).toContain('Your account is locked.')
})

test('[DESK-1] a link that is no longer valid says so, and a server that fails can be asked again', async () => {
  render(<Desk />)
  fetched.mockReturnValueOnce(Response.json({ error: 'server_error' }, { status: 500 }))
  await press()
  expect(screen.getByRole('button', { name: 'Lock my account' })).toBeTruthy()
  fetched.mockReturnValueOnce(Response.json({ error: 'not_found' }, { status: 404 }))
  await press()
  expect(screen.getByRole('alert').textContent).toContain('no longer valid')
})
