/** The commands for discount codes, the words after `npm run codes --`: parses them and carries them out. */
import { DISCOUNT_STATUSES, DISCOUNT_VALIDITIES, type PaymentMethod } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import type { Discount } from '#contract/rules/discount.ts'
import { decimalOf, placesOf } from '#contract/rules/price.ts'
import { commandLine, noMoreWords, NotACommand, oneOf } from '../cli.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps } from '../../server/deps.ts'
import { deskCallOf } from '#contract/desk/calls.ts'
import {
  addDiscountCode,
  codeFault,
  currenciesOf,
  setDiscountStatus,
  type CodeAct,
} from '../../server/areas/desk/codes.ts'
import { actingStaff } from '../acting-staff.ts'

/** `as` is the mail after `--as`, and `reason` the text after `--because`. */
export type Command = Words & { as: string | undefined; reason: string }

type Words = { do: 'list' } | { do: 'add'; code: Discount } | { do: 'on' | 'off'; code: string }

export const HELP = `npm run codes                                  every code, with how often it was used
npm run codes -- add CODE PERCENT [field=value …]
npm run codes -- off CODE                      counts for nobody any more; what was bought with it stays
npm run codes -- on CODE                       counts again
… --as MAIL                                    the staff account that acts; else DESK_STAFF
… --because TEXT                               the reason, for the audit

Fields, all of them optional:
  minimum=19.99          the smallest package it is for, in its currency, else in the member’s
  country=IT             for members of this country alone
  currency=EUR           for prices in this currency alone
  member=123             for this member alone
  expires=2026-12-31     the last day it counts (UTC), or a moment: 2026-12-31T18:00Z
  validity=once-per-user ${DISCOUNT_VALIDITIES.join(', ')}; unlimited where left out
  methods=paypal,ideal   for these ways to pay alone: ${PAYMENT_METHODS.join(', ')}
  status=inactive        ${DISCOUNT_STATUSES.join(', ')}

It works on the database of DATA_DIR or DATABASE_URL, also while the server runs, and counts at once.`

export const commandFrom = (args: readonly string[]): Command => {
  const { words, options } = commandLine(args, ['as', 'because'])
  return { ...wordsFrom(words), as: options.as, reason: options.because ?? 'by command' }
}

const wordsFrom = (words: readonly string[]): Words => {
  const [verb, code = '', ...rest] = words
  switch (verb) {
    case undefined:
    case 'list':
      noMoreWords(words.slice(1))
      return { do: 'list' }
    case 'on':
    case 'off':
      noMoreWords(rest)
      return { do: verb, code: codeFrom(code) }
    case 'add':
      return { do: 'add', code: discountFrom(codeFrom(code), rest) }
    default:
      throw new NotACommand(`There is no “${verb}”.`)
  }
}

/** Codes are in capitals, with characters that are easy to say on the phone. */
const codeFrom = (text: string): string => {
  const code = text.trim().toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9_-]{2,39}$/.test(code))
    throw new NotACommand(`code: “${text}” is not 3 to 40 letters (A–Z), digits, - and _.`)
  return code
}

const discountFrom = (code: string, [percent = '', ...fields]: readonly string[]): Discount => {
  const value_percentage = percentageFrom(percent)
  const given = new Map<string, string>()
  for (const field of fields) {
    const [, name = '', value = ''] = /^([a-z]+)=(.+)$/.exec(field) ?? []
    if (!isField(name)) throw new NotACommand(`“${field}” is no field of a code.`)
    if (given.has(name)) throw new NotACommand(`${name}: said twice.`)
    given.set(name, value)
  }
  const read = <Value>(name: Field, from: (text: string) => Value): Value | null => {
    const text = given.get(name)
    return text === undefined ? null : from(text)
  }
  const currency = read('currency', (text) => matching('currency', /^[A-Z]{3}$/, text, 'a currency such as EUR'))
  return {
    code,
    value_percentage,
    currency,
    minimum_order_value: read('minimum', (text) => amountFrom(text, currency ?? 'EUR')),
    country: read('country', (text) => matching('country', /^[A-Z]{2}$/, text, 'a country such as IT')),
    user_id: read('member', (text) => Number(matching('member', /^[1-9]\d{0,14}$/, text, 'the number of a member'))),
    expires: read('expires', momentFrom),
    status: read('status', (text) => oneOf(DISCOUNT_STATUSES, text, 'status')) ?? 'active',
    validity: read('validity', (text) => oneOf(DISCOUNT_VALIDITIES, text, 'validity')) ?? 'unlimited',
    paymentmethods: read('methods', methodsFrom),
  }
}

const FIELDS = ['minimum', 'country', 'currency', 'member', 'expires', 'validity', 'methods', 'status'] as const
type Field = (typeof FIELDS)[number]
const isField = (name: string): name is Field => FIELDS.some((field) => field === name)

