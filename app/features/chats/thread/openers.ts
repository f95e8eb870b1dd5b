/** First words made from what both profiles say [LIKE-9]: interests in common, then the same city. */
import type { Interest, OwnProfile, Profile } from '#contract/entities/profile.ts'
import { isSensitive } from '#contract/rules/sensitive.ts'
import { t, tCode } from '../../../state/i18n.ts'

export type Opener = { /** The words of the profiles that it comes from. */ why: string; text: string }

type Mine = Pick<OwnProfile, 'interests' | 'city_id' | 'city'>
type Theirs = Pick<Profile, 'interests' | 'city' | 'country' | 'fictional' | 'distance'>

const TEXTS = ['opener.started', 'opener.memory'] as const

export const openersOf = (mine: Mine, theirs: Theirs): Opener[] => {
  const shared = theirs.interests.filter((interest) => canOpen(interest) && mine.interests.includes(interest))
  const openers = TEXTS.flatMap((text, index) => {
    const interest = shared[index]
    if (interest === undefined) return []
    const word = tCode('interest', interest)
    return [{ why: t('matches.interests', { list: word }), text: t(text, { interest: word }) }]
  })
  // Asking a fictional profile about places in town would suggest a meeting.
  if (theirs.fictional || theirs.distance !== 'same' || mine.city === '') return openers
  return [...openers, { why: t('opener.sameCity', { city: mine.city }), text: t('opener.place', { city: mine.city }) }]
}

/** Intimate interests begin no conversation, and 'relationship' is a wish and no pastime. */
const canOpen = (interest: Interest): boolean => !isSensitive(interest) && interest !== 'relationship'
