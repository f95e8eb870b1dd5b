/** Tells the server's log that a screen broke [SHELL-5]: once a page, in words that name nobody. */
import { failureWords } from '#contract/rules/failure-words.ts'
import { call } from '../ports/api.ts'

const reported = new Set<string>()

/** Whoever cannot be reached is not reported: nobody waits for it. */
export const reportFailure = (failure: unknown): void => {
  const message = failureWords(failure)
  if (message === '' || reported.has(message)) return
  reported.add(message)
  void call('failures.report', { body: { message } })
}
