/** A signup form with valid values. */
import type { CallInput } from '#contract/calls.ts'

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
