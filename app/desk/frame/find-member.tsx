import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { textOf } from '../../ui/use-form.ts'
import { useKeys } from '../keys.ts'
import { mayCall } from '../session.ts'
import { t } from '../texts.ts'
import { DeskIcon } from '../ui/desk-icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './frame.module.css'

/** The search of the head, for roles that may find members [DESK-11]. A phone has the tab "Find" instead. */
export const FindMember = () => {
  useSignals()
  return mayCall('members.find') ? <Field /> : null
}

const Field = () => {
  useSignals()
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ keys: ['/'], text: 'key.find', isQuiet: true, run: () => field.current?.focus() }])
  return (
    <form
      role="search"
      className={styles['find']}
      onSubmit={(event) => {
        event.preventDefault()
        const text = textOf(new FormData(event.currentTarget), 'q').trim()
        if (text !== '') navigate(`/members?q=${encodeURIComponent(text)}`)
      }}
    >
      <DeskIcon name="search" />
      <input
        ref={field}
        type="search"
        name="q"
        maxLength={254}
        autoComplete="off"
        placeholder={t('members.placeholder')}
        aria-label={t('members.find')}
        aria-keyshortcuts="/"
      />
      <Kbd keys="/" />
    </form>
  )
}
