/** Valid inputs of calls, for tests that change the fields which matter to them. */
import type { CallInput } from '#contract/calls.ts'
import type { Deps } from '../deps.ts'

/** A form with a password; with a passkey, the test leaves the password out. */
type Form = CallInput<'signup'>['body'] & { password: string }

export const signupForm = (changes: Partial<Form> = {}): Form => ({
  email: 'carla@example.test',
  name: 'Carla',
  password: 'bicycles under water',
  date_of_birth: '1994-03-12',
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-25',
  city: 'IT-25/milano',
  language: 'it',
  ...changes,
})

type Order = CallInput<'payments.create'>['body']

/** An order of 15 credits at their price with the time bonus. */
export const orderForm = ({ deps }: { deps: Pick<Deps, 'newId'> }, changes: Partial<Order> = {}): Order => ({
  client_id: deps.newId(),
  package: '15',
  price: 749,
  currency: 'EUR',
  method: 'paypal',
  ...changes,
})
