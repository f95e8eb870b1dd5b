/** Reports to the server's log that a screen crashed [SHELL-5]: once a page, without personal data. */
import { failureWords } from '#contract/rules/failure-words.ts'
import { call } from '../ports/api.ts'

const reported = new Set<string>()

/** Nobody waits for the report, so a failure to send it is ignored. */
export const reportFailure = (failure: unknown): void => {
  const message = failureWords(failure)
  if (message === '' || reported.has(message)) return
  reported.add(message)
  void call('failures.report', { body: { message } })
}
