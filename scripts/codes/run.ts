/** Carries out a command for discount codes, and returns the line to print. */
import type { SiteSettings } from '../../contract/entities/site-settings.ts'
import type { Discount } from '../../contract/rules/discount.ts'
import type { Deps } from '../../server/deps.ts'
import { deskCallOf } from '../../contract/desk/calls.ts'
import { addDiscountCode, codeFault, currenciesOf, setDiscountStatus } from '../../server/areas/desk/discount-codes.ts'
import { actingStaff } from '../acting-staff.ts'
import { NotACommand } from '../cli.ts'
import type { Command } from './command.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'settings' | 'now' | 'env'>

/** @throws NotACommand if a code is wrong; nothing is written then */
export const runCodes = async (deps: Needs, command: Exclude<Command, { do: 'help' }>): Promise<string> => {
  if (command.do === 'list') return list(deps)
  const actor = await actingStaff(deps, command.as, deskCallOf('codes.status').roles)
  const by = { staff: actor?.id ?? null, reason: command.reason }
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

type Actor = Parameters<typeof addDiscountCode>[2]

const add = async (deps: Needs, discount: Discount, by: Actor): Promise<string> => {
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
