// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { t } from '../../state/i18n.ts'
import { pushState } from '../../state/push.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { AboutStep } from './about-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { PushStep } from './push-step.tsx'

setUpScreens()

const onDone = vi.fn<() => void>()
beforeEach(() => onDone.mockClear())

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const me = aUser()
const NO_COUNTS = { unread_messages: 0, new_likes: 0 }

test('[ACC-1] the step of a few facts can be skipped, and stores nothing then', async () => {
  enterAs(me)
  const asked = answerCalls({})
  await showAt('/complete-signup', <PersonalStep me={me} onDone={onDone} />)
  await press(t('signup.skip'))
  expect(onDone).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

test('[PWA-5] the step of push messages can be skipped while they are off, and only continues once they are on', async () => {
  pushState.value = 'off'
  await showAt('/complete-signup', <PushStep onDone={onDone} />)
  await act(async () => {
    pushState.value = 'off'
  })
  await press(t('signup.skip'))
  expect(onDone).toHaveBeenCalledOnce()
  await act(async () => {
    pushState.value = 'on'
  })
  expect(screen.queryByRole('button', { name: t('signup.skip') })).toBeNull()
  await press(t('signup.continue'))
  expect(onDone).toHaveBeenCalledTimes(2)
})

test('[ACC-1] the step about oneself stores a text once, and none that is as it was', async () => {
  enterAs(me)
  const asked = answerCalls({ 'user.get': { user: me, counts: NO_COUNTS }, 'profile.put': 'queued' })
  await showAt('/complete-signup', <AboutStep profile={me.profile} onDone={onDone} />)
  await press(t('signup.continue'))
  expect([onDone.mock.calls.length, asked.length]).toEqual([1, 0])
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'I cook for everybody.' } })
  await press(t('signup.continue'))
  const written = asked.filter(({ name }) => name === 'profile.put')
  expect(written).toMatchObject([{ body: { about_me: 'I cook for everybody.' } }])
  expect(onDone).toHaveBeenCalledTimes(2)
})
