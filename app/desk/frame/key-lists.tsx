import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { SwitchRow } from '../../ui/switch.tsx'
import { activeKeys, isCharacter, singleKeys, type KeyEntry, switchSingleKeys } from '../keys.ts'
import { t } from '../texts.ts'
import { Kbd } from '../ui/desk-button.tsx'
import { DeskDialog } from '../ui/desk-dialog.tsx'
import styles from './key-lists.module.css'

/** Lists the keys that work on this screen. */
export const KeyLine = ({ onAllKeys }: { onAllKeys: () => void }) => {
  useSignals()
  const shown = activeKeys.value.filter(({ isQuiet, keys }) => isQuiet !== true && isOn(keys))
  return (
    <footer className={styles['keyLine']}>
      <div className={styles['keys']}>
        {shown.map((entry) => (
          <span key={entry.keys.join()}>
            <Caps entry={entry} />
            {t(entry.text)}
          </span>
        ))}
      </div>
      <button type="button" className={styles['allKeys']} onClick={onAllKeys}>
        <Kbd keys="?" />
        {t('keys.all')}
      </button>
    </footer>
  )
}

const isOn = (keys: readonly string[]): boolean => singleKeys.value || keys.some((key) => !isCharacter(key))

/** The caps of an entry; a range shows the first and the last. */
const Caps = ({ entry: { keys, isRange } }: { entry: KeyEntry }) => {
  const [first = '', last = ''] = [keys[0], keys.at(-1)]
  if (isRange !== true) return keys.map((key) => <Kbd key={key} keys={key} listed />)
  return (
    <>
      <Kbd keys={first} listed />–<Kbd keys={last.split(' ').at(-1) ?? last} listed />
    </>
  )
}

/** All keys of this screen and of the desk, and the switch for single keys (WCAG 2.1.4). */
export const KeySheet = ({ onClose }: { onClose: () => void }) => {
  useSignals()
  // Read once, before the dialog registers its own keys: the list shows the keys of the screen below.
  const [entries] = useState(() => activeKeys.peek())
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
