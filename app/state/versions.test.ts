import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { createVersions, ACTIVATION_TIMEOUT_MS, IDLE_MS, UNREACHABLE_CHECK_MS } from './versions.ts'

/** A page whose worker has a waiting version, or none; and a clock that the test moves. */
const world = ({ hasLocks = true } = {}) => {
  let clock = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const state = { waits: false, isIdle: true, sending: false, reloads: 0, checks: 0, takeovers: [] as boolean[] }
  const visible = signal(true)
  const serverUnreachable = signal(false)
  const needsNewerVersion = signal(false)
  const versions = createVersions({
    visible,
    serverUnreachable,
    needsNewerVersion,
    isSafeToReload: () => state.isIdle,
    isSending: () => state.sending,
    hasLocks,
    reload: () => void (state.reloads += 1),
    now: () => clock,
    after: (ms, run) => {
      const timer = { at: clock + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
  const pass = (ms: number): void => {
    const end = clock + ms
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0]
      if (!due) break
      timers = timers.filter((timer) => timer !== due)
      clock = due.at
      due.run()
    }
    clock = end
  }
  versions.start({
    requestTakeover: ({ unasked }) => {
      if (state.waits) state.takeovers.push(unasked)
      return state.waits
    },
    checkForUpdate: async () => void (state.checks += 1),
  })
  const comes = (): void => {
    state.waits = true
    versions.events.onWaiting()
  }
  const takesOver = (): void => {
    state.waits = false
    versions.events.onTakenOver()
  }
  return { ...versions, state, visible, serverUnreachable, needsNewerVersion, pass, comes, takesOver }
}

/** A new version waits, and the page is hidden. */
const hidden = () => {
  const made = world()
  made.comes()
  made.visible.value = false
  return made
}

describe('[PWA-10] a new version is offered', () => {
  test('and nothing else happens while the page is visible', () => {
    const { offer, state, pass, comes } = world()
    expect(offer.value).toBeNull()
    comes()
    expect(offer.value).toEqual({ what: 'waits', state: 'open' })
    pass(24 * HOUR_MS)
    expect([state.takeovers, state.reloads]).toEqual([[], 0])
  })

  test('a tap activates it, and the page reloads once it controls the page', () => {
    const { offer, activate, state, comes, takesOver } = world()
    comes()
    activate()
    activate()
    expect(offer.value?.state).toBe('busy')
    expect([state.takeovers, state.reloads]).toEqual([[false], 0])
    takesOver()
    expect(state.reloads).toBe(1)
  })

  test('a version that does not take over is reported, and can be retried', () => {
    const { offer, activate, state, pass, comes, takesOver } = world()
    comes()
    activate()
    pass(ACTIVATION_TIMEOUT_MS)
    expect(offer.value).toEqual({ what: 'waits', state: 'failed' })
    activate()
    takesOver()
    expect(state.reloads).toBe(1)
  })

  test('a version that takes over after the wait has ended is offered, since nobody expects it any more', () => {
    const { offer, activate, state, pass, comes, takesOver } = world()
    comes()
    activate()
    pass(ACTIVATION_TIMEOUT_MS)
    takesOver()
    expect([offer.value, state.reloads]).toEqual([{ what: 'old', state: 'open' }, 0])
  })

  test('a dismissed offer stays away while the member is here and after a short absence', () => {
    const { offer, dismiss, visible, pass, comes } = world()
    comes()
    pass(50 * MINUTE_MS)
    dismiss()
    comes()
    pass(HOUR_MS - MINUTE_MS)
    visible.value = false
    visible.value = true
    pass(3 * HOUR_MS)
    expect(offer.value?.state).toBe('away')
  })

  test('a dismissed offer comes back with the next visit', () => {
    const { offer, dismiss, visible, pass, comes } = world()
    comes()
    dismiss()
    pass(HOUR_MS)
    visible.value = false
    visible.value = true
    expect(offer.value?.state).toBe('open')
  })
})

describe('[PWA-10] a tab in which another tab activated the new version', () => {
  test('keeps running, and is offered a reload', () => {
    const { offer, activate, state, comes, takesOver } = world()
    comes()
    takesOver()
    expect([offer.value, state.reloads]).toEqual([{ what: 'old', state: 'open' }, 0])
    activate()
    expect(state.reloads).toBe(1)
  })

  test('activates a third, waiting version with the tap', () => {
    const { activate, state, comes, takesOver } = world()
    comes()
    takesOver()
    comes()
    activate()
    expect([state.takeovers, state.reloads]).toEqual([[false], 0])
    takesOver()
    expect(state.reloads).toBe(1)
  })

  test('reloads by itself when it has been hidden for a while', () => {
    const { state, visible, pass, comes, takesOver } = world()
    comes()
    takesOver()
    visible.value = false
    pass(IDLE_MS - 1)
    expect(state.reloads).toBe(0)
    pass(1)
    expect(state.reloads).toBe(1)
  })
})

describe('[PWA-10] a new version activates by itself', () => {
  test('when the page has been hidden for five minutes', () => {
    const { state, pass, takesOver } = hidden()
    pass(IDLE_MS - 1)
    expect(state.takeovers).toEqual([])
    pass(1)
    expect(state.takeovers).toEqual([true])
    takesOver()
    expect(state.reloads).toBe(1)
  })

  test('also after its offer was dismissed, since nobody is disturbed', () => {
    const { state, dismiss, pass } = hidden()
    dismiss()
    pass(IDLE_MS)
    expect(state.takeovers).toEqual([true])
  })

  test('not while something is in progress, but once that is over', () => {
    const { state, pass } = hidden()
    state.isIdle = false
    pass(3 * IDLE_MS)
    state.isIdle = true
    state.sending = true
    pass(IDLE_MS)
    expect(state.takeovers).toEqual([])
    state.sending = false
    pass(IDLE_MS)
    expect(state.takeovers).toEqual([true])
  })

  test('later, if another tab was visible', () => {
    const { state, pass } = hidden()
    pass(3 * IDLE_MS)
    expect(state.takeovers).toEqual([true, true, true])
  })

  test('not after the member has come back meanwhile', () => {
    const { offer, state, visible, pass, takesOver } = hidden()
    pass(IDLE_MS)
    visible.value = true
    takesOver()
    expect([state.reloads, offer.value]).toEqual([0, { what: 'old', state: 'open' }])
  })

  test('not if the member has been back since, nor if something is in progress by then', () => {
    const back = hidden()
    back.pass(IDLE_MS)
    back.visible.value = true
    back.visible.value = false
    back.takesOver()
    const busy = hidden()
    busy.pass(IDLE_MS)
    busy.state.isIdle = false
    busy.takesOver()
    expect([back.state.reloads, busy.state.reloads]).toEqual([0, 0])
  })

  test('after five minutes that every visit restarts', () => {
    const { state, visible, pass } = hidden()
    pass(IDLE_MS - 1)
    visible.value = true
    visible.value = false
    pass(IDLE_MS - 1)
    expect(state.takeovers).toEqual([])
  })
})

describe('[PWA-10] an app that is never closed checks for new versions', () => {
  test('every hour while it is open', () => {
    const { state, pass } = world()
    pass(HOUR_MS - 1)
    expect(state.checks).toBe(0)
    pass(1)
    expect(state.checks).toBe(1)
    pass(9 * HOUR_MS)
    expect(state.checks).toBe(10)
  })

  test('on coming back, at most once an hour', () => {
    const { state, visible, pass } = world()
    const comesBack = (): void => {
      visible.value = false
      visible.value = true
    }
    comesBack()
    pass(30 * MINUTE_MS)
    comesBack()
    expect(state.checks).toBe(0)
  })
})

describe('[PWA-10] a new server that an old app does not understand', () => {
  test('is checked for a new version every five minutes, until the app understands it', () => {
    const { state, serverUnreachable, pass } = world()
    serverUnreachable.value = true
    pass(UNREACHABLE_CHECK_MS - 1)
    expect(state.checks).toBe(0)
    pass(2 * UNREACHABLE_CHECK_MS)
    expect(state.checks).toBe(2)
    serverUnreachable.value = false
    pass(2 * UNREACHABLE_CHECK_MS)
    expect(state.checks).toBe(2)
  })

  test('is not checked by a hidden page, which asks the server for nothing', () => {
    const { state, serverUnreachable, visible, pass } = world()
    serverUnreachable.value = true
    visible.value = false
    pass(4 * UNREACHABLE_CHECK_MS)
    expect(state.checks).toBe(0)
    visible.value = true
    pass(UNREACHABLE_CHECK_MS)
    expect(state.checks).toBe(1)
  })

  test('is checked for a new version at once if it refuses something for an unknown reason', () => {
    const { state, needsNewerVersion } = world()
    needsNewerVersion.value = true
    expect(state.checks).toBe(1)
  })
})

describe('[PWA-10] a page that lacks a module, or crashed', () => {
  test('takes the newest version', async () => {
    const { activateNewest, events, state, takesOver } = world()
    state.waits = true
    const taken = activateNewest()
    events.onWaiting()
    await taken
    expect([state.checks, state.takeovers, state.reloads]).toEqual([1, [false], 0])
    takesOver()
    expect(state.reloads).toBe(1)
  })

  test('reloads if there is no newer version', async () => {
    const { activateNewest, offer, state } = world()
    await activateNewest()
    expect([state.checks, state.reloads, offer.value]).toEqual([1, 1, null])
  })
})

describe('[PWA-10] in a browser without locks', () => {
  test('the app itself waits until all writes are sent', () => {
    const { offer, activate, state, pass, comes } = world({ hasLocks: false })
    comes()
    state.sending = true
    activate()
    pass(MINUTE_MS)
    expect([offer.value?.state, state.takeovers]).toEqual(['busy', []])
    state.sending = false
    pass(MINUTE_MS)
    expect(state.takeovers).toEqual([false])
  })
})
