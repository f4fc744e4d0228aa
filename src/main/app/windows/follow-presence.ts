import type { AppEvent } from '#shared/events/delivery.ts'
import type { ShellPort } from '../../app-port.ts'
import type { Settings } from '../../config/settings.ts'
import type { Inbox } from '../../log/listings/inbox.ts'

type Deps = {
  readonly settings: Pick<Settings, 'current'>
  readonly inbox: Pick<Inbox, 'list'>
  readonly hear: (listener: (event: AppEvent) => void) => () => void
}

/** Tells the shell what waits for the person, and whether it stays without a window; now and after each change. */
export function followPresence(
  { settings, inbox, hear }: Deps,
  shell: Pick<ShellPort, 'applyPresence'>,
): void {
  const apply = () =>
    shell.applyPresence({ keepRunning: settings.current().keepRunning, needsYou: inbox.list().length })
  apply()
  hear(({ kind }) => {
    if (kind === 'inbox.changed' || kind === 'settings.changed') apply()
  })
}
