import { expect, test } from 'vitest'
import { uploadParts } from './photo-parts.ts'

const KB = 1_024

const nothingNew = () => Promise.resolve({ received: 0, is_known: false })

/** Uploads a photo over a network of this speed. `cutAfter`: the network breaks after so many bytes. */
const transfer = async (
  size: number,
  { bytesPerSecond = Infinity, received = 0, isRepeat = false, cutAfter = Infinity, isKnown = false } = {},
) => {
  let clock = 0
  let sent = 0
  const parts: [from: number, until: number][] = []
  const put = (from: number, until: number) => {
    parts.push([from, until])
    clock += ((until - from) / bytesPerSecond) * 1_000
    sent += until - from
    if (sent > cutAfter) return Promise.resolve({ failure: 'cut' })
    if (from === received) received = until
    return Promise.resolve({ received, is_known: isKnown })
  }
  const result = await uploadParts({ size, isRepeat, put, now: () => clock })
  return { result, parts, received, seconds: clock / 1_000 }
}

test('[PROF-4] a small photo goes whole, and a large one over a good network in few requests', async () => {
  expect(await transfer(200 * KB)).toMatchObject({ result: { from: 0 }, parts: [] })
  expect(await transfer(600 * KB)).toMatchObject({ result: { from: 256 * KB }, parts: [[0, 256 * KB]] })
})

test('[PWA-2] parts over a slow network shrink until each takes a few seconds', async () => {
  const { parts, result } = await transfer(3_000 * KB, { bytesPerSecond: 10 * KB })
  expect(parts.slice(0, 3).map(([from, until]) => (until - from) / KB)).toEqual([256, 128, 64])
  expect(new Set(parts.slice(2).map(([from, until]) => until - from))).toEqual(new Set([64 * KB]))
  expect(result).toEqual({ from: 2_944 * KB })
})

test('[PWA-2] an upload that was cut off asks first, and continues where it was', async () => {
  const first = await transfer(3_000 * KB, { bytesPerSecond: 10 * KB, cutAfter: 1_000 * KB })
  expect(first.result).toEqual({ failure: 'cut' })
  const again = await transfer(3_000 * KB, { received: first.received, isRepeat: true })
  expect(again.parts.slice(0, 2)).toEqual([
    [0, 0],
    [first.received, first.received + 32 * KB],
  ])
  expect(first.received).toBeGreaterThan(900 * KB)
})

test('[CHAT-5] a photo whose answer was lost is not sent again', async () => {
  expect(await transfer(600 * KB, { isRepeat: true, isKnown: true })).toMatchObject({
    result: { from: 600 * KB },
    parts: [[0, 0]],
  })
})

test('[PWA-2] a server that never has more received does not make the device send for ever', async () => {
  expect(await uploadParts({ size: 900 * KB, isRepeat: false, put: nothingNew, now: () => 0 })).toEqual({
    failure: null,
  })
})
