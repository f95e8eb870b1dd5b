/** Announcements: drafts that somebody writes, and what was sent, with its true progress [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DraftInList, SentAnnouncement } from '#contract/desk/announcements.ts'
import { call, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { TableBox } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Empty, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import styles from './announcements.module.css'
import { audienceText, Progress, StateTag } from './words.tsx'

export const AnnouncementsScreen = () => {
  useSignals()
  const read = useCall('announcements.list', {}, ['announcements'])
  const { data } = read
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('announcements.add', { body: { form: null } })
    setBusy(false)
    if (answer.ok) go(`/announcements/drafts/${answer.data.id}`)
    else showToast(failureText(answer.failure))
  }
  useKeys([{ keys: ['n'], text: 'key.newAnnouncement', run: () => void add() }])
  const isEmpty = data !== null && data.drafts.length === 0 && data.sent.length === 0
  const button = (
    <DeskButton icon="plus" keys="n" disabled={busy} onClick={() => void add()}>
      {t('announce.new')}
    </DeskButton>
  )
  return (
    <>
      <Head title={t('announce.title')} note={data ? t('announce.count', { count: data.total }) : undefined} />
      <Main stacked>
        {isEmpty ? null : <div className={styles['add']}>{button}</div>}
        <ReadState read={read} />
        {isEmpty ? (
          <Empty icon="mail" title={t('announce.none')} text={t('announce.noneText')} action={button} />
        ) : null}
        {data && data.drafts.length > 0 ? (
          <TableBox
            title={t('announce.drafts')}
            columns={[
              { name: t('announce.subject') },
              { name: t('announce.kind') },
              { name: t('announce.audience') },
              { name: t('announce.changed') },
            ]}
            hasBlocks
            rows={data.drafts.map((draft) => ({ key: String(draft.id), cells: draftCells(draft) }))}
          />
        ) : null}
        {data && data.sent.length > 0 ? (
          <TableBox
            title={t('announce.sentList')}
            columns={[
              { name: t('announce.subject') },
              { name: t('announce.state') },
              { name: t('announce.kind') },
              { name: t('announce.audience') },
              { name: t('announce.messages') },
              { name: t('announce.by') },
            ]}
            rows={data.sent.map((one) => ({ key: one.id, cells: sentCells(one) }))}
          />
        ) : null}
        {data && data.sent.length < data.total ? (
          <p className="muted">{t('announce.newest', { count: data.sent.length })}</p>
        ) : null}
      </Main>
    </>
  )
}

const draftCells = (draft: DraftInList) => [
  <Link key="title" href={`/announcements/drafts/${draft.id}`} className={styles['open']}>
    {draft.title === '' ? t('announce.untitled') : draft.title}
  </Link>,
  <Tag key="kind">{tCode('announceKind', draft.kind)}</Tag>,
  <span key="audience" className={styles['wrap']}>
    {audienceText(draft)}
  </span>,
  <span key="changed">
    {whenText(draft.changed_at, now.value)}
    <br />
    <span className="muted">{draft.changed_by}</span>
  </span>,
]

const sentCells = (one: SentAnnouncement) => [
  <Link key="title" href={`/announcements/${one.id}`} className={styles['open']}>
    {one.title}
  </Link>,
  <StateTag key="state" state={one.state} />,
  <Tag key="kind">{tCode('announceKind', one.kind)}</Tag>,
  <span key="audience" className={styles['wrap']}>
    {audienceText(one)}
  </span>,
  <Progress key="messages" announcement={one} />,
  <span key="by">
    {whenText(one.at, now.value)}
    <br />
    <span className="muted">{one.by ?? t('announce.byCommand')}</span>
  </span>,
]
