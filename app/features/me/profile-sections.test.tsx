// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { t } from '../../state/i18n.ts'
import { anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { ProfileSections } from './profile-sections.tsx'

setUpScreens()

const withEyes = (eye_colour: 'green' | 'brown') => aUser({ profile: anOwnProfile({ hair_colour: 'red', eye_colour }) })

test('[PROF-9] [PWA-2] an edit of the facts sends only what the member changed, so that it undoes none of another device', async () => {
  const me = withEyes('green')
  enterAs(me)
  const asked = answerCalls({ 'profile.put': 'queued' })
  await showAt('/profile', <ProfileSections me={me} />)
  await act(async () => screen.getByRole('button', { name: t('me.editPart', { part: t('me.facts') }) }).click())
  const field = document.querySelector<HTMLSelectElement>('#facts select[name="hair_colour"]')
  if (!field) throw new Error('There is a field')
  await act(async () => void fireEvent.change(field, { target: { value: 'black' } }))
  // Another device changes the eyes while this member looks at another screen.
  cleanup()
  await showAt('/profile', <ProfileSections me={withEyes('brown')} />)
  await act(async () => screen.getByRole('button', { name: t('me.save') }).click())
  expect(asked.filter(({ name }) => name === 'profile.put').map(({ body }) => body)).toEqual([{ hair_colour: 'black' }])
})

const openAbout = () =>
  act(async () => screen.getByRole('button', { name: t('me.editPart', { part: t('me.about') }) }).click())
const aboutField = () => document.querySelector<HTMLTextAreaElement>('#about textarea')
const pressEscape = () => act(async () => void fireEvent.keyDown(aboutField() ?? document.body, { key: 'Escape' }))

test('[PROF-9] Escape closes a part of the profile, and never with words that are not saved', async () => {
  await showAt('/profile', <ProfileSections me={aUser()} />)
  await openAbout()
  await pressEscape()
  expect(aboutField()).toBeNull()
  await openAbout()
  await act(async () => void fireEvent.change(aboutField() ?? document.body, { target: { value: 'I sing' } }))
  await pressEscape()
  expect(aboutField()?.value).toBe('I sing')
})
