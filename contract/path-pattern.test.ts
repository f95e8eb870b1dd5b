import { describe, expect, test } from 'vitest'
import { fillPath, pathMatcher } from './path-pattern.ts'

describe('a path pattern', () => {
  const pattern = '/members/:id/landing2/:slug?'
  const match = pathMatcher(pattern)

  test('matches its own paths and decodes the parameters', () => {
    expect(match('/members/7/landing2/m%C3%BCnchen')).toEqual({ id: '7', slug: 'münchen' })
    expect(match(fillPath(pattern, { id: 7, slug: 'a/b c' }))).toEqual({ id: '7', slug: 'a/b c' })
  })

  test('leaves out an optional parameter with its slash', () => {
    expect(fillPath(pattern, { id: 7 })).toBe('/members/7/landing2')
    expect(match('/members/7/landing2')).toEqual({ id: '7' })
  })

  test('ignores a trailing slash, and distinguishes upper from lower case', () => {
    expect(match('/members/7/landing2/')).toEqual({ id: '7' })
    expect(match('/Members/7/landing2')).toBeNull()
  })

  test.each([
    '/members//landing2',
    '/members/7/landing2/a/b',
    '/members/%E0%A4%A/landing2',
    '//members/7/landing2',
    '',
  ])('does not match %j', (path) => expect(match(path)).toBeNull())

  test('matches the root path', () => {
    expect(pathMatcher('/')('/')).toEqual({})
    expect(fillPath('/', {})).toBe('/')
  })
})
