/** The form of the texts of seeded members. `[he|she]` follows the writer's gender, `<him|her>` the reader's. */
import type { Interest } from '#contract/entities/profile.ts'
import type { Gender } from './look.ts'

export type Words = {
  /** Contain `{city}` and `{job}`. */
  openers: readonly string[]
  jobs: readonly string[]
  /** Sentences about an interest, for the interests that have any. */
  interests: Partial<Record<Interest, readonly string[]>>
  closers: readonly string[]
  /** Conversations: the starter's lines begin with `-`, the partner's with `=`. `{name}` is the reader. */
  talks: readonly string[]
  /** Conversations that lead to a meeting; never used with a fictional profile. */
  meetings: readonly string[]
}

export type Line = { byStarter: boolean; text: string }

/** The lines of a conversation's text. */
export const linesOf = (talk: string): Line[] =>
  talk
    .trim()
    .split('\n')
    .map((line) => ({ byStarter: line.trimStart().startsWith('-'), text: line.trim().slice(1).trim() }))

/** Fills names, places and gender forms into a text. */
export const fill = (text: string, writer: Gender, reader: Gender, slots: Record<string, string> = {}): string =>
  text
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, he: string, she: string) => (writer === 'male' ? he : she))
    .replace(/<([^|>]*)\|([^>]*)>/g, (_, him: string, her: string) => (reader === 'male' ? him : her))
    .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
