/** Campaigns with their cost and what they brought [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import { GROUP_MIN } from '#contract/desk/numbers.ts'
import { type Campaign, countsClicks, TRACKED } from '#contract/desk/campaigns.ts'
import { now } from '../../clock.ts'
import { download } from '../../download.ts'
import { dayText, moneyText, shareText, shortDayText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { mayCall } from '../../session.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, Empty } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { FIRST_PERIOD_DAYS, PeriodSelect, spanOf } from '../numbers/choices.tsx'
import { countText } from '../numbers/funnel.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'
import styles from './campaigns.module.css'
import { Partners } from './partners.tsx'

export const CampaignsScreen = () => {
  useSignals()
  const [days, setDays] = useState(FIRST_PERIOD_DAYS)
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const span = spanOf(days, now.value)
  const read = useCall('campaigns.list', { query: span })
  const { data, reload } = read
  const mayChange = mayCall('campaigns.add')
  const save = (): Promise<void> => download('campaigns.csv', { query: span }, `campaigns-${span.from}-${span.to}.csv`)
  const add = (): void => setEditing('new')
  useKeys([
    ...(mayChange ? [{ keys: ['+'], text: 'key.newCampaign' as const, run: add }] : []),
    { keys: ['d'], text: 'key.csv', run: () => void save() },
  ])
  return (
    <>
      <Head
        title={t('campaigns.title')}
        note={t('numbers.headUncounted', { from: shortDayText(span.from), to: dayText(span.to) })}
      />
      <Main className={styles['page']}>
        <div className={styles['bar']}>
          <PeriodSelect days={days} onChoose={setDays} />
          <span className={styles['push']}>
            <DeskButton kind="second" icon="download" keys="d" onClick={() => void save()}>
              {t('numbers.csv')}
            </DeskButton>
            {mayChange ? (
              <DeskButton keys="+" onClick={add}>
                {t('campaigns.add')}
              </DeskButton>
            ) : null}
          </span>
        </div>
        <p className={styles['note']}>
          {t('numbers.hidden', { least: GROUP_MIN })} {t('campaigns.note')}
        </p>
        <ReadState read={read} />
        {data?.campaigns.length === 0 ? (
          <Empty icon="megaphone" title={t('campaigns.none')} text={t('campaigns.noneText')} />
        ) : null}
        {data && data.campaigns.length > 0 ? (
          <Box title={t('campaigns.title')} className={styles['flush']}>
            <DataTable
              label={t('campaigns.title')}
              columns={[
                { name: t('campaigns.name') },
                { name: t('campaigns.clicks'), isNumber: true },
                { name: t('step.signups'), isNumber: true },
                { name: t('step.confirmed'), isNumber: true },
                { name: t('campaigns.buyers'), isNumber: true },
                { name: t('campaigns.revenue'), isNumber: true },
                { name: t('campaigns.codeUses'), isNumber: true },
                { name: t('campaigns.cost'), isNumber: true },
                { name: t('campaigns.perOne'), isWide: true },
                { name: t('campaigns.return'), isNumber: true },
              ]}
              rows={data.campaigns.map((campaign) => ({
                key: String(campaign.id),
                cells: [
                  <div key="name" className={styles['campaign']}>
                    {mayChange ? (
                      <DeskButton kind="quiet" onClick={() => setEditing(campaign.id)}>
                        {campaign.name}
                      </DeskButton>
                    ) : (
                      campaign.name
                    )}
                    <span>{linkText(campaign)}</span>
                  </div>,
                  ...figuresOf(campaign),
                ],
              }))}
            />
          </Box>
        ) : null}
        {data ? <Partners partners={data.partners} mayChange={mayChange} onDone={reload} /> : null}
      </Main>
      {editing !== null && data ? (
        <CampaignDialog
          newest={data.campaigns.find(({ id }) => id === editing) ?? null}
          partners={data.partners}
          codes={data.codes}
          onChange={reload}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            reload()
          }}
        />
      ) : null}
    </>
  )
}

/** The part of an address that belongs to the campaign, and its codes. */
const linkText = (campaign: Campaign): string =>
  [
    ...TRACKED.flatMap((name) => (campaign[name] === null ? [] : [`${name}=${campaign[name]}`])),
    ...campaign.codes,
  ].join(' · ')

const PER_ONE = [
  ['campaigns.perClick', 'cost_per_click'],
  ['campaigns.perSignup', 'cost_per_signup'],
  ['campaigns.perPurchase', 'cost_per_purchase'],
] as const

const figuresOf = (campaign: Campaign): ReactNode[] => {
  const { numbers, currency } = campaign
  const money = (amount: number | null): string => (amount === null ? '–' : moneyText(Math.round(amount), currency))
  const perOne = PER_ONE.filter(([, figure]) => numbers[figure] !== null)
  return [
    countsClicks(campaign) ? countText(numbers.clicks) : '–',
    countText(numbers.signups),
    countText(numbers.confirmed),
    countText(numbers.buyers),
    numbers.revenue.map((sum) => moneyText(sum.amount, sum.currency)).join(' · ') || '–',
    countText(numbers.code_uses),
    money(numbers.cost),
    perOne.length === 0 ? (
      ''
    ) : (
      <ul key="perOne" className={styles['perOne']}>
        {perOne.map(([name, figure]) => (
          <li key={name}>
            <span className="muted">{t(name)}</span> {money(numbers[figure])}
          </li>
        ))}
      </ul>
    ),
    numbers.return_on_cost === null ? '–' : shareText(numbers.return_on_cost, 0),
  ]
}
