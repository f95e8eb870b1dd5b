/** The payments and the ledger of a member, with refunds, goodwill and chargebacks [DESK-12]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  REFUSED_REFUND_ANSWERS,
  TAKEN_BACK,
  type DeskLedgerEntry,
  type DeskPayment,
  type MemberMoney,
} from '#contract/desk/member-money.ts'
import { Note } from '../../../ui/note.tsx'
import { now } from '../../clock.ts'
import { moneyText, shareText, utcDayText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys, type KeyEntry } from '../../keys.ts'
import type { ScreenProps } from '../../screens.ts'
import { mayCall } from '../../session.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, Facts, Tag } from '../../ui/parts.tsx'
import { ClaimMark, liveClaim } from '../../ui/queue-marks.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { Approvals } from './approvals.tsx'
import { MoneyDialog, RefundDialog, type MoneyAct } from './money-dialogs.tsx'
import styles from './money.module.css'
import tables from '../../ui/data-table.module.css'

const TOPICS = ['queue', 'claim']

/** The act whose dialog is open. */
type OpenAct = MoneyAct | { kind: 'refund'; payment: DeskPayment }

export const MemberMoneyScreen = ({ params: { id = '' } }: ScreenProps) => {
  useSignals()
  const [, navigate] = useLocation()
  const [before, setBefore] = useState<string | null>(null)
  const query = before === null ? {} : { before }
  const read = useCall('money.member', { params: { member: id }, query }, TOPICS)
  const { data, reload } = read
  const [act, setAct] = useState<OpenAct | null>(null)
  const back = mayCall('members.get')
    ? { href: `/members/${id}`, label: data?.member.name ?? t('member.title') }
    : { href: '/queue', label: t('queue.title') }
  useKeys([
    ...(data
      ? [{ keys: ['+'], text: 'key.goodwill', run: () => setAct({ kind: 'goodwill', money: data }) } satisfies KeyEntry]
      : []),
    { keys: ['Escape'], text: 'key.back', run: () => navigate(back.href) },
  ])
  const close = (): void => setAct(null)
  return (
    <>
      <Head
        title={t('memberMoney.title')}
        back={back}
        note={<span className="num">{t('member.number', { number: id })}</span>}
      >
        {data && liveClaim(data.claim, now.value) ? <ClaimMark claim={data.claim} /> : null}
      </Head>
      <Main>
        <ReadState read={read} missing={{ title: t('member.missing'), text: t('member.missingText') }} />
        {data ? (
          <div className={styles['stack']}>
            <Sums money={data} onGoodwill={() => setAct({ kind: 'goodwill', money: data })} />
            <Approvals approvals={data.approvals} onDone={reload} />
            <Payments payments={data.payments} onAct={setAct} />
            <Ledger ledger={data.ledger} />
            <div className={tables['bar']}>
              {before === null ? null : (
                <DeskButton kind="second" onClick={() => setBefore(null)}>
                  {t('memberMoney.newest')}
                </DeskButton>
              )}
              {data.more ? (
                <DeskButton kind="second" onClick={() => setBefore(String(data.ledger.at(-1)?.id))}>
                  {t('memberMoney.older')}
                </DeskButton>
              ) : null}
            </div>
          </div>
        ) : null}
      </Main>
      {act?.kind === 'refund' ? (
        <RefundDialog payment={act.payment} over={data?.second_person_over ?? 0} onClose={close} onDone={reload} />
      ) : null}
      {act && act.kind !== 'refund' ? <MoneyDialog act={act} onClose={close} onDone={reload} /> : null}
    </>
  )
}

const Sums = ({ money, onGoodwill }: { money: MemberMoney; onGoodwill: () => void }) => (
  <Box
    title={money.member.name}
    end={
      <DeskButton kind="second" keys="+" onClick={onGoodwill}>
        {t('memberMoney.goodwill')}
      </DeskButton>
    }
  >
    {money.buying_stopped ? <Note tone="warn">{t('memberMoney.stopped')}</Note> : null}
    <Facts
      facts={[
        [t('memberMoney.credits'), numberText(money.credits)],
        ...money.sums.map(({ currency, paid, refunded, worth }): [string, string] => [
          t('memberMoney.sum', { currency }),
          t('memberMoney.sumText', {
            paid: moneyText(paid, currency),
            refunded: moneyText(refunded, currency),
            worth: moneyText(worth, currency),
          }),
        ]),
        [t('memberMoney.goodwillLeft'), numberText(money.goodwill_left)],
      ]}
    />
  </Box>
)

type PaymentsProps = {
  payments: readonly DeskPayment[]
  onAct: (act: OpenAct) => void
}

const Payments = ({ payments, onAct }: PaymentsProps) => (
  <Box title={t('memberMoney.payments')} className={tables['flush']}>
    {payments.length === 0 ? (
      <p className={styles['text']}>{t('memberMoney.noPayments')}</p>
    ) : (
      <DataTable
        label={t('memberMoney.payments')}
        columns={[
          { name: t('memberMoney.when') },
          { name: t('memberMoney.bought'), isNumber: true },
          { name: t('memberMoney.grossVat'), isNumber: true },
          { name: t('month.back'), isNumber: true },
          { name: t('month.state') },
          { name: t('memberMoney.acts'), isWide: true },
          { name: t('memberMoney.invoice') },
        ]}
        rows={payments
          .toSorted((one, other) => Number(waits(other)) - Number(waits(one)))
          .map((payment) => ({
            key: payment.id,
            cells: [
              whenText(payment.completed_at ?? payment.created_at, now.value),
              t('memberMoney.boughtCredits', { count: payment.credits }),
              <span key="gross">
                {moneyText(payment.amount, payment.currency)}
                <br />
                <span className="muted">
                  {t('memberMoney.vat', {
                    vat: moneyText(payment.vat, payment.currency),
                    rate: shareText(payment.vat_percentage / 100),
                  })}
                </span>
              </span>,
              moneyText(payment.refunded + payment.waiting, payment.currency),
              <State key="state" payment={payment} />,
              <Acts key="acts" payment={payment} onAct={onAct} />,
              <span key="invoice">
                {payment.invoice ?? '–'}
                <br />
                <span className="muted">{tCode('method', payment.method)}</span>
              </span>,
            ],
          }))}
      />
    )}
  </Box>
)

