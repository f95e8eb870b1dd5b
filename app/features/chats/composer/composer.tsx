/** The composer: text, photo or gift, with the price and the remaining credits beside the send button [CHAT-2]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useLayoutEffect, useState, type RefObject } from 'react'
import { useSearch } from 'wouter'
import type { Gift } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { MESSAGE_MAX, SHARED_MAX } from '#contract/limits.ts'
import { after } from '../../../ports/clock.ts'
import { takeDroppedFiles } from '../../../ports/dropped-files.ts'
import { takeEarlyText, isWritingEarly } from '../../../ports/early-input.ts'
import { isComposing } from '../../../ui/composing.ts'
import { href } from '../../../shell/routes.ts'
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { invalidate } from '../../../state/resource.ts'
import { settings } from '../../../state/site.ts'
import { toast } from '../../../state/toasts.ts'
import { RoundButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { usePhotoInputs } from '../../../ui/photo-inputs.tsx'
import { hasKeyboard } from '../page.ts'
import { GiftPicker } from '../../gifts/gift-picker.tsx'
import { useDraft } from '../../../state/drafts.ts'
import { lengthWords, SpokenLength } from '../../../ui/spoken-length.tsx'
import styles from './composer.module.css'
import { GetCredits } from './get-credits.tsx'
import { photoDrafts, usePhotoDraft } from './page-photo-drafts.ts'
import type { ReadyPhoto } from './photo-draft.ts'
import { PhotoTray, trayWords } from './photo-tray.tsx'
import { useTyping } from './use-typing.ts'
import { putBack, sendsOn, writingOf, type ComposerText, useStoredReplies } from './writing.ts'

type Props = {
  /** My profile id. */
  me: number
  credits: number
  conversation: string
  partner: ProfileCard
  field: RefObject<HTMLTextAreaElement | null>
  onText: (text: string) => void
  /** `clientId`: the device stores the photo under this id until it is sent. */
  onPhoto: (photo: ReadyPhoto, clientId: string) => void
  onGift: (gift: Gift) => void
}

export const Composer = ({ me, credits, conversation, partner, field, onText, onPhoto, onGift }: Props) => {
  useSignals()
  const site = settings.value
  const [text, write] = useDraft(me, conversation)
  /** The price of a text that the member tried to send without enough credits. */
  const [missedCost, setMissedCost] = useState<number | null>(null)
  /** How many times the member has tried to send this text, which is too long. */
  const [refusals, setRefusals] = useState(0)
  const [picksGift, setPicksGift] = useState(false)
  const { name } = partner
  const { photo, more } = usePhotoDraft(conversation)
  useStoredReplies(me, conversation)
  const photoCost = site?.photo_credits ?? null
  const typing = useTyping(partner.id)
  const about = useId()
  const cost = site?.message_credits ?? null
  const writing = writingOf(text, { length: site?.message_length ?? MESSAGE_MAX, cost, credits })
  useGrowing(field, text)
  useEarlyText(field, href('chats-id', { id: conversation }), (early) =>
    write(text === '' ? early : putBack(text, early)),
  )
  useFocusOnOpen(field)
  useEffect(() => takeDroppedFiles(choosePhotos(conversation)), [conversation])

  const submit = (): void => {
    if (writing.text === '') return
    if (writing.isTooLong) setRefusals(refusals + 1)
    if (lacksCredits(cost) || !writing.canSend) return
    onText(writing.text)
    write('')
    typing.stops()
  }
  const sendPhoto = (): void => {
    // The tray shows no send button when the credits are too few; check again before anything is sent.
    if (photo?.state !== 'ready' || (photoCost !== null && credits < photoCost)) return
    onPhoto(photo.ready, photo.id)
    photoDrafts.sent(conversation)
    returnToField()
  }
  const removePhoto = (): void => {
    photoDrafts.remove(conversation)
    returnToField()
  }
  /** The button that had the focus is gone: keyboard users write on in the field. */
  const returnToField = (): void => {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true })
  }
  /** Shows a note when the credits are too few; the text stays in the field. */
  const lacksCredits = (price: number | null): boolean => {
    const isShort = price !== null && credits < price
    setMissedCost(isShort ? price : null)
    // The member may have bought credits elsewhere: refetch the balance before the next try.
    if (isShort) invalidate(['user'])
    return isShort
  }

  return (
    <>
      <form
        className={styles['composer']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {photo ? (
          <PhotoTray
            draft={photo}
            cost={photoCost}
            credits={credits}
            more={more}
            onSend={sendPhoto}
            onRemove={removePhoto}
          />
        ) : null}
        <div className={styles['line']}>
          <span className={styles['tools']}>
            <AddPhoto onFiles={choosePhotos(conversation)} />
            <RoundButton icon="gift" label={t('chat.sendGift')} onClick={() => setPicksGift(true)} />
          </span>
          <textarea
            ref={field}
            data-snapshot-field
            // Browsers restore no text in it: the draft is stored.
            autoComplete="off"
            className={styles['field']}
            rows={1}
            dir="auto"
            value={text}
            placeholder={t('chat.writeTo', { name })}
            aria-label={t('chat.writeTo', { name })}
            aria-describedby={about}
            aria-invalid={writing.isTooLong}
            onChange={(event) => {
              write(event.target.value)
              setRefusals(0)
              if (event.target.value.trim() === '') typing.stops()
              else typing.writes()
            }}
            onBlur={typing.stops}
            onPaste={(event) => {
              const { clipboardData } = event
              // A copied table or paragraph comes with a picture of itself: the member means the text.
              if (clipboardData.files.length === 0 || clipboardData.getData('text/plain') !== '') return
              event.preventDefault()
              choosePhotos(conversation)([...clipboardData.files])
            }}
            onKeyDown={(event) => {
              const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = event
              const press = { key, shiftKey, ctrlKey, metaKey, isComposing: isComposing(nativeEvent) }
              if (!sendsOn(press, hasKeyboard())) return
              event.preventDefault()
              submit()
            }}
          />
          <RoundButton
            type="submit"
            icon="send"
            label={t('chat.send')}
            on="fill"
            // Keeps the focus in the field, so that the phone's keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
          />
        </div>
        <div id={about} className={styles['about']}>
          <Costs credits={credits} />
          <Counter writing={writing} />
          <CreditsLeft credits={credits} isShort={writing.isShortOfCredits} />
        </div>
        <SpokenLength left={writing.left} refusals={refusals} />
        <p className="vh" role="status">
          {photo ? trayWords(photo, { cost: photoCost, credits }) : null}
        </p>
        {missedCost !== null && credits < missedCost ? (
          <div className={styles['short']} role="alert">
            <p>{errorText({ error: 'not_enough_credits', credits, cost: missedCost })}</p>
            <p>{t('chat.textStays')}</p>
          </div>
        ) : null}
      </form>
      {picksGift ? (
        <GiftPicker
          name={name}
          fictional={partner.fictional}
          credits={credits}
          onSend={onGift}
          onClose={() => setPicksGift(false)}
        />
      ) : null}
    </>
  )
}

