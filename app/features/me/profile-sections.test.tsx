// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PROMPT_ANSWER_MAX } from '#contract/entities/prompts.ts'
import { ABOUT_ME_MAX } from '#contract/limits.ts'
import { t, type TextKey } from '../../state/i18n.ts'
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

const openPart = (name: TextKey) =>
  act(async () => screen.getByRole('button', { name: t('me.editPart', { part: t(name) }) }).click())
const openAbout = () => openPart('me.about')
const aboutField = () => document.querySelector<HTMLTextAreaElement>('#about textarea')
const pressEscape = () => act(async () => void fireEvent.keyDown(aboutField() ?? document.body, { key: 'Escape' }))

test.each([
  ['me.about', ABOUT_ME_MAX],
  ['me.prompts', PROMPT_ANSWER_MAX],
] as const)('[PROF-9] a pasted text of %s that is too long stays whole and is not saved', async (part, max) => {
  enterAs(aUser())
  const asked = answerCalls({ 'profile.put': 'queued' })
  await showAt('/profile', <ProfileSections me={aUser()} />)
  await openPart(part)
  const form = within(screen.getByRole('region', { name: t(part) }))
  if (part === 'me.prompts') await act(async () => form.getByRole('button', { name: t('me.promptAdd') }).click())
  const field = form.getByRole<HTMLTextAreaElement>('textbox')
  await act(async () => void fireEvent.change(field, { target: { value: 'x'.repeat(max + 3) } }))
  expect(field.hasAttribute('maxlength'), 'a browser would cut the text').toBe(false)
  await act(async () => form.getByRole('button', { name: t('me.save') }).click())
  expect(form.getAllByText(t('ui.tooLong', { count: 3 })).length).toBeGreaterThan(0)
  expect([document.activeElement, field.value.length]).toEqual([field, max + 3])
  expect(asked.filter(({ name }) => name === 'profile.put')).toEqual([])
  await act(async () => form.getByRole('button', { name: t('ui.cancel') }).click())
})

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

test('[PROF-9] a save that is under way cannot be cancelled, since nobody would see its refusal', async () => {
  enterAs(aUser())
  answerCalls({})
  await showAt('/profile', <ProfileSections me={aUser()} />)
  await openPart('me.name')
  const part = within(screen.getByRole('region', { name: t('me.name') }))
  const cancel = part.getByRole<HTMLButtonElement>('button', { name: t('ui.cancel') })
  await act(async () => part.getByRole('button', { name: t('me.save') }).click())
  expect(cancel.disabled).toBe(true)
})

test('[ACC-18] the consent beside the sensitive facts is not ticked beforehand; it opens them, and goes to the server first', async () => {
  const me = aUser()
  enterAs(me)
  const asked = answerCalls({ 'consents.put': me, 'profile.put': me })
  await showAt('/profile', <ProfileSections me={me} />)
  await act(async () => screen.getByRole('button', { name: t('me.editPart', { part: t('me.desire') }) }).click())
  const part = within(screen.getByRole('region', { name: t('me.desire') }))
  const box = part.getByRole<HTMLInputElement>('checkbox', { name: t('consent.sensitive') })
  const field = part.getByLabelText<HTMLSelectElement>(t('value.sexuality'))
  expect([box.checked, field.matches(':disabled')]).toEqual([false, true])
  await act(async () => void fireEvent.click(box))
  expect(field.matches(':disabled')).toBe(false)
  await act(async () => void fireEvent.change(field, { target: { value: 'bi' } }))
  await act(async () => part.getByRole('button', { name: t('me.save') }).click())
  await vi.waitFor(() =>
    expect(asked.filter(({ name }) => name.endsWith('.put')).map(({ name }) => name)).toEqual([
      'consents.put',
      'profile.put',
    ]),
  )
  expect(asked.find(({ name }) => name === 'profile.put')?.body).toEqual({ sexuality: 'bi' })
})

type Part = ReturnType<typeof within>
const press = (name: TextKey) => (part: Part) => part.getByRole('button', { name: t(name) }).click()
const type = (label: TextKey, value: string) => (part: Part) =>
  void fireEvent.change(part.getByLabelText(t(label)), { target: { value } })

test('[PROF-9] the name, the place, the interests and the prompts are saved as they were changed', async () => {
  const me = aUser()
  enterAs(me)
  const places = {
    countries: [
      { country: 'DE', regions: [{ id: 'DE-BE', name: 'Berlin', cities: [{ id: 'DE-BE/berlin', name: 'Berlin' }] }] },
    ],
  }
  const counts = { unread_messages: 0, new_likes: 0 }
  const asked = answerCalls({ 'regions.get': places, 'profile.put': 'queued', 'user.get': { user: me, counts } })
  await showAt('/profile', <ProfileSections me={me} />)
  /** Each step may need what the step before has rendered. */
  const edit = async (name: TextKey, ...steps: ((part: Part) => void)[]) => {
    await openPart(name)
    const part = within(screen.getByRole('region', { name: t(name) }))
    for (const step of [...steps, press('me.save')]) await act(async () => step(part))
    await vi.waitFor(() => expect(part.queryByRole('button', { name: t('me.save') })).toBeNull())
    return asked.findLast(({ name: call }) => call === 'profile.put')?.body
  }
  expect(await edit('me.name', type('signup.name', 'Daniele'))).toEqual({ name: 'Daniele' })
  expect(await edit('profile.interests', press('interest.tea'))).toEqual({ interests: ['tea'] })
  const place = [type('members.country', 'DE'), type('members.region', 'DE-BE'), type('signup.city', 'DE-BE/berlin')]
  expect(await edit('me.place', ...place)).toEqual({ country: 'DE', countryregion: 'DE-BE', city: 'DE-BE/berlin' })
  expect(await edit('me.prompts', press('me.promptAdd'), type('me.promptAnswer', 'Tea in bed'))).toMatchObject({
    prompts: [{ answer: 'Tea in bed' }],
  })
})