/** A discount is always below 100 %, because no payment provider accepts an order of 0. */
const percentageFrom = (text: string): number => {
  const percentage = Number(
    matching('percent', /^\d{1,2}([.,]\d{1,2})?%?$/, text, 'more than 0 and less than 100, such as 25 or 12.5')
      .replace(',', '.')
      .replace('%', ''),
  )
  if (percentage <= 0) throw new NotACommand('percent: 0 takes nothing off.')
  return percentage
}

/** @returns minor units */
const amountFrom = (text: string, currency: string): number => {
  const places = placesOf(currency)
  const pattern = places === 0 ? /^\d{1,7}$/ : new RegExp(String.raw`^\d{1,7}([.,]\d{1,${places}})?$`)
  const amount = matching('minimum', pattern, text, `an amount in ${currency} such as ${decimalOf(1_999, currency)}`)
  return Math.round(Number(amount.replace(',', '.')) * 10 ** places)
}

/** @returns the moment from which the code is expired, in ms */
const momentFrom = (text: string): number => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const at = Date.parse(isDay ? `${text}T00:00:00Z` : text)
  const exists =
    Number.isFinite(at) && (isDay ? new Date(at).toISOString().startsWith(text) : /T.*(Z|[+-]\d{2}:\d{2})$/.test(text))
  if (!exists)
    throw new NotACommand(`expires: “${text}” is no day such as 2026-12-31, nor a moment such as 2026-12-31T18:00Z.`)
  return isDay ? at + 86_400_000 : at
}

const methodsFrom = (text: string): PaymentMethod[] => [
  ...new Set(text.split(',').map((method) => oneOf(PAYMENT_METHODS, method.trim(), 'methods'))),
]

const matching = (field: string, pattern: RegExp, text: string, what: string): string => {
  if (!pattern.test(text)) throw new NotACommand(`${field}: “${text}” is not ${what}.`)
  return text
}

type Needs = Pick<Deps, 'read' | 'write' | 'settings' | 'now' | 'env'>

/** @throws NotACommand if a code is wrong; nothing is written then */
export const runCodes = async (deps: Needs, command: Command): Promise<string> => {
  if (command.do === 'list') return list(deps)
  const actor = await actingStaff(deps, command.as, deskCallOf('codes.status').roles)
  const by = { actor, reason: command.reason }
  switch (command.do) {
    case 'add':
      return add(deps, command.code, by)
    case 'on':
    case 'off': {
      const status = command.do === 'on' ? 'active' : 'inactive'
      const done = await setDiscountStatus(deps, command.code, status, by)
      if (done === 'not_found') throw new NotACommand(`There is no code ${command.code}.`)
      return `${command.code} is ${command.do}.`
    }
  }
}

const add = async (deps: Needs, discount: Discount, by: CodeAct): Promise<string> => {
  const settings = deps.settings()
  const wrong = whatIsWrong(discount, settings, deps.now())
  if (wrong !== null) throw new NotACommand(wrong)
  const { code, user_id: member } = discount
  if (member !== null && !(await deps.read.discounts.buyer(member)))
    throw new NotACommand(`member: there is no member ${member}.`)
  const isNew = await addDiscountCode(deps, discount, by)
  if (!isNew) throw new NotACommand(`code: there is a ${code} already. Codes are not changed: make another.`)
  return lineOf({ discount, uses: 0 })
}

/** Checks a discount against the site's settings, which the parser does not know. */
const whatIsWrong = (discount: Discount, settings: SiteSettings, now: number): string | null => {
  const { code, country, currency } = discount
  switch (codeFault(discount, settings, now)) {
    case 'code':
      return `code: ${code} is the site’s own, and goes by rules of its own.`
    case 'country':
      return `country: the site is not for ${country}, but for ${settings.countries.join(', ')}.`
    case 'currency':
      return `currency: nobody pays in ${currency} here, but in ${currenciesOf(settings).join(', ')}.`
    case 'expires':
      return 'expires: that is over already.'
    case null:
      return null
  }
}

const list = async (deps: Needs): Promise<string> => {
  const codes = await deps.read.discounts.codes()
  return codes.length === 0 ? 'There are no codes.' : codes.map(lineOf).join('\n')
}

const lineOf = ({ discount, uses }: { discount: Discount; uses: number }): string => {
  const {
    currency,
    country,
    user_id: member,
    expires,
    minimum_order_value: minimum,
    paymentmethods: methods,
  } = discount
  return [
    `${discount.code}  ${discount.value_percentage} %  ${discount.status}  ${discount.validity}  used ${uses}`,
    ...(minimum === null ? [] : [`from ${minimum} minor units`]),
    ...(currency === null ? [] : [currency]),
    ...(country === null ? [] : [country]),
    ...(member === null ? [] : [`member ${member}`]),
    ...(expires === null ? [] : [`until ${new Date(expires).toISOString()}`]),
    ...(methods === null ? [] : [methods.join(',')]),
  ].join('  ')
}