/** A payment with something to decide comes first: a member may have hundreds, and the queue leads here for this one. */
const waits = ({ chargeback, refused_refunds }: DeskPayment): boolean =>
  chargeback?.decision === null || refused_refunds.length > 0

const State = ({ payment: { status, waiting, refused_refunds, currency, chargeback } }: { payment: DeskPayment }) => (
  <span className={styles['states']}>
    <Tag tone={status === 'completed' ? 'good' : 'plain'}>{tCode('paymentStatus', status)}</Tag>
    {waiting > 0 ? <Tag icon="clock">{t('memberMoney.waiting', { amount: moneyText(waiting, currency) })}</Tag> : null}
    {refused_refunds.map(({ refund, amount, reason }) => (
      <Tag key={refund} tone="warn" icon="warning">
        {t('memberMoney.refused', {
          amount: moneyText(amount, currency),
          reason: reason === TAKEN_BACK ? t('refusedRefund.takenBack') : reason,
        })}
      </Tag>
    ))}
    {chargeback ? (
      // Without an icon: the longest German word fits the column of a tablet.
      <Tag tone={chargeback.decision === 'won' ? 'good' : 'warn'}>
        {tCode('chargeback', chargeback.decision ?? 'open')}
      </Tag>
    ) : null}
    {chargeback?.decision === null && chargeback.contest_by !== null ? (
      <Tag icon="clock">{t('chargeback.contested', { date: utcDayText(chargeback.contest_by) })}</Tag>
    ) : null}
  </span>
)

const CHARGEBACK_ACTS = ['allow', 'stop', 'contest', 'won'] as const

/**
 * Whether an act makes sense now: a decision can be changed to the other one, only an undecided chargeback can be contested, and
 * one that is won is over.
 */
const isPossible = (act: (typeof CHARGEBACK_ACTS)[number], { status, chargeback }: DeskPayment): boolean => {
  if (chargeback?.decision === 'won') return false
  if (act === 'won') return status === 'charged_back'
  return act === 'contest' ? chargeback?.decision === null : act !== chargeback?.decision
}

const Acts = ({ payment, onAct }: { payment: DeskPayment; onAct: PaymentsProps['onAct'] }) => (
  <span className={styles['acts']}>
    {payment.refund ? (
      <DeskButton kind="second" onClick={() => onAct({ kind: 'refund', payment })}>
        {t('memberMoney.refund')}
      </DeskButton>
    ) : null}
    {payment.withdrawal && payment.withdrawal.amount > 0 ? (
      <DeskButton kind="second" onClick={() => onAct({ kind: 'withdraw', payment })}>
        {t('memberMoney.withdraw')}
      </DeskButton>
    ) : null}
    {mayCall('money.settle_refund')
      ? payment.refused_refunds.flatMap((refused) =>
          REFUSED_REFUND_ANSWERS.map((kind) => (
            <DeskButton
              key={`${refused.refund} ${kind}`}
              kind="second"
              onClick={() => onAct({ kind, payment, refused })}
            >
              {tCode('memberMoney', kind)}
            </DeskButton>
          )),
        )
      : null}
    {payment.chargeback && mayCall('money.decide_chargeback')
      ? CHARGEBACK_ACTS.filter((one) => isPossible(one, payment)).map((one) => (
          <DeskButton key={one} kind="second" onClick={() => onAct({ kind: one, payment })}>
            {tCode('memberMoney', one)}
          </DeskButton>
        ))
      : null}
  </span>
)

const Ledger = ({ ledger }: { ledger: readonly DeskLedgerEntry[] }) => (
  <Box
    title={t('memberMoney.ledger')}
    className={tables['flush']}
    end={<span className="muted">{t('memberMoney.ledgerNote')}</span>}
  >
    {ledger.length === 0 ? (
      <p className={styles['text']}>{t('memberMoney.noLedger')}</p>
    ) : (
      <DataTable
        label={t('memberMoney.ledger')}
        columns={[
          { name: t('memberMoney.when') },
          { name: t('memberMoney.what') },
          { name: t('memberMoney.credits'), isNumber: true },
          { name: t('memberMoney.left'), isNumber: true },
        ]}
        rows={ledger.map(({ id, at, reason, amount, balance }) => ({
          key: String(id),
          cells: [
            whenText(at, now.value),
            reason === 'chargeback' && amount > 0 ? t('ledger.chargebackWon') : tCode('ledger', reason),
            <b key="amount">{signedText(amount)}</b>,
            numberText(balance),
          ],
        }))}
      />
    )}
  </Box>
)

const signedText = (amount: number): string => (amount < 0 ? `−${numberText(-amount)}` : `+${numberText(amount)}`)
