import type { PromptAnswer } from '#contract/entities/prompts.ts'

/** Everything that a member has written on the profile, for the desk: the text and the answers to prompts, a paragraph each. */
export const ownWords = ({ aboutMe, prompts }: { aboutMe: string; prompts: readonly PromptAnswer[] }): string =>
  [aboutMe, ...prompts.map(({ answer }) => answer)].filter((words) => words !== '').join('\n\n')
