/** Catches what a screen throws and shows the error page instead of a blank one [SHELL-5]. */
import { Component, type ReactNode } from 'react'

type Props = { place: string; instead: ReactNode; report: (failure: unknown) => void; children: ReactNode }
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
    this.props.report(failure)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
