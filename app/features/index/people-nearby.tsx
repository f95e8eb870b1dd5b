import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { useIsNear } from '../../ui/near.ts'
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
