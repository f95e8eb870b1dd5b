/** The check of a waiting push or mail at its sending time: its sender may have been sanctioned since [DESK-7]. */
import { mayNotAct, type Act } from '#contract/rules/may-act.ts'
import type { Deps } from '../../deps.ts'

/**
 * @param act the act that the push or mail announces
 * @returns false if the sender may not act like this any more
 */
export const mayStillSend = async (
  { read, safeNow }: Pick<Deps, 'read' | 'safeNow'>,
  sender: number,
  act: Act,
): Promise<boolean> => {
  const sanctioned = await read.safety.sanctionOf(sender)
  return sanctioned === undefined || mayNotAct(sanctioned, act, safeNow()) === null
}
