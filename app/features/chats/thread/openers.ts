/** The beginning of an empty chat [LIKE-9]: both faces, and first words from a prompt, interests in common or the same city. */
import type { Interest, OwnProfile, Profile, ProfileCard } from '#contract/entities/profile.ts'
import { knownPrompts, type PromptName } from '#contract/entities/prompts.ts'
import { isSensitive } from '#contract/rules/sensitive.ts'
import { t, tCode } from '../../../state/i18n.ts'
import type { Seat } from '../../../ui/pair.tsx'
import { photoSource } from '../../../ui/photo-source.ts'

export type Opener = { /** The words of the profiles that it comes from. */ why: string; text: string }

type OwnFacts = Pick<OwnProfile, 'interests' | 'city_id' | 'city' | 'prompts'>
type PartnerFacts = Pick<Profile, 'interests' | 'city' | 'country' | 'fictional' | 'distance' | 'prompts'>

/** An answer is shown this far; a longer one ends with an ellipsis. */
const ANSWER_SHOWN = 90
/** With a fictional profile these would suggest a meeting [CHAT-11]. */
const MEETING_PROMPTS = new Set<PromptName>(['dinner', 'place'])

const INTEREST_OPENERS = ['opener.started', 'opener.memory'] as const

export const openersOf = (mine: OwnFacts, theirs: PartnerFacts): Opener[] => {
  const shared = theirs.interests.filter((interest) => canOpen(interest) && mine.interests.includes(interest))
  const openers = INTEREST_OPENERS.flatMap((text, index) => {
    const interest = shared[index]
    if (interest === undefined) return []
    const word = tCode('interest', interest)
    return [{ why: t('matches.interests', { list: word }), text: t(text, { interest: word }) }]
  })
  const prompt = promptOf(mine, theirs)
  if (prompt) openers.unshift(prompt)
  // Asking a fictional profile about places in town would suggest a meeting.
  if (theirs.fictional || theirs.distance !== 'same' || mine.city === '') return openers
  return [...openers, { why: t('opener.sameCity', { city: mine.city }), text: t('opener.place', { city: mine.city }) }]
}

/** The prompt that both have answered, else the partner's first one. */
const promptOf = (mine: OwnFacts, theirs: PartnerFacts): Opener | null => {
  const answered = knownPrompts(theirs.prompts).filter(
    ({ prompt }) => !theirs.fictional || !MEETING_PROMPTS.has(prompt),
  )
  const own = new Set(knownPrompts(mine.prompts).map(({ prompt }) => prompt))
  const both = answered.find(({ prompt }) => own.has(prompt))
  const chosen = both ?? answered[0]
  if (!chosen) return null
  const question = t(`profile.prompt_${chosen.prompt}`)
  return {
    why: both ? t('opener.samePrompt', { prompt: question }) : question,
    text: t('opener.prompt', { answer: shortened(chosen.answer) }),
  }
}

/** Adds whole graphemes, so that no emoji is cut in two. */
const shortened = (answer: string): string => {
  if (answer.length <= ANSWER_SHOWN) return answer
  let shown = ''
  for (const { segment } of new Intl.Segmenter().segment(answer)) {
    if (shown.length + segment.length > ANSWER_SHOWN) break
    shown += segment
  }
  return `${shown.replace(/\s+\S*$/, '')}…`
}

/** Intimate interests begin no conversation, and 'relationship' is a wish and no pastime. */
const canOpen = (interest: Interest): boolean => !isSensitive(interest) && interest !== 'relationship'

/** A member without a photo sits there with a letter: the partner's face is the reason to write. */
export const facesOf = (
  mine: Pick<OwnProfile, 'main_image' | 'name'>,
  theirs: Pick<ProfileCard, 'main_image' | 'name'>,
): { mine: Seat; theirs: Seat } | null => {
  const [own, other] = [mine.main_image, theirs.main_image]
  if (other === null || other.locked) return null
  return {
    mine: { source: own && photoSource(own, 'card'), name: mine.name },
    theirs: { source: photoSource(other, 'card'), name: theirs.name, mirrored: other.drawn === true },
  }
}
