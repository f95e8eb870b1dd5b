/**
 * Some platforms only bring the app to the front when a notification is tapped. The worker has stored the path of the tap and
 * returns it once [PWA-7].
 */
import { effect, untracked } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../ports/api.ts'
import { visible } from '../ports/page.ts'
import { controlled, workers } from '../ports/service-worker.ts'

export const followTaps = (): void => {
  effect(() => {
    if (visible.value && controlled.value) untracked(follow)
  })
  // The worker may have sent this page the path directly (`main.tsx`). Then this request removes the stored one.
  workers()?.addEventListener('message', follow)
}

const follow = (): void => void goWhereTapped({ here: () => location.pathname + location.search, go: navigate })

export const goWhereTapped = async (page: { here: () => string; go: (path: string) => void }): Promise<void> => {
  const answer = await call('device.route', {})
  if (!answer.ok || answer.queued) return
  const { path } = answer.data
  if (path !== null && path !== page.here()) page.go(path)
}
