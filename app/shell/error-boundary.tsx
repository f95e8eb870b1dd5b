/** Catches errors of a screen, reports them, and shows the error page instead of a blank one [SHELL-5]. */
import { Component, Suspense, type ReactNode } from 'react'
import { NoNetwork } from './missing-part.ts'
import { failureWords } from '#contract/rules/failure-words.ts'
import { call } from '../ports/api.ts'

type Props = { place: string; instead: ReactNode; children: ReactNode }
type State = { place: string; failed: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  /** A new place clears the error. The children are not remounted, so a list beside a pane keeps its state. */
  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return place === before.place ? null : { place, failed: false }
  }

  override componentDidCatch(failure: unknown): void {
    if (!(failure instanceof NoNetwork)) reportFailure(failure)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** React calls this for every error that a boundary catches. By default it logs all of them. */
export const logCaught = (failure: unknown): void => {
  // eslint-disable-next-line no-console -- the default of React, for all other errors
  if (!(failure instanceof NoNetwork)) console.error(failure)
}

/** Renders an optional part beside the screen. If the part fails, the screen works without it. */
export const Aside = ({ place = '', children }: { place?: string; children: ReactNode }) => (
  <ErrorBoundary place={place} instead={<span />}>
    <Suspense fallback={<span />}>{children}</Suspense>
  </ErrorBoundary>
)

const reported = new Set<string>()

/**
 * Reports to the server's log that a screen crashed [SHELL-5]: once a page, without personal data. Nobody waits for the report, so a failure
 * to send it is ignored.
 */
export const reportFailure = (failure: unknown): void => {
  const message = failureWords(failure)
  if (message === '' || reported.has(message)) return
  reported.add(message)
  void call('failures.report', { body: { message } })
}
