/** Fictional profiles with their country, state and share of the messages; marketing adds and edits them [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FICTIONAL_DAYS, FICTIONAL_STATES, type FictionalRow } from '#contract/desk/fictional.ts'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { countryName, shareText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { mayCall } from '../../session.ts'
import { languageWord, numberText, t } from '../../texts.ts'
import { ChipSelect } from '../../ui/chip-select.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DeskButton, DeskLink } from '../../ui/desk-button.tsx'
import { Empty, FictionalTag, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import styles from './fictional.module.css'

type State = (typeof FICTIONAL_STATES)[number]

export const FictionalScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [state, setState] = useState<State | undefined>()
  /** The last ids of the pages before this one. */
  const [before, setBefore] = useState<readonly number[]>([])
  const after = before.at(-1)
  const read = useCall(
    'fictional.list',
    { query: { ...(name !== '' && { q: name }), ...(state && { state }), ...(after && { after: String(after) }) } },
    ['answers', 'fictional'],
  )
  const { data } = read
  const mayAdd = mayCall('fictional.add')
  useKeys(mayAdd ? [{ keys: ['n'], text: 'key.newFictional', run: () => navigate('/fictional/new') }] : [])
  return (
    <>
      <Head
        title={t('fictional.title')}
        note={data ? t('fictional.count', { count: data.total, paused: data.paused }) : undefined}
      />
      <Main stacked>
        <div className={styles['bar']}>
          <form
            role="search"
            aria-label={t('fictional.title')}
            className={styles['search']}
            onSubmit={(event) => {
              event.preventDefault()
              setName(textOf(new FormData(event.currentTarget), 'q').trim())
              setBefore([])
            }}
          >
            <TextField label={t('fictional.find')} type="search" name="q" maxLength={100} autoComplete="off" />
            <DeskButton type="submit" kind="second" icon="search">
              {t('members.submit')}
            </DeskButton>
          </form>
          <ChipSelect
            name="state"
            label={t('fictional.state')}
            value={state ?? ''}
            options={[
              ['', t('fictional.everyState')],
              ['active', t('fictional.isActive')],
              ['paused', t('fictional.isPaused')],
            ]}
            onChoose={(chosen) => {
              setState(FICTIONAL_STATES.find((one) => one === chosen))
              setBefore([])
            }}
          />
          {mayAdd ? (
            <span className={styles['push']}>
              <DeskLink icon="plus" keys="n" href="/fictional/new">
                {t('fictional.add')}
              </DeskLink>
            </span>
          ) : null}
        </div>
        <ReadState read={read} />
        {data && data.profiles.length === 0 ? (
          <Empty
            icon="mask"
            title={t(data.total === 0 ? 'fictional.none' : 'fictional.noneFound')}
            text={t(data.total === 0 ? 'fictional.noneText' : 'fictional.noneFoundText')}
          />
        ) : null}
        {data && data.profiles.length > 0 ? (
          <>
            <div className={styles['table']}>
              <DataTable
                label={t('fictional.title')}
                columns={[
                  { name: t('fictional.name') },
                  { name: t('fictional.countryLanguage') },
                  { name: t('fictional.state') },
                  { name: t('fictional.waiting'), isNumber: true },
                  { name: t('fictional.messages', { days: FICTIONAL_DAYS }), isNumber: true },
                  { name: t('fictional.messagesShare'), isNumber: true },
                  { name: t('fictional.revenueShare'), isNumber: true },
                ]}
                rows={data.profiles.map((profile) => ({ key: String(profile.id), cells: cellsOf(profile) }))}
              />
            </div>
            <p className="muted">{t('fictional.note', { days: FICTIONAL_DAYS })}</p>
            <p className={styles['bar']}>
              {before.length > 0 ? (
                <DeskButton kind="second" onClick={() => setBefore(before.slice(0, -1))}>
                  {t('fictional.newer')}
                </DeskButton>
              ) : null}
              {data.more ? (
                <DeskButton kind="second" onClick={() => setBefore([...before, data.profiles.at(-1)?.id ?? 0])}>
                  {t('fictional.older')}
                </DeskButton>
              ) : null}
            </p>
          </>
        ) : null}
      </Main>
    </>
  )
}

const cellsOf = (profile: FictionalRow) => [
  <span key="name" className={styles['name']}>
    <Link href={`/fictional/${profile.id}`}>{t('fictional.nameAge', { name: profile.name, age: profile.age })}</Link>
    <FictionalTag />
  </span>,
  <span key="country">
    {countryName(profile.country)}
    <br />
    <span className="muted">{languageWord(profile.language)}</span>
  </span>,
  <StateTag key="state" paused={profile.paused} />,
  numberText(profile.waiting),
  numberText(profile.numbers.messages),
  partText(profile.numbers.messages_share),
  partText(profile.numbers.revenue_share),
]

/** A share from 0 to 1; a dash before the days are counted. */
export const partText = (share: number | null): string => (share === null ? '–' : shareText(share, 2))

export const StateTag = ({ paused }: { paused: boolean }) =>
  paused ? (
    <Tag icon="ban">{t('fictional.isPaused')}</Tag>
  ) : (
    <Tag icon="check" tone="good">
      {t('fictional.isActive')}
    </Tag>
  )
