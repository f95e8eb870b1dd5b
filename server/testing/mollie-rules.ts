/** The routes of Mollie's stand-in, and the errors that it finds in requests. */

export type Json = Record<string, unknown>
export type MollieAnswer = { status: number; body: Json }
export type MollieState = Record<'payments' | 'customers' | 'mandates' | 'refunds', Map<string, Json>>

type Route = {
  method: string
  path: RegExp
  answer: (ids: string[], body: Json, query: URLSearchParams) => MollieAnswer
}

const METHODS = [
  'applepay',
  'bancontact',
  'banktransfer',
  'blik',
  'creditcard',
  'directdebit',
  'eps',
  'ideal',
  'paypal',
  'paysafecard',
  'przelewy24',
]

const unfit = (field: string, detail: string): MollieAnswer => ({
  status: 422,
  body: { status: 422, title: 'Unprocessable Entity', detail, field, _links: {} },
})
const NOT_FOUND: MollieAnswer = {
  status: 404,
  body: { status: 404, title: 'Not Found', detail: 'No payment exists with this token.', _links: {} },
}
const NOTHING: MollieAnswer = { status: 204, body: {} }
const found = (body: Json | undefined): MollieAnswer => (body ? { status: 200, body } : NOT_FOUND)
const listed = (name: string, rows: Json[]): MollieAnswer => ({
  status: 200,
  body: { count: rows.length, _embedded: { [name]: rows }, _links: { self: {}, previous: null, next: null } },
})

const textIn = (body: Json, field: string): string => {
  const value = body[field]
  return typeof value === 'string' ? value : ''
}

/** A decimal string with as many places as the currency has. */
const isAmount = (amount: unknown): boolean => {
  if (typeof amount !== 'object' || amount === null) return false
  const { value, currency } = amount as Json
  const shape = currency === 'JPY' ? /^[1-9]\d*$/ : /^\d+\.\d\d$/
  return typeof value === 'string' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && shape.test(value)
}

const isReachable = (url: string): boolean => /^https?:\/\/[^/]+\.(?!test\b)[a-z]+(?::\d+)?\//.test(url)

const listMethods = (query: URLSearchParams): MollieAnswer => {
  const isRecurring = query.get('sequenceType') === 'recurring'
  const amount = { value: query.get('amount[value]'), currency: query.get('amount[currency]') }
  if (!isAmount(amount)) return unfit('amount', 'The amount contains an invalid value')
  const names = METHODS.filter((name) =>
    isRecurring
      ? ['creditcard', 'directdebit', 'paypal'].includes(name)
      : name !== 'directdebit' && (name !== 'applepay' || query.get('includeWallets') === 'applepay'),
  )
  return listed(
    'methods',
    names.map((id) => ({ resource: 'method', id, description: id, status: 'activated', _links: {} })),
  )
}

