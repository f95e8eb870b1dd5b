import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { callMatcher, type Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { Session } from '#contract/calls/parts.ts'
import { SyncAnswer } from '#contract/sync.ts'
import { NAMED, withoutUnread } from './lean-calls.ts'

const table = `
import * as v from 'valibot'
const Input = v.object({})
export const calls = {
  handed: { method: 'POST', path: 'a', who: 'visitor', offline: 'network', params: v.object({ id: Id }), body: Input, response: v.object({ x: v.array(X) }), errors: ['not_found'] },
  logout: { method: 'GET', path: 'logout', who: 'visitor', offline: 'network', response: Empty, errors: ['foreign_origin'] },
  opened: { method: 'GET', path: 'g', who: 'visitor', offline: 'network', query: Input, response: 'redirect', errors: [] },
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
  // What it does not know it hands on.
  for (const name of ['handed', 'opened', 'named']) expect(plain).not.toContain(`${name}:`)
  expect(plain).toContain("logout: { method: 'GET' path: 'logout' offline: 'network' }")
  expect(plain).toContain("asked: { method: 'GET' path: 'b' offline: 'network' response: SyncAnswer }")
  expect(plain).toContain("saved: { method: 'GET' path: 'c' offline: 'network' response: 'file' }")
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

test('[SHELL-1] no page waits for schemas: of those of the table nothing is left, not what they are made with either', () => {
  const plain = withoutUnread(table, 'app')
  expect(plain).not.toContain('valibot')
  expect(plain).not.toContain('v.')
  expect(plain).not.toContain('Input')
})

const isHandedOn = ({ offline, response }: Call): boolean =>
  offline === 'network' &&
  response !== Session &&
  response !== SyncAnswer &&
  (typeof response !== 'string' || response === 'redirect')

test('[PWA-1] a call that the worker’s table leaves out is not taken for another one', () => {
  const table: [string, Call][] = Object.entries(calls)
  const left = table.filter(([name, call]) => isHandedOn(call) && !NAMED.includes(name))
  const match = callMatcher(Object.fromEntries(table.filter((entry) => !left.includes(entry))))
  expect(left.length).toBeGreaterThan(30)
  for (const [, { method, path, when }] of left)
    expect(match(method, path.replaceAll(/:\w+/g, '1'), (name) => (name === when?.query ? when.is : null))).toBe(null)
})

test('[PWA-1] what the worker knows by name of what it hands on stays in its table', () => {
  const folder = fileURLToPath(new URL('../sw/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing'))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('')
  const named = Object.entries(calls).filter(([name, call]) => isHandedOn(call) && code.includes(`'${name}'`))
  expect(named.map(([name]) => name).toSorted()).toEqual(NAMED)
})
