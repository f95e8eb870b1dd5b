/**
 * Whether the browser may evict the stored data, and a button that asks for protection. Some browsers prompt, so only
 * after a tap.
 */
import { useId, useState } from 'react'
import { protect } from '../../ports/device-storage.ts'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Rows } from '../../ui/rows.tsx'
import styles from './device.module.css'

export const Protection = ({
  initially,
}: {
  /** Null if the browser has no such protection. */ initially: boolean | null
}) => {
  const id = useId()
  const [state, setState] = useState(initially)
  if (state === null) return null
  const ask = async (): Promise<void> => {
    const isProtected = await protect()
    setState(isProtected)
    if (!isProtected) toast(t('storage.keepRefused'))
  }
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('storage.protectedTitle')}</h2>
      <Rows>
        <div className={styles['protection']}>
          <Icon name={state ? 'shield' : 'info'} size={22} />
          <p role="status">{t(state ? 'storage.protected' : 'storage.unprotected')}</p>
          {state ? null : (
            <Button kind="second" small onClick={() => void ask()}>
              {t('storage.keep')}
            </Button>
          )}
        </div>
      </Rows>
    </section>
  )
}
