/** The card that others will see, as far as it is known: it grows from step to step. */
import { useSignals } from '@preact/signals-react/runtime'
import { todayIn } from '#contract/rules/local-day.ts'
import { t } from '../../state/i18n.ts'
import { serverNow } from '../../ports/clock.ts'
import { settings } from '../../state/site.ts'
import { firstLetter } from '../../ui/photo-placeholder.ts'
import { ageOf, type AccountDraft } from './account-data.ts'
import type { TownDraft } from './signup-storage.ts'
import styles from './card-preview.module.css'

export type CardContent = { draft: AccountDraft; town: TownDraft | null; photo: string | null }

export const CardPreview = ({
  seen,
  whole = false,
}: {
  seen: CardContent
  /** The card as Search shows it. */ whole?: boolean
}) => {
  useSignals()
  const { draft, town, photo } = seen
  const name = draft.name.trim()
  const { min_age: minAge = 18, geoip_country: found = null } = settings.value ?? {}
  const age = ageOf(draft.date_of_birth, todayIn(town?.country ?? found ?? '', serverNow()), minAge)
  const words = (
    <div className={styles['words']}>
      {name === '' ? (
        <span className={styles['ghost']} />
      ) : (
        <p className={styles['name']}>{age === null ? name : t('ui.nameAge', { name, age })}</p>
      )}
      {town ? (
        <p className={whole ? 'small' : 'small muted'}>{town.name}</p>
      ) : whole ? null : (
        <span className={styles['ghost']} />
      )}
    </div>
  )
  return (
    <section className={whole ? styles['whole'] : styles['card']} aria-label={t('signup.seeing')}>
      <span className={styles['photo']}>
        {photo === null ? <span aria-hidden="true">{firstLetter(name)}</span> : <img src={photo} alt={t('me.photo')} />}
      </span>
      {words}
    </section>
  )
}

/** At the foot of a step, above its button. */
export const CardPreviewFoot = ({ seen }: { seen: CardContent }) => (
  <div className={styles['foot']} data-stays>
    <p className="small muted strong" aria-hidden="true">
      {t('signup.seeing')}
    </p>
    <CardPreview seen={seen} />
  </div>
)
