/** A pattern of interests. Each icon reacts to a tap, and three of them form a sentence. */
import { useState } from 'react'
import { listOf } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { INTEREST_ICONS, type InterestIcon } from './interest-icons.ts'
import { LanderFrame, type LanderProps } from './lander-frame.tsx'
import styles from './lander-icons.module.css'

export const IconsLander = ({ slug }: LanderProps) => {
  const [chosen, setChosen] = useState<readonly InterestIcon[]>([])
  const toggle = (icon: InterestIcon): void =>
    setChosen((before) => (before.includes(icon) ? before.filter((one) => one !== icon) : [...before, icon]))
  return (
    <LanderFrame
      lander="iconslanding"
      slug={slug}
      words="after"
      art={
        <div className={styles['pattern']} role="group" aria-label={t('lander.iconsGroup')}>
          {INTEREST_ICONS.map((icon) => (
            <button
              key={icon.name}
              type="button"
              className={styles['icon']}
              aria-pressed={chosen.includes(icon)}
              aria-label={t(icon.text)}
              title={t(icon.text)}
              onClick={() => toggle(icon)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon.path} />
              </svg>
            </button>
          ))}
        </div>
      }
    >
      <p className={styles['answer']} role="status">
        {chosen.length === 0 ? null : t('lander.iconsChosen', { list: sentence(chosen) })}
      </p>
    </LanderFrame>
  )
}

/** The last three choices as a list that begins a sentence. */
const sentence = (chosen: readonly InterestIcon[]): string => {
  const list = listOf(chosen.slice(-3).map(({ text }) => t(text)))
  return list.charAt(0).toLocaleUpperCase(locale.value) + list.slice(1)
}
