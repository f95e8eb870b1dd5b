/** [PAY-8] Announces the time bonus once, with its end and a link to the prices; closing it in any way dismisses it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { serverNow } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { percentOf } from '../../state/format.ts'
import { bonusOffered } from '../../state/open-dialogs.ts'
import { t } from '../../state/i18n.ts'
import { dismissAlert, memberSettings } from '../../state/member-settings.ts'
import { user } from '../../state/session.ts'
import { timeBonus } from '../../state/time-bonus.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Countdown } from './bonus-banner.tsx'
import { isOffered } from './bonus-offer.ts'
import styles from './discount.module.css'
import { useOffer } from './use-offer.ts'

export const BonusDialog = () => {
  useSignals()
  // The offer ended: paid, dismissed in another tab, expired, or logged out. The dialog closes itself.
  const isStill = timeBonus().isVisible && isOffered(user.value, memberSettings.value, serverNow())
  useEffect(() => {
    if (!isStill) bonusOffered.value = false
  }, [isStill])
  return isStill ? <OpenBonusDialog /> : null
}

const OpenBonusDialog = () => {
  const offer = useOffer()
  if (offer === null) return null
  const percent = percentOf(offer.value_percentage)
  return (
    <Dialog
      title={t('discount.dialogTitle', { percent })}
      onClose={dismiss}
      actions={
        <>
          <LinkButton href={href('credits')} onClick={dismiss}>
            {t('discount.dialogGo')}
          </LinkButton>
          <Button kind="second" onClick={dismiss}>
            {t('discount.later')}
          </Button>
        </>
      }
    >
      <p>{t('discount.dialogText')}</p>
      {offer.rises_at === null ? null : (
        <div className={styles['large']}>
          <Countdown until={offer.rises_at} />
          <p>{t('discount.thenFull')}</p>
        </div>
      )}
    </Dialog>
  )
}

const dismiss = (): void => {
  bonusOffered.value = false
  void dismissAlert('time_bonus')
}
