import { expect, test, vi } from 'vitest'
import { PHOTO_PART_BYTES_MAX } from '../limits.ts'
import { partTimeout, uploadInParts } from './photo-parts.ts'

const KB = 1_024

const NOTHING_NEW = {
  isRepeat: false,
  put: () => Promise.resolve({ received: 0, is_known: false }),
  send: () => Promise.resolve('done'),
  arrived: () => {},
  refusalIn: (answer: string) => (answer === 'photo_type' ? answer : null),
  standstill: 'standstill',
  now: () => 0,
}

/** Uploads a photo over a network of this speed. `cutAfter`: the network breaks after so many bytes. */
const transfer = async (
  size: number,
  {
    bytesPerSecond = Infinity,
    received = 0,
    isRepeat = false,
    cutAfter = Infinity,
    isKnown = false,
    isOlder = false,
    isEndOlder = false,
  } = {},
) => {
  let clock = 0
  let sent = 0
  const parts: [from: number, until: number][] = []
  const put = (from: number, until: number) => {
    parts.push([from, until])
    clock += ((until - from) / bytesPerSecond) * 1_000
    sent += until - from
    if (sent > cutAfter) return Promise.resolve({ failure: 'cut', isOlder: false })
    if (isOlder) return Promise.resolve({ failure: 'no such call', isOlder })
    if (from === received) received = until
    return Promise.resolve({ received, is_known: isKnown })
  }
  const ends: number[] = []
  const send = (from: number) => {
    ends.push(from / KB)
    return Promise.resolve(isEndOlder && from > 0 ? 'photo_type' : 'done')
  }
  const result = await uploadInParts<string>({ ...NOTHING_NEW, size, isRepeat, put, send, now: () => clock })
  return { result, parts, ends, received }
}

test('[PROF-4] a small photo goes whole, and a large one over a good network in few requests', async () => {
  expect(await transfer(32 * KB)).toMatchObject({ ends: [0], parts: [] })
  expect(await transfer(500 * KB)).toMatchObject({ ends: [32], parts: [[0, 32 * KB]] })
  const { parts, ends } = await transfer(1_500 * KB, { bytesPerSecond: 120 * KB })
  expect([parts.map(([from]) => from / KB), ends]).toEqual([[0, 32, 256, 704], [1_152]])
})

test('[PWA-2] each part takes a few seconds, also over a slow network, and the first one no longer than the others', async () => {
  for (const [speed, size] of [
    [1, 16],
    [10, 32],
    [20, 64],
  ] as const) {
    const { parts } = await transfer(3_000 * KB, { bytesPerSecond: speed * KB })
    expect(parts[0]).toEqual([0, 32 * KB])
    expect(new Set(parts.slice(1).map(([from, until]) => (until - from) / KB))).toEqual(new Set([size]))
  }
})

test('[PWA-2] a network that stalls delays no part for longer than a minute', () => {
  expect([0, 32 * KB, PHOTO_PART_BYTES_MAX].map(partTimeout)).toEqual([20_000, 52_768, 60_000])
})

test('[PWA-10] a server of before gets the photo whole, also where only the end of the photo reaches one', async () => {
  expect(await transfer(900 * KB, { isOlder: true })).toMatchObject({ result: 'done', ends: [0] })
  expect(await transfer(900 * KB, { isEndOlder: true })).toMatchObject({ result: 'done', ends: [544, 0] })
})

test('[PROF-3] a refused photo is sent again only where its end went alone, and once', async () => {
  const refused = { ...NOTHING_NEW, send: vi.fn(() => Promise.resolve('photo_type')) }
  expect(await uploadInParts({ ...refused, size: 32 * KB })).toBe('photo_type')
  expect(refused.send).toHaveBeenCalledTimes(1)
  const put = () => Promise.resolve({ received: 499 * KB, is_known: false })
  expect(await uploadInParts({ ...refused, put, size: 500 * KB })).toBe('photo_type')
  expect(refused.send).toHaveBeenCalledTimes(3)
})

test('[PWA-2] an upload that was cut off asks first, and continues where it was', async () => {
  const first = await transfer(3_000 * KB, { bytesPerSecond: 10 * KB, cutAfter: 1_000 * KB })
  expect(first.result).toBe('cut')
  const again = await transfer(3_000 * KB, { received: first.received, isRepeat: true })
  expect(again.parts.slice(0, 2)).toEqual([
    [0, 0],
    [first.received, first.received + 32 * KB],
  ])
  expect(first.received).toBeGreaterThan(900 * KB)
})

test('[CHAT-5] a photo whose answer was lost is not sent again', async () => {
  expect(await transfer(600 * KB, { isRepeat: true, isKnown: true })).toMatchObject({
    ends: [600],
    parts: [[0, 0]],
  })
})

test('[PWA-2] a server that never has more received does not make the device send for ever', async () => {
  const put = vi.fn(NOTHING_NEW.put)
  expect(await uploadInParts({ ...NOTHING_NEW, put, size: 900 * KB })).toBe('standstill')
  expect(put).toHaveBeenCalledTimes(4)
})
