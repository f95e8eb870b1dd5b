/** Decides which members need a check of their age, and from when on [GUARD-6]. */
import { AGE_WAYS, type AgeWay } from '#contract/entities/age-check.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { dateOf } from '#contract/rules/age.ts'
import { isOpenWay, type AgeWays } from '../../adapters/age-ways.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import type { FlagRow } from '../safety/flag-queries.ts'

type AgeDeps = { settings: () => Pick<SiteSettings, 'age_check'>; age: AgeWays }

/**
 * The ways of a check that a country requires and this installation has set up. Without any, members of the country need no check:
 * one that nobody can pass would close the site for them. The doctor warns of it.
 */
export const waysOf = ({ settings, age }: AgeDeps, country: string): AgeWay[] => {
  const check = settings().age_check[country] ?? 'none'
  return AGE_WAYS.filter((way) => (check === way || check === 'both') && isOpenWay(age, way))
}

export const isAsked = (asking: AgeDeps, country: string): boolean => waysOf(asking, country).length > 0

/**
 * A member has moved: the new country asks at once, or not at all. Only members who were there before their own country
 * began to ask get days. The member's own domain decides, whatever domain the request came to [SITE-15].
 */
export const askAfterMove = async (tx: Tx, deps: Pick<Deps, 'at' | 'now'>, member: number): Promise<void> => {
  const facts = await tx.age.ageFacts(member)
  if (!facts || facts.fictional) return
  const isDue = isAsked(deps.at(facts.domain), facts.country) && facts.result !== 'over'
  if (isDue === (facts.due !== null)) return
  await setDue(tx, member, isDue ? deps.now() : null, deps.now())
}

export const setDue = async (tx: Tx, member: number, due: number | null, at: number): Promise<void> => {
  await tx.age.setAgeDue(member, due)
  await tx.notices.refreshSearchable(member, at)
  await announce(tx, member, 'user', 0)
}

/** A person found that a check was wrong to doubt the member's age [GUARD-6]: the member may take one again. */
export const endAgeDoubt = async (tx: Tx, member: number): Promise<void> => {
  if (await tx.age.forgetAgeDoubt(member)) await announce(tx, member, 'user', 0)
}

/** The desk took `endAgeDoubt` back, so the check counts again, unless the member has taken another one meanwhile. */
export const restoreAgeDoubt = async (tx: Tx, { member, facts, createdAt }: FlagRow): Promise<void> => {
  const way = AGE_WAYS.find((one) => one === facts['way'])
  if (way === undefined || (await tx.age.ageFacts(member))?.result !== null) return
  await tx.age.setAgeCheck({ userId: member, way, result: 'not_over', day: dateOf(createdAt) })
  await announce(tx, member, 'user', 0)
}
