import { expect, test } from 'vitest'
import {
  ACCOUNT,
  COMPLETION,
  isInProgress,
  stepNumber,
  PUSH,
  resumeAt,
  stepBefore,
  stepToStore,
  WANTED_GENDER,
  YOU,
} from './steps.ts'

const joining = (signup_step: number | null, status: 'not_confirmed' | 'active' = 'not_confirmed') => ({
  status,
  settings: { signup_step },
})

test('[ACC-1] signup continues at the step reached, on every device, and never beyond', () => {
  expect(resumeAt(null, true, ACCOUNT)).toBe(ACCOUNT)
  expect(resumeAt(null, true, YOU)).toBe(YOU)
  for (const step of [1, 2, 3, 4]) expect(resumeAt(joining(step), true)).toBe(step)
  expect(resumeAt(joining(5), false)).toBe(PUSH)
  expect(resumeAt(joining(5), true)).toBe(COMPLETION)
  expect(resumeAt(joining(3, 'active'), false)).toBe(3)
})

test('[ACC-1] [ACC-6] after the steps an unconfirmed member must confirm the e-mail, a confirmed one is done', () => {
  expect(resumeAt(joining(null), false)).toBe(COMPLETION)
  expect(resumeAt(joining(null, 'active'), false)).toBeNull()
})

test('[ACC-1] only a further step is stored, and Back does not lower it', () => {
  expect(stepToStore(1, 2)).toBe(2)
  expect(stepToStore(3, 2)).toBeNull()
  expect(stepToStore(5, COMPLETION)).toBeNull()
  expect(stepToStore(4, COMPLETION)).toBe(5)
  expect(stepToStore(null, 3)).toBeNull()
})

test('[ACC-19] the first question comes before the account, and is counted', () => {
  expect(resumeAt(null, true)).toBe(WANTED_GENDER)
  expect([WANTED_GENDER, ACCOUNT].map((at) => stepNumber(at))).toEqual([
    { number: 1, all: 5 },
    { number: 5, all: 5 },
  ])
  expect(stepNumber(PUSH)).toEqual({ number: 5, all: 5 })
  expect(isInProgress(WANTED_GENDER, false)).toBe(false)
})

test('[ACC-1] Back leads from the account to the questions before it, and from later steps never to the account', () => {
  expect([WANTED_GENDER, YOU, 0, 1, 2, 3, 4, 5, 6].map((at) => stepBefore(at))).toEqual([
    null,
    WANTED_GENDER,
    -1,
    null,
    1,
    2,
    3,
    4,
    null,
  ])
})

test('[SHELL-13] signup is in progress with typed values, and in every step after the account until the end', () => {
  expect(isInProgress(ACCOUNT, false)).toBe(false)
  expect(isInProgress(ACCOUNT, true)).toBe(true)
  for (const at of [1, 2, 3, 4, 5]) expect(isInProgress(at, false)).toBe(true)
  expect(isInProgress(COMPLETION, false)).toBe(false)
})
