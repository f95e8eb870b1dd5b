/** Finds members by number, complete mail address, payment, invoice, receipt, or the beginning of a name [DESK-11]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { FoundMember } from '#contract/desk/members.ts'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, failureText } from '../../calls.ts'
import { countryName } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { focusNeighbour, useKeys } from '../../keys.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Empty, Portrait } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { memberName } from '../queue/row-words.ts'
import { MemberTags } from './member-screen.tsx'
import styles from './members.module.css'

export const MembersScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const text = new URLSearchParams(useSearch()).get('q')?.trim() ?? ''
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ keys: ['/'], text: 'key.find', run: () => field.current?.select() }])
  return (
    <>
      <Head title={t('members.title')} hasSearch={false} />
      <Main className={styles['members']}>
        <form
          key={text}
          role="search"
          className={styles['search']}
          onSubmit={(event) => {
            event.preventDefault()
            const next = textOf(new FormData(event.currentTarget), 'q').trim()
            navigate(next === '' ? '/members' : `/members?q=${encodeURIComponent(next)}`)
          }}
        >
          <TextField
            ref={field}
            label={t('members.find')}
            hint={t('members.hint')}
            type="search"
            name="q"
            defaultValue={text}
            maxLength={254}
            autoComplete="off"
            autoFocus={text === ''}
            aria-keyshortcuts="/"
          />
          <DeskButton type="submit" icon="search">
            {t('members.submit')}
          </DeskButton>
        </form>
        {text === '' ? null : <Results key={`results of ${text}`} text={text} />}
      </Main>
    </>
  )
}

const Results = ({ text }: { text: string }) => {
  useSignals()
  const read = useCall('members.find', { query: { q: text } })
  const { data, failure } = read
  const [older, setOlder] = useState<DeskAnswer<'members.find'> | null>(null)
  const first = data?.members ?? []
  // Somebody who was also found by number is on the first page.
  const members = [...first, ...(older?.members ?? []).filter(({ id }) => first.every((one) => one.id !== id))]
  const hasMore = (older ?? data)?.more ?? false
  const loadMore = async (): Promise<void> => {
    const answer = await call('members.find', { query: { q: text, before: String(members.at(-1)?.id) } })
    if (!answer.ok) return void showToast(failureText(answer.failure))
    setOlder({ members: [...(older?.members ?? []), ...answer.data.members], more: answer.data.more })
  }
  const list = useRef<HTMLUListElement>(null)
  useKeys([
    {
      keys: ['j', 'k'],
      text: 'key.nextPrevious',
      run: (key) => focusNeighbour([...(list.current?.querySelectorAll('a') ?? [])], key === 'j' ? 1 : -1),
    },
  ])
  if (failure || data === null) return <ReadState read={read} />
  if (data.members.length === 0)
    return <Empty icon="search" title={t('members.none')} text={t('members.noneText', { text })} />
  return (
    <>
      <p className="muted" role="status">
        {t(hasMore ? 'members.foundNewest' : 'members.found', { count: members.length })}
      </p>
      <ul className={styles['found']} ref={list}>
        {members.map((member) => (
          <li key={member.id}>
            <FoundRow member={member} />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <>
          <p className="muted">{t('members.more')}</p>
          <DeskButton kind="second" onClick={() => void loadMore()}>
            {t('queue.more')}
          </DeskButton>
        </>
      ) : null}
    </>
  )
}

const FoundRow = ({ member }: { member: FoundMember }) => (
  <Link href={`/members/${member.id}`} className={styles['row']}>
    <Portrait src={null} size={36} />
    <span className={styles['who']}>
      <b>{memberName(member)}</b>
      <span className="muted num">
        {t('member.place', {
          number: numberText(member.id),
          city: member.city,
          country: countryName(member.country),
        })}
      </span>
    </span>
    <span className={styles['tags']}>
      <MemberTags {...member} />
    </span>
    <span className={styles['by']}>{tCode('foundBy', member.by)}</span>
    <DeskIcon name="chevron-right" />
  </Link>
)
