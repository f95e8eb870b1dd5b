/**
 * A conversation without messages: three first messages to choose from; the chosen one goes into the signup [ACC-1].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { t, type TextKey } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { Note } from '../../ui/note.tsx'
import { Avatar } from '../../ui/photo.tsx'
import { LanderLayout, LanderWays } from './lander-frame.tsx'
import type { MemberLanderProps } from './member-lander.tsx'
import styles from './member-lander.module.css'
import { setOutTo } from './on-the-way.ts'
import { Who } from './who.tsx'

const BEGINNINGS: readonly TextKey[] = ['lander.wordsDay', 'lander.wordsPlace', 'lander.wordsTea']

export const MemberWords = ({ profile, slug }: MemberLanderProps) => {
  useSignals()
  const { name, main_image: image, fictional } = profile
  const [chosen, setChosen] = useState<TextKey | null>(null)
  const title = t('lander.wordsHeadline', { name })
  usePageTitle(title)
  return (
    <LanderLayout
      slug={slug}
      words="after"
      art={
        <div className={styles['chat']}>
          <div className={styles['partner']}>
            <Avatar image={image} name={name} size={64} />
            <Who profile={profile} />
          </div>
          {fictional ? (
            <Note tone="fiction">
              <p>
                <b>{t('profile.fictionalTitle', { name })}</b> {t('profile.fictionalText')}
              </p>
            </Note>
          ) : null}
          <div className={styles['beginnings']} role="group" aria-label={t('lander.wordsGroup')}>
            {BEGINNINGS.map((text) => (
              <button
                key={text}
                type="button"
                className={styles['bubble']}
                aria-pressed={chosen === text}
                onClick={() => setChosen(chosen === text ? null : text)}
              >
                {t(text)}
              </button>
            ))}
          </div>
        </div>
      }
    >
      <h1>{title}</h1>
      <p className={styles['lead']}>{t('lander.wordsLead')}</p>
      <LanderWays onLeave={() => setOutTo(profile, chosen === null ? '' : t(chosen))}>
        {t('lander.wordsAction')}
      </LanderWays>
    </LanderLayout>
  )
}
