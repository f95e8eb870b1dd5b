/**
 * Pull to refresh, for the lists of the installed app: it has no button of the browser to reload, and a reload would lose what the
 * member was doing. The two seats of the mark close with the pull and meet where it counts.
 */
import { useEffect, useRef, useState } from 'react'
import { pause } from '../ports/clock.ts'
import { vibrate } from '../ports/haptics.ts'
import { catchUp } from '../state/freshness.ts'
import { t } from '../state/i18n.ts'
import { refreshShown } from '../state/resource.ts'
import { classes } from '../ui/classes.ts'
import { followPulls, REACH } from './pull.ts'
import styles from './pull-to-refresh.module.css'

/** A refresh is often done before a person has seen that it began. */
const SHOWN_AT_LEAST_MS = 500

export const PullToRefresh = () => {
  const sign = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  useEffect(
    () =>
      followPulls(document, {
        // Written to the style, because a rendering per frame of the finger is too slow.
        show: (distance) => {
          const isPulled = distance > 0
          sign.current?.style.setProperty('--pulled', isPulled ? `${distance}px` : '')
          // Without a finger, the style sheet says whether the seats are closed.
          sign.current?.style.setProperty('--closed', isPulled ? String(Math.min(1, distance / REACH)) : '')
          sign.current?.toggleAttribute('data-pulled', isPulled)
        },
        refresh: () => {
          setBusy(true)
          vibrate('deed')
          // A failed request shows on the screen whose request it was.
          void Promise.allSettled([catchUp(), refreshShown(), pause(SHOWN_AT_LEAST_MS)]).then(() => setBusy(false))
        },
      }),
    [],
  )
  return (
    <div ref={sign} className={classes(styles['pull'], busy && styles['busy'])} role="status">
      <span className={styles['seats']} aria-hidden="true">
        <i />
        <i />
      </span>
      {busy ? <span className={styles['words']}>{t('ui.loading')}</span> : null}
    </div>
  )
}
