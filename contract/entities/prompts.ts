/**
 * The prompts of a profile: beginnings of a sentence that a member completes, so that others have something to answer.
 * This file has no schemas, since every page loads it.
 */

/** The texts are `profile.prompt_<name>`. */
export const PROMPTS = ['sunday', 'dinner', 'laugh', 'learning', 'place', 'small'] as const
export type PromptName = (typeof PROMPTS)[number]

/** A prompt with the member's answer. */
export type PromptAnswer = { prompt: PromptName; answer: string }

/** [PROF-15] How many prompts a member may answer, and the length of an answer. */
export const PROMPTS_MAX = 3
export const PROMPT_ANSWER_MAX = 200

/** A newer version may know prompts that this one does not: they have no text here, so they are left out. */
export const knownPrompts = (prompts: readonly PromptAnswer[] = []): PromptAnswer[] =>
  prompts.filter(({ prompt }) => PROMPTS.includes(prompt))
