/** Catches what a screen throws, tells the log, and shows the error page instead of a blank one [SHELL-5]. */
import { Component, Suspense, type ReactNode } from 'react'

type Props = { place: string; instead: ReactNode; children: ReactNode }
type State = { place: string; failed: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  /** Another place is another chance; the screen itself stays, as lists beside a pane do. */
  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return place === before.place ? null : { place, failed: false }
  }

  override componentDidCatch(failure: unknown): void {
    // Comes when it is needed, which is seldom.
    import('../state/failure-report.ts').then(
      ({ reportFailure }) => reportFailure(failure),
      () => {},
    )
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** What comes late beside the screen, and may stay away: the screen stands without it. */
export const Aside = ({ place = '', children }: { place?: string; children: ReactNode }) => (
  <ErrorBoundary place={place} instead={<span />}>
    <Suspense fallback={<span />}>{children}</Suspense>
  </ErrorBoundary>
)
