// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { PAYMENT_ID } from '../credits/testing.ts'
import { TransactionsScreen } from './transactions-screen.tsx'

setUpScreens()

const me = aUser()
beforeEach(() => enterAs(me))

describe('[PAY-11] transactions', () => {
  test('without an id are the list', async () => {
    const asked = answerCalls({})
    await showAt('/transactions', <TransactionsScreen me={me} id={undefined} />)
    expect(asked.map(({ name }) => name)).toEqual(['transactions.list'])
  })

  test('with an id are this one payment', async () => {
    const asked = answerCalls({})
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(asked).toMatchObject([{ params: { id: PAYMENT_ID } }])
  })
})
