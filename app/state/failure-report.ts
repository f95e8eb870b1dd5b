/** Tells the server's log that a screen broke [SHELL-5]: once a page, in words that name nobody. */
import { failureWords } from '#contract/rules/failure-words.ts'
import { call } from '../ports/api.ts'

const told = new Set<string>()

/** Whoever cannot be reached is not told: nobody waits for it. */
export const reportFailure = (failure: unknown): void => {
  const message = failureWords(failure)
  if (message === '' || told.has(message)) return
  told.add(message)
  void call('failures.report', { body: { message } })
}
