import { describe, expect, test } from 'vitest'
import { connectionOf } from './connection.ts'

const device = { connection: 'online' as const, waiting: 3, failed: [] }

describe('[PWA-2] what is said of the connection', () => {
  test('the worker knows, and knows what waits', () => {
    const known = { controlled: true, onLine: true, reached: false }
    expect(connectionOf({ ...known, device })).toEqual({ online: true, waiting: 3, failed: [] })
    expect(connectionOf({ ...known, device: { ...device, connection: 'offline' } }).online).toBe(false)
  })

  test('a browser that is sure to be offline is believed at once', () => {
    const known = { controlled: true, onLine: false, reached: true, device }
    expect(connectionOf(known)).toEqual({ online: false, waiting: 3, failed: [] })
  })

  test('without a worker the last call tells, and nothing waits', () => {
    const known = { controlled: false, device: null, onLine: true }
    expect(connectionOf({ ...known, reached: true })).toEqual({ online: true, waiting: 0, failed: [] })
    expect(connectionOf({ ...known, reached: false }).online).toBe(false)
  })
})
