/** A pattern of interests. Each icon reacts to a tap, and three of them form a sentence. */
import { useState } from 'react'
import { listOf } from '../../state/format.ts'
import { locale, t, type TextKey } from '../../state/i18n.ts'
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

/** Outline icons from Lucide (ISC licence, https://lucide.dev), 24 px, as the paths of their strokes. */
type InterestIcon = { name: string; text: TextKey; path: string }

const INTEREST_ICONS: readonly InterestIcon[] = [
  {
    name: 'music',
    text: 'lander.iconMusic',
    path: 'M9 18V5l12-2v13M3 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  },
  {
    name: 'coffee',
    text: 'lander.iconCoffee',
    path: 'M10 2v2M14 2v2M16 8a1 1 0 0 1 1 1v8a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1h14a4 4 0 1 1 0 8h-1M6 2v2',
  },
  {
    name: 'beach',
    text: 'lander.iconBeach',
    path: 'M2 6c.6.5 1.2 1 2.5 1C7 7 7 5 9.5 5c2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1M2 12c.6.5 1.2 1 2.5 1 2.5 0 2.5-2 5-2 2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1M2 18c.6.5 1.2 1 2.5 1 2.5 0 2.5-2 5-2 2.6 0 2.4 2 5 2 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1',
  },
  {
    name: 'reading',
    text: 'lander.iconReading',
    path: 'M12 7v14M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z',
  },
  {
    name: 'wine',
    text: 'lander.iconWine',
    path: 'M8 22h8M7 10h10M12 15v7M12 15a5 5 0 0 0 5-5c0-2-.5-4-2-8H9c-1.5 4-2 6-2 8a5 5 0 0 0 5 5z',
  },
  {
    name: 'biking',
    text: 'lander.iconBiking',
    path: 'M15 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M14 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M12 17.5V14l-3-3 4-3 2 3h2',
  },
  {
    name: 'cooking',
    text: 'lander.iconCooking',
    path: 'M2 12h20M20 12v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8M4 8l16-4M8.86 6.78l-.45-1.81a2 2 0 0 1 1.45-2.43l1.94-.48a2 2 0 0 1 2.43 1.46l.45 1.8',
  },
  {
    name: 'animals',
    text: 'lander.iconAnimals',
    path: 'M9 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M16 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M18 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0M9 10a5 5 0 0 1 5 5v3.5a3.5 3.5 0 0 1-6.84 1.05Q6.52 17.48 4.46 16.84A3.5 3.5 0 0 1 5.5 10z',
  },
  {
    name: 'movies',
    text: 'lander.iconMovies',
    path: 'M20.2 6L3 11l-.9-2.4c-.3-1.1.3-2.2 1.3-2.5l13.5-4c1.1-.3 2.2.3 2.5 1.3zM6.2 5.3l3.1 3.9M12.4 3.4l3.1 4M3 11h18v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  },
  { name: 'hiking', text: 'lander.iconHiking', path: 'M8 3l4 8 5-5 5 15H2L8 3z' },
  {
    name: 'art',
    text: 'lander.iconArt',
    path: 'M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8zM13.5 6.5h.01M17.5 10.5h.01M6.5 12.5h.01M8.5 7.5h.01',
  },
  {
    name: 'gardening',
    text: 'lander.iconGardening',
    path: 'M7 20h10M10 20c5.5-2.5.8-6.4 3-10M9.5 9.4c1.1.8 1.8 2.2 2.3 3.7-2 .4-3.5.4-4.8-.3-1.2-.6-2.3-1.9-3-4.2 2.8-.5 4.4 0 5.5.8zM14.1 6a7 7 0 0 0-1.1 4c1.9-.1 3.3-.6 4.3-1.4 1-1 1.6-2.3 1.7-4.6-2.7.1-4 1-4.9 2z',
  },
]
