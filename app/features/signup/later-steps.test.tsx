// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ABOUT_ME_MAX } from '#contract/limits.ts'
import { askPosition, positionPermission } from '../../ports/position.ts'
import { t } from '../../state/i18n.ts'
import { pushState } from '../../state/push.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { AboutStep } from './about-step.tsx'
import { EMPTY_DRAFT } from './account-data.ts'
import { FaceStep } from './face-step.tsx'
import { LocationStep } from './location-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import type { SignupPhotoDraft } from './photo-draft.ts'
import { PhotoStep } from './photo-step.tsx'
import { PushStep } from './push-step.tsx'

const preparePhoto = vi.hoisted(() => vi.fn<() => Promise<unknown>>(() => new Promise(() => {})))
vi.mock('../../ports/photo-worker.ts', () => ({ preparePhoto }))
vi.mock('../../ports/position.ts', { spy: true })
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

test('[ACC-1] a text about oneself that is too long stays whole and is not sent', async () => {
  enterAs(me)
  const asked = answerCalls({})
  await showAt('/complete-signup', <AboutStep profile={me.profile} onDone={onDone} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(field, { target: { value: 'x'.repeat(ABOUT_ME_MAX + 1) } })
  await press(t('signup.continue'))
  expect([asked, onDone.mock.calls, document.activeElement]).toEqual([[], [], field])
})

const PLACES = {
  countries: [
    {
      country: 'DE',
      regions: [{ id: 'DE-BE', name: 'Berlin', cities: [{ id: 'DE-BE/berlin', name: 'Berlin' }] }],
    },
    {
      country: 'IT',
      regions: [{ id: 'IT-62', name: 'Lazio', cities: [{ id: 'IT-62/roma', name: 'Roma' }] }],
    },
  ],
}
const choose = (name: string, value: string) =>
  fireEvent.change(document.querySelector(`[name=${name}]`) ?? document.body, { target: { value } })
const chosenPlace = () => [...document.querySelectorAll('select')].map(({ name, value }) => [name, value])

test('[PROF-7] the step of the place stores the one that was chosen by hand, names a missing part, and can be skipped', async () => {
  enterAs(me)
  const asked = answerCalls({ 'regions.get': PLACES, 'profile.put': 'queued' })
  await showAt('/complete-signup', <LocationStep profile={me.profile} onDone={onDone} />)
  await press(t('signup.skip'))
  expect([onDone.mock.calls.length, asked.map(({ name }) => name)]).toEqual([1, ['regions.get']])
  choose('country', 'DE')
  await press(t('signup.continue'))
  expect(asked.map(({ name }) => name)).not.toContain('profile.put')
  expect(document.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0)
  choose('countryregion', 'DE-BE')
  choose('city', 'DE-BE/berlin')
  await press(t('signup.continue'))
  expect(asked.find(({ name }) => name === 'profile.put')?.body).toEqual({
    country: 'DE',
    countryregion: 'DE-BE',
    city: 'DE-BE/berlin',
  })
})

test('[PROF-7] the step of the place takes the position at a tap, rounded, and fills in its city', async () => {
  vi.mocked(positionPermission).mockResolvedValue('prompt')
  vi.mocked(askPosition).mockResolvedValue({ found: true, lat: 52.520_01, lon: 13.404_99 })
  const berlin = {
    country: 'DE',
    countryregion: 'DE-BE',
    city: 'DE-BE/berlin',
    city_name: 'Berlin',
    region_name: 'Berlin',
  }
  const asked = answerCalls({ 'regions.get': PLACES, 'geocode.get': { geocode: berlin } })
  await showAt('/complete-signup', <LocationStep profile={me.profile} onDone={onDone} />)
  await press(t('place.find'))
  expect(asked.find(({ name }) => name === 'geocode.get')?.query).toBe('lat=52.52&lon=13.40')
  expect(chosenPlace()).toEqual([
    ['country', 'DE'],
    ['countryregion', 'DE-BE'],
    ['city', 'DE-BE/berlin'],
  ])
})

test('[ACC-1] the step of the photo opens the library until a photo was chosen, and continues after that; it can be skipped', async () => {
  enterAs(me)
  answerCalls({})
  await showAt('/complete-signup', <PhotoStep me={me} onDone={onDone} />)
  const library = document.querySelector<HTMLInputElement>('[data-photos="library"]')
  const opened = vi.spyOn(library ?? new HTMLInputElement(), 'click')
  await press(t('signup.skip'))
  expect(onDone).toHaveBeenCalledOnce()
  const [face, action] = screen.getAllByRole('button', { name: t('signup.photoChoose') })
  for (const button of [face, action]) fireEvent.click(button ?? document.body)
  expect([opened.mock.calls.length, onDone.mock.calls.length]).toEqual([2, 1])
  await act(
    async () => void fireEvent.change(library ?? document.body, { target: { files: [new File(['x'], 'me.jpg')] } }),
  )
  expect(screen.queryByRole('button', { name: t('signup.skip') })).toBeNull()
  await press(t('signup.photoAnother'))
  await press(t('signup.continue'))
  expect([opened.mock.calls.length, onDone.mock.calls.length]).toEqual([3, 2])
})

const opened = (input: 'library' | 'camera') =>
  vi.spyOn(document.querySelector<HTMLInputElement>(`[data-photos="${input}"]`) ?? new HTMLInputElement(), 'click')

test('[ACC-1] the photo before the account is chosen, changed or taken with the camera of a phone, or skipped', async () => {
  const seen = { draft: EMPTY_DRAFT, town: null, photo: null }
  const show = (photo: SignupPhotoDraft | null) =>
    showAt('/signup', <FaceStep photo={photo} seen={seen} onChange={() => {}} onDone={onDone} />)
  vi.stubGlobal('innerWidth', 390)
  await show(null)
  const [library, camera] = [opened('library'), opened('camera')]
  await press(t('signup.photoChoose'))
  await press(t('signup.photoTake'))
  expect([library.mock.calls.length, camera.mock.calls.length]).toEqual([1, 1])
  await press(t('signup.skip'))
  expect(onDone).toHaveBeenCalledOnce()
  cleanup()
  await show({ source: 'data:image/webp;base64,eA==', file: null })
  const again = opened('library')
  await press(t('signup.photoChange'))
  expect([again.mock.calls.length, screen.queryByRole('button', { name: t('signup.skip') })]).toEqual([1, null])
  await press(t('signup.continue'))
  expect(onDone).toHaveBeenCalledTimes(2)
})

test('[ACC-1] [PROF-4] the later of two photos before the account stays, also if the first is prepared last', async () => {
  const prepared: ((photo: unknown) => void)[] = []
  preparePhoto.mockImplementation(
    () =>
      new Promise((resolve) => {
        prepared.push(resolve)
      }),
  )
  const onChange = vi.fn<(photo: SignupPhotoDraft) => void>()
  const seen = { draft: EMPTY_DRAFT, town: null, photo: null }
  await showAt('/signup', <FaceStep photo={null} seen={seen} onChange={onChange} onDone={onDone} />)
  const library = document.querySelector('[data-photos="library"]') ?? document.body
  const [first, second] = [new File(['x'], 'first.jpg'), new File(['x'], 'second.jpg')]
  for (const file of [first, second])
    await act(async () => void fireEvent.change(library, { target: { files: [file] } }))
  const answer = (at: number) =>
    act(async () =>
      prepared[at]?.({ photo: new Blob(['x'], { type: 'image/webp' }), width: 4, height: 3, colours: '' }),
    )
  await answer(1)
  await answer(0)
  await vi.waitFor(() => expect(onChange.mock.calls.map(([{ file }]) => file?.name)).toEqual(['second.jpg']))
})
