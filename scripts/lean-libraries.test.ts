import { expect, test } from 'vitest'
import { expectUnused, withoutUnrun } from './lean-libraries.ts'

const library = `
let traps = {}
const change = (make) => { traps = make(traps) }
change((old) => ({ ...old, has: () => true }))
class Router {
  routes = new Map()
  listen() { self.addEventListener('fetch', () => {}) }
  handle(request) {
    if (!request) throw new WorkboxError('no-request', { url: location.href })
    return this.routes.get(request)
  }
}
const names = { prefix: 'workbox', getPrefix: () => names.prefix }
function toString(value) { return String(value) }
function describe(value) { return 'Expected ' + value }
export { Router, names, toString, describe, change }
`

test('[PWA-1] the worker leaves out of its libraries what it never runs, and nothing else', () => {
  const lean = withoutUnrun(library, {
    file: /./,
    members: ['listen', 'getPrefix'],
    calls: ['change'],
    bodies: { describe: "return ''" },
    errors: ['WorkboxError'],
  }).replaceAll(/\s+/g, ' ')
  expect(lean).toContain('let traps = {} const change = (make) => { traps = make(traps) } class Router')
  expect(lean).toContain("routes = new Map() handle(request) { if (!request) throw new WorkboxError('no-request', )")
  expect(lean).toContain("const names = { prefix: 'workbox', }")
  expect(lean).toContain("toString(value) { return String(value) } function describe(value) {return ''} export")
})

test('[PWA-1] a library that no longer has what is left out fails the build, and so does a worker that uses it', () => {
  expect(() => withoutUnrun(library, { file: /./, members: ['route'] })).toThrow('no longer has route')
  expect(() => withoutUnrun(library, { file: /./, bodies: { explain: '' } })).toThrow('no longer has explain')
  expectUnused('router.handleRequest({ event, request })')
  expect(() => expectUnused('router.addFetchListener()')).toThrow('addFetchListener')
  expect(() => expectUnused('for await (const row of store) {}')).toThrow('for await')
})
