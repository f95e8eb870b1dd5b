/** Icebreakers for a first message [LIKE-9]: the chosen text goes into the field, and nothing is sent. */
import { t } from '../../../state/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './composer.module.css'

type Props = { onChoose: (text: string) => void; onClose: () => void }

export const Icebreaker = ({ onChoose, onClose }: Props) => (
  <Dialog title={t('icebreaker.title')} sheet onClose={onClose}>
    <p className="muted">{t('icebreaker.text')}</p>
    <ul className={styles['openers']}>
      {openers().map((text) => (
        <li key={text}>
          <button
            type="button"
            className={styles['opener']}
            onClick={() => {
              onClose()
              onChoose(text)
            }}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
)

const openers = (): string[] => [
  t('icebreaker.1'),
  t('icebreaker.2'),
  t('icebreaker.3'),
  t('icebreaker.4'),
  t('icebreaker.5'),
  t('icebreaker.6'),
]
