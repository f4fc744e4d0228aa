import { z } from 'zod'
import { BackgroundAfter } from '../../agent/background-after.ts'
import { CHOICES } from '../../config/choices.ts'
import { LocaleChoice, Theme } from '../../config/look.ts'
import { VariableName } from '../../config/variable-name.ts'
import { ProjectId } from '../../ids.ts'
import type { KeyAction } from '../../keys/key-actions.ts'
import { PermissionMode } from '../../permission/mode.ts'
import { SandboxMode } from '../../sandbox/settings.ts'
import type { Told } from '../../sentences.ts'
import { ToolSearch } from '../../tools/settings.ts'
import type { Boot, Settings } from '../boot.ts'
import { call, personCall } from '../call.ts'

const NOTHING = z.strictObject({})

/** One part of the app's health: what it is, whether it works, and what to do when it does not. */
export type HealthLine = {
  readonly part: 'electron' | 'sqlite' | 'vault' | 'ripgrep' | 'sandbox' | 'servers' | 'config'
  readonly ok: boolean
  readonly detail: Told
  readonly fix: Told | null
}

export const APP_CALLS = {
  'app.boot': call<Boot>()(() => NOTHING),
  'app.health': call<readonly HealthLine[]>()(() => NOTHING),
  'app.openLink': personCall<null>()(() =>
    z.strictObject({ url: z.url({ protocol: /^(https?|mailto)$/ }).max(20_000) }),
  ),
  'app.openLogs': call<null>()(() => NOTHING),
  /**
   * Opens the settings file, creating it if missing. The editor from `VISUAL` or `EDITOR` opens at the line;
   * the system's default program does not get a line.
   */
  'app.openConfig': call<{ readonly atLine: boolean }>()(() =>
    z.strictObject({ line: z.exactOptional(z.int().min(1).max(1_000_000)) }),
  ),
  /** Opens a folder of the person's own agents, skills, hooks or workflows in the file manager. */
  'app.openFolder': call<null>()(() =>
    z.strictObject({ folder: z.enum(['agents', 'skills', 'hooks', 'workflows']) }),
  ),
  /** Dismisses the notice about the Electron in use, until another version is used. */
  'app.dismissOldElectron': call<null>()(() => NOTHING),
  /** Whether the desktop shows tray icons. */
  'app.tray': call<{ readonly hasTray: boolean }>()(() => NOTHING),
  'window.new': call<null>()(() => NOTHING),
  /** The keys that the settings file changes. */
  'keys.changes': call<Readonly<Partial<Record<KeyAction, string>>>>()(() => NOTHING),
  'settings.set': call<Settings>()(() =>
    z.strictObject({
      theme: z.exactOptional(Theme),
      locale: z.exactOptional(LocaleChoice),
      permissionMode: z.exactOptional(PermissionMode),
      sandbox: z.exactOptional(SandboxMode),
      askForReadOnly: z.exactOptional(z.boolean()),
      modeKey: z.exactOptional(z.boolean()),
      teams: z.exactOptional(z.boolean()),
      teamsApart: z.exactOptional(z.boolean()),
      backgroundAgents: z.exactOptional(z.boolean()),
      backgroundAfter: z.exactOptional(BackgroundAfter),
      toolSearch: z.exactOptional(ToolSearch),
      keepRunning: z.exactOptional(CHOICES.keepRunning),
      keepRunningAsked: z.exactOptional(CHOICES.keepRunningAsked),
      notifications: z.exactOptional(CHOICES.notifications),
      textSize: z.exactOptional(CHOICES.textSize),
      density: z.exactOptional(CHOICES.density),
      vimKeys: z.exactOptional(CHOICES.vimKeys),
      chatSummaries: z.exactOptional(CHOICES.chatSummaries),
      summaryEvery: z.exactOptional(CHOICES.summaryEvery),
      suggestions: z.exactOptional(CHOICES.suggestions),
      commitTrailer: z.exactOptional(CHOICES.commitTrailer),
      terminal: z.exactOptional(CHOICES.terminal),
      logLevel: z.exactOptional(CHOICES.logLevel),
    }),
  ),
  /** Sets the variables that commands and hooks of a project inherit although they look like secrets. */
  'settings.passVariables': call<Settings>()(() =>
    z.strictObject({ projectId: ProjectId, names: z.array(VariableName).max(50) }),
  ),
  /** A problem a window met. It is written to the log, redacted, so that diagnostics can show it. */
  'app.reportProblem': call<null>()(() =>
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(20_000) }),
  ),
} as const
