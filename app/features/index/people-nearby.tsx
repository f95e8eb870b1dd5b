import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import styles from './index.module.css'
import { PeopleStrip } from './people-strip.tsx'

const SHOWN = 10

/** People who were online lately. If visitors may not search, nothing is shown. */
export const PeopleNearby = () => {
  useSignals()
  const [row, isNear] = useIsNear<HTMLElement>()
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

/** Half a screen ahead: on a phone, a thumb takes longer for that way than a card for its photo. */
const AHEAD = '50%'

/**
 * Whether a part of a page has come near the view, so that what lies far below asks for nothing.
 * @returns the element's ref, and whether it has ever been near
 */
const useIsNear = <Element extends HTMLElement>(): [RefObject<Element | null>, boolean] => {
  const ref = useRef<Element>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear]
}
