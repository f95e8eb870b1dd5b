/**
 * Stores the markup of a screen on the device once it has settled. The worker answers the next start of the app with it, so
 * that the screen shows before any script runs [PWA-17].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import type { CallAnswer, CallInput } from '#contract/calls.ts'
import { snapshotTag, type SnapshotCall } from '#contract/rules/snapshot-tag.ts'
import { urlOf } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import { whenIdle } from '../ports/idle.ts'
import { visible } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { user } from '../state/session.ts'

/** The screen must not change for so long. */
const SETTLED_MS = 1_000

/**
 * @param path the screen's own path: a conversation opens at a second one, too
 * @param answer what the screen shows, the first page of it; null while it loads or if it must not be stored
 */
export const useSnapshot = <Name extends SnapshotCall>(
  path: string,
  name: Name,
  input: CallInput<Name> | null,
  answer: CallAnswer<Name> | null,
): void => {
  useSignals()
  const me = user.value
  const isStored = controlled.value
  const tag = useMemo(
    () => (answer && me && isStored ? snapshotTag(name, answer, me) : null),
    [name, answer, me, isStored],
  )
  const call = input === null ? null : urlOf(name, input)
  const isVisible = visible.value
  useEffect(() => {
    if (tag === null || call === null) return undefined
    let isShown = true
    const take = (): void =>
      void import('./take-snapshot.ts').then(
        ({ takeSnapshot }) => (isShown ? takeSnapshot(path, call, tag) : undefined),
        ignore,
      )
    // The browser may end a hidden page at any moment.
    if (!isVisible) take()
    let cancel = after(SETTLED_MS, () => {
      cancel = whenIdle(take)
    })
    return () => {
      isShown = false
      cancel()
    }
  }, [path, call, tag, isVisible])
}

/** Without the file, or without a place for it on the device, the next start shows the empty frame. */
const ignore = (): void => {}
