import { type Launch, parseLink } from './launch.ts'

type LinkEvent = { readonly preventDefault: () => void }

/** The part of Electron that hands links over on macOS; other systems put them on the command line. */
export type LinkHost = {
  readonly onOpenUrl: (listener: (event: LinkEvent, url: string) => void) => void
}

/**
 * Receives the links that the system hands over. It must exist before the app is ready: the link that starts the app comes
 * before any window. Links without a meaning only bring the app to the front.
 */
export function receiveLinks({ onOpenUrl }: LinkHost) {
  const early: Launch[] = []
  let show: ((launch: Launch) => void) | null = null
  onOpenUrl((event, url) => {
    event.preventDefault()
    const launch = parseLink(url)
    if (show === null) early.push(launch)
    else show(launch)
  })
  return {
    /** Shows the links so far, and each later one. */
    connect: (next: (launch: Launch) => void): void => {
      show = next
      for (const launch of early.splice(0)) next(launch)
    },
  }
}
