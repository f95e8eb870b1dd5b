import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openVapidKeys } from './vapid.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-vapid-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('the push keys are made once, and only their owner can read them', () => {
  const keys = openVapidKeys(join(dir, 'data'))
  expect(openVapidKeys(join(dir, 'data'))).toEqual(keys)
  expect(statSync(join(dir, 'data', 'vapid.json')).mode & 0o777).toBe(0o600)
})

test('a damaged key file is an error and never replaced, since all subscriptions depend on it', () => {
  writeFileSync(join(dir, 'vapid.json'), '{"publicKey":')
  expect(() => openVapidKeys(dir)).toThrow('JSON')
})
