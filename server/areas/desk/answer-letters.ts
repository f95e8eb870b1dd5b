/** Answers letters that need no decision: complaints of one text, and appeals [DESK-8], [DESK-9]. */
import { lettersSubject, memberSubject } from '#contract/desk/subject.ts'
import type { Deps } from '../../deps.ts'
import { answerLetter, closeLetter } from '../safety/desk.ts'
import { claimSubject, releaseNewClaim, type ClaimedByOther } from './claims.ts'
import { staffAccountsOf } from './own-account.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'identityKey'>

/** One answer to all waiting letters of a group. */
export const answerGroup = (
  deps: Needs,
  staff: number,
  group: string,
  { upheld, text }: { upheld: boolean; text: string },
): Promise<number | ClaimedByOther | 'not_found'> =>
  deps.write(async (tx) => {
    const at = deps.now()
    const letters = await tx.queue.lettersOfGroup(group)
    if (letters.length === 0) return 'not_found'
    const claimed = await claimSubject(tx, { staff, subject: lettersSubject(group) }, at)
    if ('error' in claimed) return claimed
    for (const id of letters) {
      const letter = await tx.safety.fullLetter(id)
      if (letter) await closeLetter(tx, letter, { upheld, text, staff, at, mailAt: at })
    }
    await tx.queue.closeCase(claimed.case, at)
    tx.deskChanged('queue')
    return letters.length
  })

/** Answers an appeal; the one who made the decision cannot [DESK-9]. */
export const answerAppeal = async (
  deps: Needs,
  staff: number,
  id: number,
  answer: { upheld: boolean; text: string },
): Promise<'done' | 'same' | 'not_found' | 'own_decision' | ClaimedByOther> => {
  const letter = await deps.read.safety.fullLetter(id)
  if (letter?.kind !== 'appeal' || letter.userId === null) return 'not_found'
  const decision = letter.decision === null ? undefined : await deps.read.safety.decision(letter.decision)
  // Before the claim: a colleague who may not answer must not close the case to those who may.
  const decider = decision?.staff ?? null
  if (decider !== null && (await staffAccountsOf(deps.read, staff)).has(decider)) return 'own_decision'
  const subject = memberSubject(letter.userId)
  const claimed = await deps.write((tx) => claimSubject(tx, { staff, subject }, deps.now()))
  if ('error' in claimed) return claimed
  const answered = await answerLetter(deps, id, answer, staff)
  if (answered !== 'done') await deps.write((tx) => releaseNewClaim(tx, { staff, subject }, claimed, deps.now()))
  if (answered === 'done' && (await deps.read.queue.itemsOf([subject], 1)).length === 0)
    await deps.write((tx) => tx.queue.closeCase(claimed.case, deps.now()))
  return answered === 'text_missing' ? 'not_found' : answered
}
