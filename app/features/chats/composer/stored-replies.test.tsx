// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlled } from '../../../ports/service-worker.ts'
import { putAnswer } from '../../../state/resource.ts'
import { answerCalls, setUpScreens } from '../../../testing/screen-page.tsx'
import { drafts } from '../drafts.ts'
import { useStoredReplies } from './stored-replies.ts'

setUpScreens()

const reply = (id: string, place: string, text: string) => ({ id, place, text, name: '', bytes: 0 })

const show = () => renderHook(() => useStoredReplies(1, '1-2'))

test('[CHAT-2] replies that the device stores join the draft of their conversation once, and leave the device', async () => {
  controlled.value = true
  const asked = answerCalls({ 'device.drafts.drop': {} })
  drafts.write(1, '1-2', 'begun before')
  putAnswer('device.drafts', {}, { drafts: [reply('a', '1-2', 'too long'), reply('b', '1-3', 'elsewhere')] })
  const { unmount } = show()
  await act(async () => {})
  expect(drafts.read(1, '1-2')).toBe('too long\nbegun before')
  expect(drafts.read(1, '1-3')).toBe('')
  expect(asked.filter(({ name }) => name === 'device.drafts.drop')).toMatchObject([{ params: { key: 'a' } }])
  unmount()
  drafts.write(1, '1-2', '')
  show()
  await act(async () => {})
  expect(drafts.read(1, '1-2'), 'a list from before names it again').toBe('')
})

test('[CHAT-2] a reply joins a draft that contains its words elsewhere, and no second time after another tab', async () => {
  controlled.value = true
  answerCalls({ 'device.drafts.drop': {} })
  drafts.write(1, '1-2', 'Is it ok at eight?')
  putAnswer('device.drafts', {}, { drafts: [reply('c', '1-2', 'ok'), reply('d', '1-2', 'ok')] })
  show()
  await act(async () => {})
  expect(drafts.read(1, '1-2')).toBe('ok\nIs it ok at eight?')
})
