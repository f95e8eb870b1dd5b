import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link } from 'wouter'
import { controlled, workers } from '../../ports/service-worker.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import styles from './index.module.css'
import { PeopleStrip } from './people-strip.tsx'

const SHOWN = 10

/** People who were online lately. If visitors may not search, nothing is shown. */
export const PeopleNearby = () => {
  useSignals()
  const [row, isNear] = useIsNear<HTMLElement>(controlled.value || !workers() ? AHEAD : IN_VIEW)
  const { data, error } = useResource('members.search', isNear ? { query: {} } : null)
  if (error && data === null) return null
  if (data?.results.length === 0) return null
  return (
    <PeopleStrip ref={row} people={data?.results.slice(0, SHOWN) ?? null}>
      <div className={styles['head']}>
        <h2>{t('index.people')}</h2>
        <Link href={href('members')} className="small">
          {t('index.seeMore')}
        </Link>
      </div>
    </PeopleStrip>
  )
}

/** A fifth of a screen ahead. On a phone the row lies just beyond that, so a visitor who does not scroll fetches no photos. */
const AHEAD = '20%'

/** During a first visit the network belongs to the worker's installation until the row is in view. */
const IN_VIEW = '0px'

/**
 * Whether a part of a page has come near the view, so that a part far below fetches nothing.
 * @param ahead the distance below the view that counts as near, in CSS
 * @returns the element's ref, and whether it has ever been near
 */
const useIsNear = <Element extends HTMLElement>(ahead: string): [RefObject<Element | null>, boolean] => {
  const ref = useRef<Element>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `0px 0px ${ahead} 0px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear, ahead])
  return [ref, isNear]
}
