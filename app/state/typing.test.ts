import { expect, test, vi } from 'vitest'
import { TYPING_MS } from '#contract/events.ts'
import { createTyping } from './typing.ts'

const stage = () => {
  const timers: { at: number; run: () => void }[] = []
  const at = { now: 1_000, online: true }
  const send = vi.fn<(profile: number, typing: boolean) => void>()
  const typing = createTyping({
    after: (ms, run) => {
      const timer = { at: at.now + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    now: () => at.now,
    isOnline: () => at.online,
    send,
  })
  const pass = (ms: number): void => {
    at.now += ms
    for (const timer of timers.filter((due) => due.at <= at.now)) timer.run()
  }
  return { ...typing, at, send, pass }
}

test('[CHAT-7] a partner shows as writing until their notice of the end, or until the last notice expires', () => {
  const { receive, typingIn, pass } = stage()
  const [here, there] = [typingIn('1-2'), typingIn('1-3')]
  receive({ conversation: '1-2', typing: true })
  expect([here.value, there.value]).toEqual([true, false])
  receive({ conversation: '1-2', typing: false })
  expect(here.value).toBe(false)

  receive({ conversation: '1-2', typing: true })
  pass(TYPING_MS - 1)
  receive({ conversation: '1-2', typing: true })
  pass(TYPING_MS - 1)
  expect(here.value).toBe(true)
  pass(1)
  expect(here.value).toBe(false)
})

test('[CHAT-7] a writer sends a notice at most every half of its lifetime, and one notice of the end', () => {
  const { sendTyping, send, pass } = stage()
  for (let key = 0; key < 10; key += 1) sendTyping(2, true)
  expect(send.mock.calls).toEqual([[2, true]])
  pass(TYPING_MS / 2)
  sendTyping(2, true)
  sendTyping(2, false)
  sendTyping(2, false)
  expect(send.mock.calls).toEqual([
    [2, true],
    [2, true],
    [2, false],
  ])
  // The notice has expired, so the end needs no notice of its own.
  sendTyping(2, true)
  pass(TYPING_MS)
  sendTyping(2, false)
  expect(send).toHaveBeenCalledTimes(4)
})

test('[CHAT-7] offline, a notice is neither sent nor queued', () => {
  const { sendTyping, send, at, pass } = stage()
  at.online = false
  sendTyping(2, true)
  at.online = true
  pass(10 * TYPING_MS)
  expect(send).not.toHaveBeenCalled()
})

test('[PWA-11] a change of member clears all typing notices', () => {
  const { receive, typingIn, forget } = stage()
  receive({ conversation: '1-2', typing: true })
  forget()
  expect(typingIn('1-2').value).toBe(false)
})
