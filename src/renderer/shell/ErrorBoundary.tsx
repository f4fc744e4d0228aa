import { Component, type ErrorInfo, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** What stands there instead; `retry` draws the screen anew. */
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  readonly onError: (error: Error, where: string) => void
  readonly children: ReactNode
}

/** Keeps a screen that fails from taking the window with it. React only lets a class catch. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError(error, info.componentStack ?? '')
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.fallback(error, () => this.setState({ error: null }))
  }
}
