/** Polls the status of a payment until it is settled. */
import type { Answer } from '../../ports/api.ts'
import { onceAtATime } from '../../state/once-at-a-time.ts'
import { askAgainAfter, isSettled } from './follow.ts'

type Ports = {
  ask: () => Promise<Answer<'payments.get'>>
  after: (ms: number, run: () => void) => () => void
  hear: (answer: Answer<'payments.get'>) => void
}

export type Follower = {
  /** Polls now: something may have happened. */
  look: () => void
  /** The page is hidden: no polling until `look`. */
  rest: () => void
  stop: () => void
}

export const followPayment = ({ ask, after, hear }: Ports): Follower => {
  let answers = 0
  let over = false
  let resting = false
  let waiting: (() => void) | undefined
  const cancel = (): void => waiting?.()
  const asking = onceAtATime(async () => {
    if (over) return
    const answer = await ask()
    if (over) return
    hear(answer)
    answers += 1
    over = answer.ok && !answer.queued && isSettled(answer.data.payment)
    cancel()
    if (!over && !resting) waiting = after(askAgainAfter(answers), () => void asking())
  })
  return {
    look: () => {
      cancel()
      resting = false
      if (!over) void asking()
    },
    rest: () => {
      cancel()
      resting = true
    },
    stop: () => {
      cancel()
      over = true
    },
  }
}
