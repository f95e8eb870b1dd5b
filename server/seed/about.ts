/** Writes a member's "about me" text and answers to prompts, in their language and about their interests. */
import type { Interest } from '#contract/entities/profile.ts'
import { PROMPTS, type PromptAnswer } from '#contract/entities/prompts.ts'
import type { Person } from './people.ts'
import { PROMPT_ANSWERS } from './prompt-answers.ts'
import type { Random } from './random.ts'
import { fill } from './words.ts'
import { WORDS } from './words-by-locale.ts'

/** Empty for the few members who wrote nothing. */
export const aboutMe = (person: Person, interests: readonly Interest[], random: Random): string => {
  if (random.chance(0.06)) return ''
  const words = WORDS[person.language]
  const ofInterests = interests.flatMap((interest) => {
    const sentences = words.interests[interest]
    return sentences ? [random.pick(sentences)] : []
  })
  const sentences = [
    random.pick(words.openers),
    ...random.some(ofInterests, random.between(1, 2)),
    ...(random.chance(0.85) ? [random.pick(words.closers)] : []),
  ]
  const text = sentences.join(' ')
  // A job at the start of a sentence needs a capital letter.
  return capital(fill(text, person.gender, person.gender, { city: person.cityName, job: jobOf(person, random) }))
}

/** Two thirds of the members answer one to three prompts [PROF-15]. */
export const promptAnswers = ({ language }: Pick<Person, 'language'>, random: Random): PromptAnswer[] =>
  random.chance(0.34)
    ? []
    : random
        .some(PROMPTS, random.between(1, 3))
        .map((prompt) => ({ prompt, answer: random.pick(PROMPT_ANSWERS[language][prompt]) }))

const jobOf = (person: Person, random: Random): string =>
  fill(random.pick(WORDS[person.language].jobs), person.gender, person.gender)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
