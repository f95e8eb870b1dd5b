import { expect, test } from 'vitest'
import { withoutUnread } from './lean-calls.ts'

const table = `
import * as v from 'valibot'
const Input = v.object({})
export const calls = {
  handed: { method: 'POST', path: 'a', who: 'visitor', offline: 'network', params: v.object({ id: Id }), body: Input, response: v.object({ x: v.array(X) }), errors: ['not_found'] },
  asked: { method: 'GET', path: 'b', who: 'member', offline: 'network', query: v.object({ a: v.string() }), response: SyncAnswer, errors: [] },
  saved: { method: 'GET', path: 'c', who: 'member', offline: 'network', response: 'file', errors: [], },
  named: { method: 'GET', path: 'e', who: 'visitor', offline: 'network', response: PriceList, errors: [] },
  held: { method: 'GET', path: 'regions', who: 'visitor', offline: 'cached', response: v.object({ r: v.array(R) }), errors: [] },
  device: { method: 'POST', path: 'f', who: 'visitor', offline: 'device', body: Input, response: v.object({ z: Z }), errors: [] },
  queued: { method: 'PUT', path: 'd', who: 'member', offline: 'queued', params: Input, body: v.object({}), response: v.object({ y: Y }), errors: ['blocked'] }
}
`

test('[PWA-1] the worker keeps of the table what it reads, and nothing else', () => {
  const plain = withoutUnread(table, 'worker').replaceAll(/[\s,]+/g, ' ')
  expect(plain).toContain("handed: { method: 'POST' path: 'a' offline: 'network' }")
  expect(plain).toContain("asked: { method: 'GET' path: 'b' offline: 'network' response: SyncAnswer }")
  expect(plain).toContain("saved: { method: 'GET' path: 'c' offline: 'network' response: 'file' }")
  expect(plain).toContain("named: { method: 'GET' path: 'e' offline: 'network' }")
  expect(plain).toContain("held: { method: 'GET' path: 'regions' who: 'visitor' offline: 'cached' }")
  expect(plain).toContain("device: { method: 'POST' path: 'f' offline: 'device' body: Input }")
  expect(plain).toContain("offline: 'queued' params: Input body: v.object({}) response: v.object({ y: Y }) }")
})

test('[SHELL-1] the app keeps what it asks with, and whether the answer is one that it reads', () => {
  const plain = withoutUnread(table, 'app').replaceAll(/[\s,]+/g, ' ')
  expect(plain).toContain("handed: { method: 'POST' path: 'a' offline: 'network' }")
  expect(plain).toContain("saved: { method: 'GET' path: 'c' offline: 'network' response: 'file' }")
  expect(plain).toContain("queued: { method: 'PUT' path: 'd' offline: 'queued' }")
})