export const mollieRules = (state: MollieState) => {
  let count = 0
  const idFor = (prefix: string): string => {
    count += 1
    return `${prefix}_standin${count}`
  }
  const keep = (kind: keyof MollieState, row: Json & { id: string }): MollieAnswer => {
    state[kind].set(row.id, row)
    return { status: 201, body: row }
  }
  const rowsOf = (kind: keyof MollieState, field: string, value: string): Json[] =>
    [...state[kind].values()].filter((row) => row[field] === value).toReversed()

  const wrongWith = (body: Json): MollieAnswer | null => {
    const customer = textIn(body, 'customerId')
    const mandate = textIn(body, 'mandateId')
    const sequence = body['sequenceType'] ?? 'oneoff'
    if (!isAmount(body['amount'])) return unfit('amount', 'The amount contains an invalid value')
    if (textIn(body, 'description') === '') return unfit('description', 'The description is required')
    if (!/^https?:/.test(textIn(body, 'redirectUrl'))) return unfit('redirectUrl', 'The redirect URL is required')
    if (body['webhookUrl'] !== undefined && !isReachable(textIn(body, 'webhookUrl')))
      return unfit('webhookUrl', 'The webhook URL is unreachable from Mollie’s point of view')
    if (body['method'] !== undefined && !METHODS.includes(textIn(body, 'method')))
      return unfit('method', 'The payment method is invalid')
    if (sequence !== 'oneoff' && !state.customers.has(customer)) return unfit('customerId', 'The customer is invalid')
    if (sequence === 'recurring' && state.mandates.get(mandate)?.['customerId'] !== customer)
      return unfit('mandateId', 'No suitable mandates found for customer')
    return null
  }

  const createPayment = (body: Json): MollieAnswer => {
    const wrong = wrongWith(body)
    if (wrong) return wrong
    const id = idFor('tr')
    const sequenceType = body['sequenceType'] ?? 'oneoff'
    const isCharge = sequenceType === 'recurring'
    return keep('payments', {
      resource: 'payment',
      id,
      mode: 'test',
      createdAt: '2026-06-15T12:00:00+00:00',
      ...body,
      method: body['method'] ?? state.mandates.get(textIn(body, 'mandateId'))?.['method'] ?? null,
      status: isCharge ? 'pending' : 'open',
      isCancelable: false,
      sequenceType,
      profileId: 'pfl_standin',
      details: null,
      _links: {
        self: { href: `https://api.mollie.com/v2/payments/${id}`, type: 'application/hal+json' },
        ...(isCharge ? {} : { checkout: { href: `https://www.mollie.com/checkout/${id}`, type: 'text/html' } }),
      },
    })
  }

  const createMandate = (customerId: string, body: Json): MollieAnswer => {
    if (!state.customers.has(customerId)) return NOT_FOUND
    if (body['method'] !== 'directdebit') return unfit('method', 'The method is invalid')
    if (textIn(body, 'consumerName') === '') return unfit('consumerName', 'The consumer name is required')
    if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(textIn(body, 'consumerAccount')))
      return unfit('consumerAccount', `The bank account ${textIn(body, 'consumerAccount')} is invalid`)
    if (!/^\d{4}-\d\d-\d\d$/.test(textIn(body, 'signatureDate'))) return unfit('signatureDate', 'Not a date')
    if (!/^[A-Za-z0-9?:().,'+/ -]{1,35}$/.test(textIn(body, 'mandateReference')))
      return unfit('mandateReference', 'The reference is invalid')
    const { consumerName, consumerAccount } = body
    return keep('mandates', {
      resource: 'mandate',
      id: idFor('mdt'),
      status: 'valid',
      customerId,
      ...body,
      details: { consumerName, consumerAccount, consumerBic: null },
      _links: {},
    })
  }

  const createRefund = (paymentId: string, body: Json): MollieAnswer => {
    if (!state.payments.has(paymentId)) return NOT_FOUND
    if (!isAmount(body['amount'])) return unfit('amount', 'The amount contains an invalid value')
    return keep('refunds', { resource: 'refund', id: idFor('re'), paymentId, status: 'pending', ...body, _links: {} })
  }

  const cancelPayment = (id: string): MollieAnswer => {
    const payment = state.payments.get(id)
    if (!payment) return NOT_FOUND
    if (payment['isCancelable'] !== true) return unfit('id', 'The payment cannot be canceled')
    state.payments.set(id, { ...payment, status: 'canceled', isCancelable: false })
    return found(state.payments.get(id))
  }

  const remove = (kind: keyof MollieState, id: string): MollieAnswer => (state[kind].delete(id) ? NOTHING : NOT_FOUND)

  const routes: Route[] = [
    { method: 'GET', path: /^methods$/, answer: (_, __, query) => listMethods(query) },
    { method: 'POST', path: /^payments$/, answer: (_, body) => createPayment(body) },
    { method: 'GET', path: /^payments\/(\w+)$/, answer: ([id = '']) => found(state.payments.get(id)) },
    { method: 'DELETE', path: /^payments\/(\w+)$/, answer: ([id = '']) => cancelPayment(id) },
    {
      method: 'GET',
      path: /^payments\/(\w+)\/refunds$/,
      answer: ([id = '']) => listed('refunds', rowsOf('refunds', 'paymentId', id)),
    },
    { method: 'POST', path: /^payments\/(\w+)\/refunds$/, answer: ([id = ''], body) => createRefund(id, body) },
    {
      method: 'POST',
      path: /^customers$/,
      answer: (_, body) => keep('customers', { resource: 'customer', id: idFor('cst'), ...body, _links: {} }),
    },
    { method: 'DELETE', path: /^customers\/(\w+)$/, answer: ([id = '']) => remove('customers', id) },
    {
      method: 'GET',
      path: /^customers\/(\w+)\/payments$/,
      answer: ([id = '']) => listed('payments', rowsOf('payments', 'customerId', id)),
    },
    { method: 'POST', path: /^customers\/(\w+)\/mandates$/, answer: ([id = ''], body) => createMandate(id, body) },
    {
      method: 'GET',
      path: /^customers\/\w+\/mandates\/(\w+)$/,
      answer: ([id = '']) => found(state.mandates.get(id)),
    },
    { method: 'DELETE', path: /^customers\/\w+\/mandates\/(\w+)$/, answer: ([id = '']) => remove('mandates', id) },
  ]

  return (method: string, path: string, body: Json): MollieAnswer => {
    const url = new URL(path, 'http://stand-in')
    const name = url.pathname.replace(/^\/v2\//, '')
    for (const route of routes) {
      const match = route.method === method ? route.path.exec(name) : null
      if (match) return route.answer(match.slice(1), body, url.searchParams)
    }
    return NOT_FOUND
  }
}
