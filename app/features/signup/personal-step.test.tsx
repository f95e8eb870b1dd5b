// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { FACT_NAMES, OPEN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import { hasSensitive } from '#contract/rules/sensitive.ts'
import { t, tCode } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { PersonalStep, personalChange, withConsent, type Personal } from './personal-step.tsx'

setUpScreens()

const told: Personal = {
  ...noFacts(FACT_NAMES),
  hair_colour: 'brown',
  relationship_status: 'single',
  sexuality: 'bi',
  looking_for: 'both',
  interests: ['tea', 'bondage'],
}

test('[ACC-18] sensitive data leaves the form only with the consent', () => {
  expect(hasSensitive(withConsent(told, false))).toBe(false)
  expect(personalChange(told, false)).toEqual({
    ...noFacts(OPEN_FACTS),
    hair_colour: 'brown',
    relationship_status: 'single',
    interests: ['tea'],
  })
  expect(personalChange({ ...told, sexuality: null }, true)).toEqual({ ...told, sexuality: null })
})

test('[ACC-18] each sensitive field alone counts as sensitive', () => {
  const none = withConsent(told, false)
  expect(hasSensitive({ ...none, sexuality: 'gay' })).toBe(true)
  expect(hasSensitive({ ...none, looking_for: 'male' })).toBe(true)
  expect(hasSensitive({ ...none, interests: ['sex'] })).toBe(true)
})

const me = aUser()
const nothing = (): void => {}
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: t('consent.sensitive') })
const sensitive = () => [
  screen.queryByText(t('value.sexuality')) !== null,
  screen.queryByText(tCode('interest', 'bondage')) !== null,
]
const choose = (name: string, value: string) =>
  fireEvent.change(document.querySelector(`[name=${name}]`) ?? document.body, { target: { value } })
const submit = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: t('signup.continue') })))
const open = async () => {
  const asked = answerCalls({ 'consents.put': me, 'profile.put': me })
  enterAs(me)
  await showAt('/complete-signup', <PersonalStep me={me} onDone={nothing} />)
  return () => asked.filter(({ name }) => name.endsWith('.put')).map(({ name }) => name)
}

describe('[ACC-18] the consent in the step', () => {
  test('is not ticked beforehand, and without it nothing sensitive is asked for or sent', async () => {
    const sent = await open()
    expect(box().checked).toBe(false)
    expect(sensitive()).toEqual([false, false])
    await submit()
    expect(sent()).toEqual(['profile.put'])
  })

  test('opens the sensitive questions, and is stored before their answers', async () => {
    const sent = await open()
    fireEvent.click(box())
    expect(sensitive()).toEqual([true, true])
    await submit()
    await vi.waitFor(() => expect(sent()).toEqual(['consents.put', 'profile.put']))
  })

  test('[PROF-1] goes with the facts, the wishes and the interests that were chosen', async () => {
    const asked = answerCalls({ 'consents.put': me, 'profile.put': me })
    enterAs(me)
    await showAt('/complete-signup', <PersonalStep me={me} onDone={nothing} />)
    choose('hair_colour', 'brown')
    fireEvent.click(box())
    choose('sexuality', 'bi')
    for (const interest of ['tea', 'bondage'] as const)
      fireEvent.click(screen.getByRole('button', { name: tCode('interest', interest) }))
    await submit()
    await vi.waitFor(() =>
      expect(asked.find(({ name }) => name === 'profile.put')?.body).toMatchObject({
        hair_colour: 'brown',
        sexuality: 'bi',
        interests: ['tea', 'bondage'],
      }),
    )
  })
})
