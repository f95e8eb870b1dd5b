/** Installing by hand, step by step: with pictures where the member must find a symbol [PWA-9]. */
import type { ReactNode } from 'react'
import type { InstallWay } from '../../ports/installation.ts'
import { t } from '../../state/i18n.ts'
import { siteName } from '../../state/site.ts'
import { Note } from '../../ui/note.tsx'
import { AddPicture, ChoosePicture, SharePicture } from './ios-pictures.tsx'
import styles from './install.module.css'

type ByHand = Extract<InstallWay, 'ios' | 'mac' | 'firefox' | 'menu'>

export const InstallSteps = ({ way }: { way: ByHand }) => {
  const { steps, note } = STEPS[way]()
  return (
    <>
      <h3 className={styles['how']}>{t('install.steps')}</h3>
      <ol className={styles['steps']}>
        {steps.map(({ text, hint, picture }) => (
          <li key={text}>
            <div>
              <p>{text}</p>
              {hint === undefined ? null : <p className="small muted">{hint}</p>}
              {picture}
            </div>
          </li>
        ))}
      </ol>
      {note === undefined ? null : (
        <Note icon={way === 'ios' ? 'bell' : 'info'}>
          <p>{note}</p>
        </Note>
      )}
    </>
  )
}

type Step = { text: string; hint?: string; picture?: ReactNode }

/** The labels of the browsers themselves, as they are in this language. */
const toHome = (): string => t('install.addToHome')
const add = (): string => t('install.add')

const STEPS: Record<ByHand, () => { steps: Step[]; note?: string }> = {
  ios: () => ({
    steps: [
      { text: t('install.iosShare'), hint: t('install.iosShareWhere'), picture: <SharePicture /> },
      { text: t('install.iosChoose', { choice: toHome() }), picture: <ChoosePicture choice={toHome()} /> },
      { text: t('install.iosConfirm', { choice: add() }), picture: <AddPicture choice={add()} name={siteName()} /> },
    ],
    note: t('install.iosPush'),
  }),
  mac: () => ({
    steps: [
      { text: t('install.macFile') },
      { text: t('install.macChoose', { choice: t('install.addToDock') }) },
      { text: t('install.macConfirm', { choice: add() }) },
    ],
  }),
  firefox: () => ({
    steps: [
      { text: t('install.firefoxMenu') },
      { text: t('install.firefoxChoose', { choice: toHome() }) },
      { text: t('install.firefoxConfirm', { choice: add() }) },
    ],
  }),
  menu: () => ({
    steps: [{ text: t('install.menuOpen') }, { text: t('install.menuChoose', { choice: toHome() }) }],
    note: t('install.menuMissing'),
  }),
}
