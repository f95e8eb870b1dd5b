/** The invoice of a payment: seller, buyer, item, and the included tax. In print it is alone on its sheet. */
import { useEffect } from 'react'
import type { Invoice } from '#contract/entities/money.ts'
import { printInLight, printPage } from '../../ports/print.ts'
import { countryName, moneyOf, percentOf, utcDayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './invoice.module.css'

export const InvoiceSheet = ({ invoice }: { invoice: Invoice }) => {
  const { number, at, credits, net, vat, vat_percentage: percentage, total, currency } = invoice
  useEffect(printInLight, [])
  return (
    <>
      <section className={styles['invoice']} aria-labelledby="invoice-title">
        <div>
          <h2 id="invoice-title">{t('invoice.heading', { number })}</h2>
          <p className="small muted">
            <span className="vh">{t('invoice.date')}: </span>
            {utcDayOf(at)}
          </p>
        </div>
        <div className={styles['parties']}>
          <Seller invoice={invoice} />
          <div>
            <h3>{t('invoice.buyer')}</h3>
            <p>{invoice.buyer.name}</p>
            <p>{invoice.buyer.email}</p>
            <p>{countryName(invoice.buyer.country)}</p>
          </div>
        </div>
        <dl className={styles['lines']}>
          <div>
            <dt>{t('credits.count', { count: credits })}</dt>
            <dd>{moneyOf(total, currency)}</dd>
          </div>
          <div>
            <dt>{t('invoice.net')}</dt>
            <dd>{moneyOf(net, currency)}</dd>
          </div>
          <div>
            <dt>{t('invoice.vat', { percent: percentOf(percentage) })}</dt>
            <dd>{moneyOf(vat, currency)}</dd>
          </div>
          <div className={styles['total']}>
            <dt>{t('invoice.total')}</dt>
            <dd>{moneyOf(total, currency)}</dd>
          </div>
          {(invoice.credit_notes ?? []).map((note) => (
            <div key={note.number}>
              <dt>
                {t(note.amount < 0 ? 'invoice.creditNote' : 'invoice.creditNoteUndone', {
                  number: note.number,
                  date: utcDayOf(note.at),
                  vat: moneyOf(note.vat, currency),
                })}
              </dt>
              <dd>{moneyOf(note.amount, currency)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Button kind="second" onClick={printPage}>
        {t('invoice.print')}
      </Button>
    </>
  )
}

const Seller = ({ invoice: { seller } }: { invoice: Invoice }) => (
  <div>
    <h3>{t('invoice.seller')}</h3>
    <p>{seller.name}</p>
    <p>{seller.address}</p>
    <p>
      {seller.city}, {countryName(seller.country)}
    </p>
    <p>{t('invoice.register', { number: seller.kvk })}</p>
    {seller.vat_numbers.map((number) => (
      <p key={number}>{t('invoice.vatNumber', { number })}</p>
    ))}
  </div>
)
