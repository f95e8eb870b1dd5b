// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FoundMember } from '#contract/desk/members.ts'
import { Head } from '../../frame/head.tsx'
import { answerCalls, atDesk, enterAs, press, showAt } from '../../testing/desk-page.tsx'
import { helen } from '../../testing/samples.ts'
import { MembersScreen } from './members-screen.tsx'

const found = (id: number, own: Partial<FoundMember> = {}): FoundMember => ({ ...helen({ id }), by: 'name', ...own })

atDesk('support')

const open = (path: string, part = <MembersScreen />) => {
  const location = showAt(path, part)
  return location
}

test('[DESK-11] a search lists members with their state and the value that matched, and says if there are more', async () => {
  const requests = answerCalls({
    'GET members': () => ({ json: { members: [found(48_816), found(7, { sanction: 'muted' })], more: true } }),
  })
  open('/members?q=Hel')
  const links = await screen.findAllByRole('link')
  expect(requests.at(-1)?.path).toBe('members?q=Hel')
  expect(links[0]?.textContent).toContain('Helen, 61No. 48,816 · Bray, Ireland')
  expect(links[0]?.textContent).toContain('by name')
  expect(links[1]?.textContent).toContain('Muted')
  expect(screen.getByText('The newest 2 members')).toBeTruthy()
  expect(screen.getByText('There are more. Write more of the name, or add the age, as in “Anna, 39”.')).toBeTruthy()
  await press('j')
  await press('j')
  expect(document.activeElement).toBe(links[1])
})

test('[DESK-11] older members of the same name come by a button, each once', async () => {
  const requests = answerCalls({
    'GET members': ({ path }) => ({
      json: path.includes('before=7')
        ? { members: [found(48_816), found(3)], more: false }
        : { members: [found(48_816, { by: 'number' }), found(7)], more: true },
    }),
  })
  open('/members?q=48816')
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('3 members')).toBeTruthy()
  expect(requests.at(-1)?.path).toBe('members?q=48816&before=7')
  expect(screen.getAllByRole('link')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('[DESK-11] the form searches for what was typed, with the marks of an address', async () => {
  answerCalls({ 'GET members': () => ({ json: { members: [], more: false } }) })
  const location = open('/members')
  fireEvent.change(screen.getByLabelText('Find a member'), { target: { value: ' a+b@people.test ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  expect(location.history.at(-1)).toBe('/members?q=a%2Bb%40people.test')
})

test('[DESK-11] a search without a result says what a search needs', async () => {
  answerCalls({ 'GET members': () => ({ json: { members: [], more: false } }) })
  open('/members?q=helen@exam')
  expect(await screen.findByRole('heading', { name: 'Nobody found' })).toBeTruthy()
  expect(screen.getByText(/A mail address has to be complete/)).toBeTruthy()
})

test('[DESK-11] a failed search says why, and can be repeated', async () => {
  let isBroken = true
  answerCalls({
    'GET members': () =>
      isBroken ? { status: 500, json: { error: 'server_error' } } : { json: { members: [found(1)], more: false } },
  })
  open('/members?q=1')
  await screen.findByRole('heading', { name: 'This could not be loaded' })
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 member')).toBeTruthy()
})

test('[DESK-11] / reaches the search in the head of each screen, and its text leads to the results', async () => {
  const location = open('/queue', <Head title="Queue" />)
  await press('/')
  const field = screen.getByRole('searchbox', { name: 'Find a member' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'V-2026-004512 ' } })
  const form = field.closest('form')
  expect(form).not.toBeNull()
  if (form) fireEvent.submit(form)
  expect(location.history.at(-1)).toBe('/members?q=V-2026-004512')
})

test('[DESK-2] a role that may not find members has no search in the head', async () => {
  await enterAs('marketing')
  open('/more', <Head title="More" />)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
