/** Where one writes: the text, what it costs and what is left, beside the button that spends it [CHAT-2]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useLayoutEffect, useState, type RefObject } from 'react'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { after } from '../../../ports/clock.ts'
import { href } from '../../../shell/routes.ts'
import { errorText } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { invalidate } from '../../../state/resource.ts'
import { settings } from '../../../state/site.ts'
import { RoundButton, LinkButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { hasKeyboard } from '../page.ts'
import styles from './composer.module.css'
import { useDraft } from './use-draft.ts'
import { sendsOn, writingOf, type Writing } from './writing.ts'

type Props = {
  /** My profile id. */
  me: number
  credits: number
  conversation: string
  /** The partner's name. */
  name: string
  field: RefObject<HTMLTextAreaElement | null>
  onSend: (text: string) => void
}

export const Composer = ({ me, credits, conversation, name, field, onSend }: Props) => {
  useSignals()
  const site = settings.value
  const [text, write] = useDraft(me, conversation)
  const [wasShort, setWasShort] = useState(false)
  const about = useId()
  const cost = site?.message_credits ?? null
  const writing = writingOf(text, { length: site?.message_length ?? MESSAGE_MAX, cost, credits })
  useGrowing(field, text)
  useFocusOnOpen(field)

  const submit = (): void => {
    setWasShort(writing.isShortOfCredits && writing.text !== '')
    // The credits may have been bought elsewhere: ask again before the next try.
    if (writing.isShortOfCredits) invalidate(['user'])
    if (!writing.canSend) return
    onSend(writing.text)
    write('')
  }

  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles['line']}>
        <textarea
          ref={field}
          className={styles['field']}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('chat.writeTo', { name })}
          aria-label={t('chat.writeTo', { name })}
          aria-describedby={about}
          aria-invalid={writing.isTooLong}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            const { key, shiftKey, nativeEvent } = event
            if (!sendsOn({ key, shiftKey, isComposing: nativeEvent.isComposing }, hasKeyboard())) return
            event.preventDefault()
            submit()
          }}
        />
        <RoundButton
          type="submit"
          icon="send"
          label={t('chat.send')}
          on="fill"
          // A tap leaves the focus in the field, so that a phone's keyboard stays.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
      <div id={about} className={styles['about']}>
        <Cost cost={cost} credits={credits} isShort={writing.isShortOfCredits} />
        <Counter writing={writing} />
      </div>
      {wasShort && writing.isShortOfCredits ? (
        <div className={styles['short']} role="alert">
          <p>{errorText({ error: 'not_enough_credits', credits, ...(cost === null ? {} : { cost }) })}</p>
          <p>{t('chat.textStays')}</p>
        </div>
      ) : null}
    </form>
  )
}

const Cost = ({ cost, credits, isShort }: { cost: number | null; credits: number; isShort: boolean }) => {
  if (cost === null || cost === 0) return <span />
  return (
    <span className={classes(styles['cost'], isShort && styles['out'])}>
      {t('chat.cost', { count: cost, credits })}
      {isShort ? (
        <LinkButton kind="quiet" small href={href('credits')} className={styles['get'] ?? ''}>
          {t('chat.getCredits')}
        </LinkButton>
      ) : null}
    </span>
  )
}

const Counter = ({ writing: { left, isTooLong } }: { writing: Writing }) => {
  if (left === null) return null
  return (
    <span className={classes(styles['counter'], isTooLong && styles['out'])}>
      {isTooLong ? t('chat.tooLong', { count: -left }) : t('chat.counter', { count: left })}
    </span>
  )
}

/** Grows with its text where the browser does not do it by itself. */
const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  useLayoutEffect(() => {
    // As soon as the field shows the text.
    if (field.current?.value === text && !CSS.supports('field-sizing', 'content')) fitToText(field.current)
  }, [field, text])
}

const fitToText = (element: HTMLTextAreaElement): void => {
  element.style.blockSize = 'auto'
  element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
}

const useFocusOnOpen = (field: RefObject<HTMLTextAreaElement | null>): void => {
  useEffect(() => {
    if (!hasKeyboard()) return undefined
    // After the shell has moved the focus to the new screen.
    return after(0, () => {
      const element = field.current
      element?.focus({ preventScroll: true })
      // A draft goes on at its end.
      element?.setSelectionRange(element.value.length, element.value.length)
    })
  }, [field])
}
