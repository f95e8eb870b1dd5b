/** Chooses a gift [CHAT-3]: shows its price, and the note of a fictional profile, before a credit is spent. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type FormEvent } from 'react'
import { GIFTS, type Gift } from '#contract/entities/chat.ts'
import { storeReturnPlace } from '../credits/purchase-storage.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { giftName } from '../chats/message-words.ts'
import { GiftPicture } from './gift-picture.tsx'
import styles from './gifts.module.css'

type Props = {
  /** The recipient's name. */
  name: string
  fictional: boolean
  /** The member's credits. */
  credits: number
  onSend: (gift: Gift) => void
  onClose: () => void
}

export const GiftPicker = ({ name, fictional, credits, onSend, onClose }: Props) => {
  useSignals()
  const [gift, setGift] = useState<Gift | null>(null)
  const cost = settings.value?.gift_credits
  const isShort = cost !== undefined && credits < cost
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (gift === null || isShort) return
    onSend(gift)
    onClose()
  }
  return (
    <Dialog title={t('gift.title', { name })} sheet onClose={onClose}>
      <form className={styles['form']} onSubmit={send}>
        <fieldset className={styles['gifts']}>
          <legend className="vh">{t('gift.choose')}</legend>
          {GIFTS.map((one) => (
            <label key={one} className={styles['gift']}>
              <input
                className="vh"
                type="radio"
                name="gift"
                value={one}
                checked={gift === one}
                onChange={() => setGift(one)}
              />
              <GiftPicture gift={one} />
              <span>{giftName(one)}</span>
            </label>
          ))}
        </fieldset>
        {fictional ? (
          <Note tone="fiction">
            <p>
              <b>{t('chat.fictionalTitle', { name })}</b> {t('gift.fictional')}
            </p>
          </Note>
        ) : null}
        {cost === undefined ? null : (
          <p className={styles['cost']}>
            <span>{t('gift.cost', { count: cost })}</span>
            <span className={classes(isShort && styles['out'])}>{t('chat.left', { count: credits })}</span>
          </p>
        )}
        {isShort ? (
          <>
            <p className={styles['out']} role="status">
              {t('gift.short')}
            </p>
            <LinkButton href={href('credits')} icon="coins" full onClick={storeReturnPlace}>
              {t('chat.getCredits')}
            </LinkButton>
          </>
        ) : (
          <Button type="submit" icon="gift" full disabled={gift === null}>
            {gift === null ? t('gift.choose') : t('gift.send', { gift: giftName(gift) })}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