const Costs = ({ credits }: { credits: number }) => {
  useSignals()
  const site = settings.value
  if (!site) return <span>{t('chat.left', { count: credits })}</span>
  const { message_credits: message, photo_credits: photo, gift_credits: gift } = site
  return <span>{t('chat.costs', { message, photo, gift })}</span>
}

const CreditsLeft = ({ credits, isShort }: { credits: number; isShort: boolean }) => {
  useSignals()
  const site = settings.value
  // One of the actions cannot be paid: offer credits before the member tries [CHAT-15].
  const lacks = site ? credits < Math.max(site.message_credits, site.photo_credits, site.gift_credits) : isShort
  return (
    <span className={classes(styles['left'], isShort && styles['out'])}>
      {t('chat.left', { count: credits })}
      {lacks ? <GetCredits /> : null}
    </span>
  )
}

const Counter = ({ writing: { left, isTooLong } }: { writing: ComposerText }) => {
  if (left === null) return null
  return <span className={classes(styles['counter'], isTooLong && styles['out'])}>{lengthWords(left)}</span>
}

/** Grows the field with its text in browsers without `field-sizing`. */
const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  useLayoutEffect(() => {
    // Only measure once the field shows the text.
    if (field.current?.value === text && !CSS.supports('field-sizing', 'content')) fitToText(field.current)
  }, [field, text])
}

const fitToText = (element: HTMLTextAreaElement): void => {
  element.style.blockSize = 'auto'
  element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
}

/** Takes over the text that the member has typed into the stored markup of the conversation. The phone's keyboard stays open. */
const useEarlyText = (
  field: RefObject<HTMLTextAreaElement | null>,
  path: string,
  takeOver: (text: string) => void,
): void => {
  const [wasWriting] = useState(() => isWritingEarly(path))
  useLayoutEffect(() => {
    const text = takeEarlyText(path)
    if (text === null) return
    if (text !== '') takeOver(text)
    if (wasWriting) field.current?.focus({ preventScroll: true })
  })
}

/** Focuses the field on a device with a keyboard, and after a tap on "Reply" in a notification. */
const useFocusOnOpen = (field: RefObject<HTMLTextAreaElement | null>): void => {
  const isReply = useSearch() === 'reply'
  useEffect(() => {
    if (!hasKeyboard() && !isReply) return undefined
    // The shell first moves the focus to the new screen.
    return after(0, () => {
      const element = field.current
      element?.focus({ preventScroll: true })
      // The cursor belongs at the end of a draft.
      element?.setSelectionRange(element.value.length, element.value.length)
    })
  }, [field, isReply])
}

/** A message has one photo, so several wait behind each other. A file that is none is refused by name. */
const choosePhotos =
  (conversation: string) =>
  (files: readonly File[]): void => {
    if (files.length > SHARED_MAX) toast(t('shared.tooMany', { limit: SHARED_MAX }))
    void photoDrafts.choose(conversation, files.slice(0, SHARED_MAX))
  }

/** Chooses a photo from the library, or from the camera on a device without a keyboard. */
const AddPhoto = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const { choosePhoto, takePhoto, inputs } = usePhotoInputs({ onFiles, isMultiple: true, camera: 'environment' })
  return (
    <>
      {hasKeyboard() ? (
        <RoundButton icon="image" label={t('chat.addPhoto')} onClick={choosePhoto} />
      ) : (
        <Menu
          label={t('chat.addPhoto')}
          trigger={<Icon name="image" />}
          triggerClass={styles['round']}
          items={[
            { label: t('chat.takePhoto'), icon: 'camera', onSelect: takePhoto },
            { label: t('chat.choosePhoto'), icon: 'image', onSelect: choosePhoto },
          ]}
        />
      )}
      {inputs}
    </>
  )
}
