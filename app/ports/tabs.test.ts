import { expect, test, vi } from 'vitest'
import { openTabsChannel, runAsLeader, type Locks } from './tabs.ts'

/** Locks like the browser's: one holder per name, the others in a queue; an abort leaves the queue. */
const fakeLocks = (): Locks => {
  const lines = new Map<string, Promise<void>>()
  return {
    request: async (name, { signal }, held) => {
      const before = lines.get(name) ?? Promise.resolve()
      const mine = before.then(() => (signal.aborted ? undefined : held()))
      lines.set(name, mine)
      return mine
    },
  }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('[PWA-12] one tab of many leads; when it closes, exactly one waiting tab takes over', async () => {
  const locks = fakeLocks()
  const leading: string[] = []
  const tab = (name: string) =>
    runAsLeader(
      'live-1',
      () => {
        leading.push(name)
        return () => void leading.splice(leading.indexOf(name), 1)
      },
      locks,
    )
  const leave = [tab('one'), tab('two'), tab('three')]
  await turns()
  expect(leading).toEqual(['one'])
  // First a waiting tab closes, then the leader.
  leave[1]?.()
  leave[0]?.()
  await turns()
  expect(leading).toEqual(['three'])
  leave[2]?.()
  await turns()
  expect(leading).toEqual([])
})

test('[PWA-12] the tabs of another member elect their own leader', async () => {
  const locks = fakeLocks()
  const hold = vi.fn(() => () => {})
  runAsLeader('live-1', hold, locks)
  runAsLeader('live-2', hold, locks)
  await turns()
  expect(hold).toHaveBeenCalledTimes(2)
})

test('[PWA-12] without Web Locks every tab leads for itself', () => {
  const release = vi.fn()
  vi.stubGlobal('navigator', {})
  const leave = runAsLeader('live-1', () => release)
  vi.unstubAllGlobals()
  leave()
  expect(release).toHaveBeenCalledOnce()
})

test('[PWA-13] a browser that refuses channels because site data is blocked gives none, and the app starts', () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const channel = openTabsChannel('visavis-test', () => {})
  vi.unstubAllGlobals()
  expect(channel).toBeNull()
})
