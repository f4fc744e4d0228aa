import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** Draws the replacement; `retry` draws the children again. */
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  /** Runs when the children fail. Every failure is in the log already. */
  readonly onError?: () => void
  readonly children: ReactNode
}

/** Replaces children that fail to draw, so that what is around them stays. React only lets a class catch. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.fallback(error, () => this.setState({ error: null }))
  }
}
