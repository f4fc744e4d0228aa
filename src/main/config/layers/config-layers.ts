import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AllowedHooks } from '#shared/config/allowed-hooks.ts'
import type { ManagedConfig, UserConfig } from '#shared/config/config.ts'
import type { ManagedPlace } from '#shared/config/managed-place.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { watchFile } from '../watch-file.ts'
import { type ManagedRead, readManaged } from './managed-file.ts'
import { overlay } from './overlay.ts'

type Deps = {
  readonly place: ManagedPlace
  readonly commandLine: UserConfig
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
}

/** The layers of settings above every file of the person: the command line and the administrator. */
export type HigherLayers = ReturnType<typeof createHigherLayers>

export function createHigherLayers({ place, commandLine, clock, logger, tell }: Deps) {
  let read: ManagedRead = { config: null, problem: null }
  let lastGood: ManagedConfig | null = null
  let stop = () => {}
  const load = async (): Promise<void> => {
    const found = await readManaged(place)
    if (found.problem !== null) {
      logger.warn('The managed settings cannot be used', { why: found.problem.message })
    }
    // A policy that had no error until now holds on while its file has one.
    const keepsLast = found.problem !== null && found.config !== null && lastGood !== null
    read = keepsLast ? { ...found, config: lastGood } : found
    lastGood = found.problem === null ? found.config : lastGood
  }
  const reload = async (): Promise<void> => {
    await load()
    tell({ kind: 'config.changed', problem: read.problem })
  }
  const managed = (): UserConfig => settingsOf(read.config)
  const above = rememberLast((line: UserConfig, policy: UserConfig) => overlay(line, policy))
  return {
    place,
    load,
    watch: () => {
      // A computer without managed settings has no folder to watch.
      if (!existsSync(dirname(place.file))) return
      const report = (error: unknown) => logger.error('The managed settings could not be read again', error)
      stop = watchFile(place.file, () => void reload().catch(report), { clock, logger })
    },
    /** The settings that win over windows and over all files except the managed one. */
    forced: (): UserConfig => above(commandLine, managed()),
    managed,
    commandLine: (): UserConfig => commandLine,
    problem: (): AppErrorData | null => read.problem,
    allowedHooks: (): AllowedHooks => read.config?.hooks?.allow ?? 'all',
    close: () => stop(),
  }
}

const settingsOf = rememberLast((config: ManagedConfig | null): UserConfig => {
  const { hooks: _hooks, ...settings } = config ?? {}
  return settings
})
