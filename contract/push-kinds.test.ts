import { expect, test } from 'vitest'
import { CHANNELS_OF, PREFERENCES } from './entities/member-settings.ts'
import { PUSH_KINDS, PUSH_KIND_NAMES, isPushKind } from './push-kinds.ts'

test('[PWA-5] every preference with a push belongs to exactly one kind of push', () => {
  const obeyed = PUSH_KIND_NAMES.flatMap((kind) => [...PUSH_KINDS[kind].preferences])
  expect(obeyed.toSorted()).toEqual(PREFERENCES.filter((name) => CHANNELS_OF[name].includes('push')).toSorted())
})

test('[PWA-5] a push that can wait has low urgency, and no other kind of push has its tag', () => {
  for (const kind of PUSH_KIND_NAMES)
    expect([kind, PUSH_KINDS[kind].urgency === 'low']).toEqual([kind, PUSH_KINDS[kind].byDay])
  expect(new Set(PUSH_KIND_NAMES.map((kind) => PUSH_KINDS[kind].tag('1'))).size).toBe(PUSH_KIND_NAMES.length)
})

test('[PWA-10] a kind of a newer version is not known', () => {
  expect(['message', 'toString', 'later'].map(isPushKind)).toEqual([true, false, false])
})
