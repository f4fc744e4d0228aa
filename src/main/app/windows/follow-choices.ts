import type { LogLevel } from '#shared/config/choices.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ShellPort } from '../../app-port.ts'
import type { Settings } from '../../config/settings.ts'

type Deps = {
  readonly settings: Pick<Settings, 'current'>
  readonly hear: (listener: (event: AppEvent) => void) => () => void
}

/** Sets the level of the log, now and after each change of the settings. */
export function followLogLevel({ settings, hear }: Deps, setLevel: (level: LogLevel) => void): void {
  setLevel(settings.current().logLevel)
  hear((event) => {
    if (event.kind === 'settings.changed') setLevel(event.settings.logLevel)
  })
}

/** Returns desktop notifications that the setting can switch off. */
export function notifyUnlessOff(
  { settings }: Pick<Deps, 'settings'>,
  notify: ShellPort['notify'],
): ShellPort['notify'] {
  return (title, body, chosen) => {
    if (settings.current().notifications) notify(title, body, chosen)
  }
}
