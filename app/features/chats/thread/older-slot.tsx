/** Loads the page before when the view comes near it, and shows the error if that fails. */
import { useEffect, useRef, type RefObject } from 'react'
import { t } from '../../../state/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import styles from './thread.module.css'
import type { Older } from './use-history.ts'

type Props = { older: Exclude<Older, { state: 'none' }>; box: RefObject<HTMLElement | null> }

export const OlderSlot = ({ older, box }: Props) => {
  const slot = useRef<HTMLDivElement>(null)
  const load = useRef(older.load)
  useEffect(() => {
    load.current = older.load
  })
  const isReady = older.state === 'ready'
  useEffect(() => {
    if (!isReady || !slot.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load.current()
      },
      { root: box.current, rootMargin: '900px 0px 0px 0px' },
    )
    observer.observe(slot.current)
    return () => observer.disconnect()
  }, [isReady, box])
  return (
    <div ref={slot} className={styles['older']}>
      {older.state === 'loading' ? <Loading /> : null}
      {older.state === 'failed' ? (
        <>
          <span>{older.error.error === 'network_unavailable' ? t('chat.olderOffline') : t('chat.olderFailed')}</span>
          <Button kind="quiet" small onClick={older.load}>
            {t('ui.tryAgain')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
