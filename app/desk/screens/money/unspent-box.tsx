/** The credits that members had not spent at the end of the month. */
import { failureText } from '../../failure-text.ts'
import { dateText, moneyText } from '../../format.ts'
import { numberText, t } from '../../texts.ts'
import { Box, Facts } from '../../ui/parts.tsx'
import { useCall } from '../../use-call.ts'

export const UnspentBox = ({ month }: { month: string }) => {
  const { data, failure } = useCall('money.unspent', { params: { month } })
  return (
    <Box title={data ? t('unspent.titleAt', { date: dateText(data.at) }) : t('unspent.title')}>
      {data === null && failure === null ? <p className="muted">{t('frame.loading')}</p> : null}
      {failure ? <p>{failureText(failure)}</p> : null}
      {data ? (
        <Facts
          facts={[
            [t('unspent.credits'), numberText(data.credits)],
            ...data.bought.map(({ currency, credits, sold_for }): [string, string] => [
              t('unspent.bought', { currency }),
              t('unspent.soldFor', { credits, amount: moneyText(sold_for, currency) }),
            ]),
            [t('unspent.old'), numberText(data.old)],
            [t('unspent.free'), numberText(data.free)],
            [t('unspent.goodwill'), numberText(data.goodwill)],
          ]}
        />
      ) : null}
    </Box>
  )
}
