/** The house rules, and the one that each ground of a decision rests on (DSA art. 17(3)(e)) [DESK-8]. */
import type { PhotoReason } from '../entities/photo.ts'
import type { ReportReason } from '../entities/safety.ts'
import { SCREEN_PATHS } from '../screen-paths.ts'

/** In the order of the numbered list on the page `ban`. */
export const HOUSE_RULES = ['minors', 'scams', 'spam', 'hate', 'paid_sex', 'fakes', 'unsuitable', 'illegal'] as const
type HouseRule = (typeof HOUSE_RULES)[number]

/** A ground without a rule of its own rests on the section that contains the list; the facts say the rest. */
const RULE_OF: Record<ReportReason | PhotoReason, HouseRule | 'other'> = {
  minor: 'minors',
  scam: 'scams',
  blackmail: 'scams',
  spam: 'spam',
  harassment: 'hate',
  hate: 'hate',
  fake: 'fakes',
  not_you: 'fakes',
  not_a_person: 'fakes',
  nudity: 'unsuitable',
  text_or_contact: 'unsuitable',
  quality: 'unsuitable',
  other: 'other',
}

const PAGE = SCREEN_PATHS['pages-ban'].path

/** @param reason a ground; one that this version does not know counts as `other` */
export const houseRuleOf = (reason: string): { rule: HouseRule | 'other'; number: number | null; path: string } => {
  const rule = Object.entries(RULE_OF).find(([ground]) => ground === reason)?.[1] ?? 'other'
  if (rule === 'other') return { rule, number: null, path: PAGE }
  const number = HOUSE_RULES.indexOf(rule) + 1
  return { rule, number, path: `${PAGE}#${itemAnchor(number)}` }
}

/** The fragment of an item of a page's numbered list. */
export const itemAnchor = (number: number): string => `no-${number}`
