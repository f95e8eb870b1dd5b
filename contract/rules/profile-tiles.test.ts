import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { Settings } from '../entities/settings.ts'
import { profileTiles } from './profile-tiles.ts'

const cam = { kind: 'cam' as const, path: '/cams' }
const resell = { kind: 'resell' as const, path: '/friends?from=search' }

describe('[SITE-1] tiles between search results', () => {
  test('are off by default', () => expect(profileTiles(DEFAULT_SETTINGS)).toEqual([]))

  test('show only if the settings allow them', () => {
    expect(profileTiles({ profile_tiles: [cam, resell], member_resell: false })).toEqual([cam])
    expect(profileTiles({ profile_tiles: [cam, resell], member_resell: true })).toEqual([cam, resell])
  })

  test.each(['//evil.test', 'https://evil.test', '/\\evil.test', 'cams', '/a b', ''])(
    '[SAFE-5] %j is no page of this site',
    (path) => {
      expect(v.is(Settings.entries.profile_tiles, [{ kind: 'cam', path }])).toBe(false)
    },
  )

  test('[SITE-15] a cam tile may have a badge, and older rows have none', () => {
    const tiles = [{ ...cam, badge: 'live' }, { ...cam, badge: 'exclusive' }, cam]
    expect(v.parse(Settings.entries.profile_tiles, tiles)).toEqual(tiles)
  })

  test.each([
    ['an unknown badge', { ...cam, badge: 'free' }],
    ['a badge on a resell tile', { ...resell, badge: 'live' }],
  ])('[SITE-15] %s is refused', (_, tile) => expect(v.is(Settings.entries.profile_tiles, [tile])).toBe(false))

  test('a path of this site is one', () => expect(v.is(Settings.entries.profile_tiles, [cam, resell])).toBe(true))
})
