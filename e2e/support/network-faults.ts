/** A bad network by seed: the gate drops, stalls and resets at random, and loses answers the server has committed. */
import { seededRandom } from '../../server/seed/random.ts'
import type { Gate, GateState } from './gate.ts'

export type NetworkFaults = {
  /** How often each state of the gate occurred so far. */
  seen: ReadonlyMap<GateState, number>
  lost: () => number
  /** Waits for the next change of the gate; `over` once the faults have ended. */
  change: () => Promise<'changed' | 'over'>
  /** Ends the faults at once. */
  stop: () => void
}

/** Duration of each state in ms, and its share of all changes; a phone in a train is no better. */
const KINDS = [
  { state: 'up', share: 0.5, least: 600, most: 1_600 },
  { state: 'stall', share: 0.25, least: 300, most: 1_200 },
  { state: 'down', share: 0.25, least: 100, most: 900 },
] as const

/** Share of answers that are lost while the network is up. */
const LOST = 0.15

export type FaultPlan = {
  seed: number
  /** Minimum duration of the faults. */
  ms: number
  /** The faults also last until this returns true, which takes longer on a slow machine. */
  isEnough: (sofar: Pick<NetworkFaults, 'seen' | 'lost'>) => boolean
}

export const startNetworkFaults = (gate: Gate, { seed, ms, isEnough }: FaultPlan): NetworkFaults => {
  const random = seededRandom(seed)
  const seen = new Map<GateState, number>()
  const waiting = new Set<(what: 'changed' | 'over') => void>()
  const endsAt = Date.now() + ms
  const losing = gate.loseAnswers(() => random() < LOST)
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const notify = (what: 'changed' | 'over'): void => {
    for (const resolve of waiting) resolve(what)
    waiting.clear()
  }
  const stop = (): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    losing.stop()
    gate.set('up')
    notify('over')
  }
  const turn = (): void => {
    if (Date.now() >= endsAt && isEnough({ seen, lost: losing.lost })) {
      stop()
      return
    }
    const kind = pick(random())
    seen.set(kind.state, (seen.get(kind.state) ?? 0) + 1)
    gate.set(kind.state)
    notify('changed')
    timer = setTimeout(turn, kind.least + random() * (kind.most - kind.least))
  }
  turn()
  return {
    seen,
    lost: losing.lost,
    change: () => (isOver ? Promise.resolve('over') : new Promise((resolve) => waiting.add(resolve))),
    stop,
  }
}

const pick = (roll: number): (typeof KINDS)[number] => {
  let rest = roll
  for (const kind of KINDS) {
    rest -= kind.share
    if (rest < 0) return kind
  }
  return KINDS[0]
}
