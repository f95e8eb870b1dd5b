import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { missingOf } from '../rules/completeness.ts'
import { clearedSensitive, hasSensitive } from '../rules/sensitive.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { FACT_NAMES, OPEN_FACTS, PROFILE_FACTS, noFacts, withoutFacts } from './profile-facts.ts'
import { OwnProfile, Profile, ProfileChange } from './profile.ts'

const own: OwnProfile = {
  ...noFacts(FACT_NAMES),
  id: 1,
  name: 'Anna',
  age: 34,
  gender: 'female',
  country: 'IT',
  countryregion: null,
  region: '',
  city: '',
  main_image: null,
  fictional: false,
  last_active: 0,
  exists: true,
  distance: null,
  reserved: false,
  status: 'active',
  about_me: '',
  interests: [],
  photos: [],
  photo_count: 0,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  date_of_birth: '1990-05-20',
  city_id: null,
}

describe.each(FACT_NAMES)('[PROF-1] the fact %s', (name) => {
  const { options, sensitive, seenBy } = PROFILE_FACTS[name]
  const [option] = options

  test('is a field of the own profile with every option or null, and no other value', () => {
    for (const value of [...options, null])
      expect(v.parse(OwnProfile, { ...own, [name]: value })).toEqual({ ...own, [name]: value })
    expect(v.is(OwnProfile, { ...own, [name]: 'made up' })).toBe(false)
  })

  test("is a field of others' profiles unless only its owner sees it", () => {
    expect(name in Profile.entries).toBe(seenBy !== 'owner')
  })

  test('can be changed to every option and cleared; an omitted one stays omitted', () => {
    for (const value of [...options, null]) expect(v.parse(ProfileChange, { [name]: value })).toEqual({ [name]: value })
    expect(v.parse(ProfileChange, {})).toEqual({})
    expect(v.is(ProfileChange, { [name]: 'made up' })).toBe(false)
  })

  test('[PWA-10] counts as not answered in the answer of an older server', () => {
    expect(v.parse(OwnProfile, withoutFacts([name], { ...own, [name]: option }))).toEqual(own)
  })

  test('[ACC-18] needs the consent if it is sensitive, and is cleared without the consent', () => {
    const answered = { ...own, [name]: option }
    expect(hasSensitive(answered)).toBe(sensitive)
    expect({ ...answered, ...clearedSensitive([]) }[name]).toBe(sensitive ? null : option)
  })

  test('is shown by the demo site unless only its owner sees it', () => {
    expect(DEFAULT_SETTINGS.visible_profile_fields.includes(name)).toBe(seenBy !== 'owner')
  })

  test('completes the part "facts" of the profile unless it is sensitive', () => {
    expect(missingOf({ ...own, [name]: option }).includes('facts')).toBe(sensitive)
  })
})

test('[ACC-18] visitors see no sensitive fact', () => {
  for (const name of FACT_NAMES.filter((fact) => PROFILE_FACTS[fact].sensitive))
    expect([name, PROFILE_FACTS[name].seenBy]).not.toEqual([name, 'everyone'])
  expect(OPEN_FACTS.length).toBeGreaterThan(0)
})
