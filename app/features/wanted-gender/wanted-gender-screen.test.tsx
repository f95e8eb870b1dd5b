// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { t } from '../../state/i18n.ts'
import { wantedGenderOf, type WantedGender } from '../../state/wanted-gender.ts'
import { anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { WantedGenderScreen } from './wanted-gender-screen.tsx'

setUpScreens()

const onAnswer = vi.fn<(gender: WantedGender) => void>()
beforeEach(() => onAnswer.mockReset())

const profile = anOwnProfile({ looking_for: null })
const me = aUser({ profile })
const consented = aUser({
  profile,
  settings: { ...DEFAULT_MEMBER_SETTINGS, consents: { ...DEFAULT_MEMBER_SETTINGS.consents, sensitive: 1 } },
})
const open = async (member = me): Promise<void> => {
  enterAs(member)
  await showAt('/members', <WantedGenderScreen me={member} onAnswer={onAnswer} />)
}
const choose = (label: string): void => void fireEvent.click(screen.getByLabelText(label))
const submit = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('signup.continue') })))

describe('[ACC-19] the question whom to meet', () => {
  test('needs an answer', async () => {
    const asked = answerCalls({})
    await open()
    await submit()
    expect(screen.getByText(t('whom.missing'))).toBeDefined()
    expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
    choose(t('whom.both'))
    expect(screen.queryByText(t('whom.missing'))).toBeNull()
    expect([asked, onAnswer.mock.calls]).toEqual([[], []])
  })

  test('[ACC-18] without the consent stays on this device', async () => {
    const asked = answerCalls({})
    await open()
    choose(t('value.looking_for_female'))
    await submit()
    expect(asked).toEqual([])
    expect(wantedGenderOf(me)).toBe('female')
    expect(onAnswer.mock.calls).toEqual([['female']])
  })

  test('[ACC-18] with the consent is stored by the server, the consent first', async () => {
    const asked = answerCalls({
      'consents.put': { settings: consented.settings, profile },
      'profile.put': { profile: { ...profile, looking_for: 'both' } },
    })
    await open()
    choose(t('whom.both'))
    fireEvent.click(screen.getByRole('checkbox'))
    await submit()
    await waitFor(() => expect(onAnswer.mock.calls).toEqual([['both']]))
    expect(asked.map(({ name, body }) => [name, body])).toEqual([
      ['consents.put', { given: true }],
      ['profile.put', { looking_for: 'both' }],
    ])
  })

  test('[ACC-18] a member who gave the consent before is not asked for it', async () => {
    const asked = answerCalls({ 'profile.put': { profile } })
    await open(consented)
    expect(screen.queryByRole('checkbox')).toBeNull()
    choose(t('value.looking_for_male'))
    await submit()
    await waitFor(() => expect(onAnswer.mock.calls).toEqual([['male']]))
    expect(asked.map(({ name }) => name)).toEqual(['profile.put'])
  })

  test('[SHELL-20] a refused consent is an alert, and nothing is saved', async () => {
    const asked = answerCalls({ 'consents.put': 'network_unavailable' })
    await open()
    choose(t('whom.both'))
    fireEvent.click(screen.getByRole('checkbox'))
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(t('error.network_unavailable'))
    expect([asked.map(({ name }) => name), onAnswer.mock.calls]).toEqual([['consents.put'], []])
  })
})
