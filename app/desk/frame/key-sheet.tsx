import { useSignals } from '@preact/signals-react/runtime'
import { SwitchRow } from '../../ui/switch.tsx'
import { activeKeys, singleKeys, switchSingleKeys } from '../keys.ts'
import { t } from '../texts.ts'
import { DeskDialog } from '../ui/desk-dialog.tsx'
import styles from './frame.module.css'
import { Caps } from './key-line.tsx'
import { useState } from 'react'

/** All keys of this screen and of the desk, and the switch for single keys (WCAG 2.1.4). */
export const KeySheet = ({ onClose }: { onClose: () => void }) => {
  useSignals()
  // Read once, before the dialog registers its own keys: the list shows the keys of the screen below.
  const [entries] = useState(() => activeKeys.peek().flat())
  return (
    <DeskDialog title={t('keys.all')} onClose={onClose}>
      <SwitchRow
        label={t('keys.switch')}
        hint={t('keys.switchHint')}
        checked={singleKeys.value}
        onChange={switchSingleKeys}
      />
      {singleKeys.value ? null : <p className="muted">{t('keys.stillWork')}</p>}
      <ul className={styles['keyList']}>
        {entries.map((entry) => (
          <li key={entry.keys.join()}>
            <span>
              <Caps entry={entry} />
            </span>
            {t(entry.text)}
          </li>
        ))}
      </ul>
    </DeskDialog>
  )
}
