import { beforeEach, expect, test } from 'vitest'
import { answerTracking, startTracking, trackingAsked, type TrackingPorts } from './consent.ts'

let kept: string | null
let cookie: string | null
const portsWith = (source: string | null): TrackingPorts => ({
  read: () => kept,
  write: (choice) => {
    kept = choice
  },
  unstored: () => (cookie === null ? source : null),
  store: () => {
    cookie = source
  },
  forget: () => {
    cookie = null
  },
})

beforeEach(() => {
  kept = null
  cookie = null
  trackingAsked.value = false
})

test('[SITE-9] nothing is stored before a yes', () => {
  startTracking(portsWith('ref=friend'), false)
  expect([trackingAsked.value, cookie]).toEqual([true, null])
  answerTracking(portsWith('ref=friend'), 'yes')
  expect([trackingAsked.value, cookie, kept]).toEqual([false, 'ref=friend', 'yes'])
})

test('[SITE-9] a no is stored, and nothing else', () => {
  startTracking(portsWith('ref=friend'), false)
  answerTracking(portsWith('ref=friend'), 'no')
  startTracking(portsWith('ref=other'), false)
  expect([trackingAsked.value, cookie, kept]).toEqual([false, null, 'no'])
})

test('[SITE-9] a yes counts for later visits; an invalid stored answer brings the question again', () => {
  kept = 'yes'
  startTracking(portsWith('ref=later'), false)
  expect([trackingAsked.value, cookie]).toEqual([false, 'ref=later'])
  cookie = null
  kept = 'nonsense'
  startTracking(portsWith('ref=later'), false)
  expect([trackingAsked.value, cookie]).toEqual([true, null])
})

test('[SITE-9] a visitor without such a link, and a member, get no question', () => {
  startTracking(portsWith(null), false)
  expect(trackingAsked.value).toBe(false)
  startTracking(portsWith('ref=friend'), true)
  expect([trackingAsked.value, cookie]).toEqual([false, null])
})
