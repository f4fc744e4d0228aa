import { z } from 'zod'
import { BackgroundAfter } from '#shared/agent/background-after.ts'
import { DEFAULT_BACKGROUND_AFTER } from '#shared/agent/default-background-after.ts'
import { CHOICES, type Choices } from '#shared/config/choices.ts'
import type { UserConfig } from '#shared/config/config.ts'
import { LocaleChoice, Theme } from '#shared/config/look.ts'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { SessionId } from '#shared/ids.ts'
import type { Settings as WindowSettings } from '#shared/ipc/boot.ts'
import { PermissionMode } from '#shared/permission/mode.ts'
import { KeptProblems } from '#shared/problems/problem.ts'
import { SandboxMode } from '#shared/sandbox/settings.ts'
import { say } from '#shared/sentences.ts'
import { ToolSearch } from '#shared/tools/settings.ts'
import type { DeferredRows } from '../database/deferred-rows.ts'
import { settingValues } from './layers/setting-values.ts'
import type { SettingsRows } from './rows.ts'

/** The last window position. Validated on use, because screens change. */
export const WindowBounds = z.strictObject({
  x: z.exactOptional(z.number().int()),
  y: z.exactOptional(z.number().int()),
  width: z.number().int().min(200).max(20_000),
  height: z.number().int().min(200).max(20_000),
  maximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof WindowBounds>

/** Hooks disabled by the person: all of them, or those with these keys. */
const HookSwitches = z.strictObject({ areOn: z.boolean(), off: z.array(z.string()) })
export type HookSwitches = z.infer<typeof HookSwitches>

const VALUES = {
  theme: Theme,
  locale: LocaleChoice,
  permissionMode: PermissionMode,
  sandbox: SandboxMode,
  askForReadOnly: z.boolean(),
  passedVariables: z.record(z.string(), z.array(z.string())),
  modeKey: z.boolean(),
  readOnlyNoticed: z.boolean(),
  dismissedElectron: z.string(),
  teams: z.boolean(),
  teamsApart: z.boolean(),
  backgroundAgents: z.boolean(),
  backgroundAfter: BackgroundAfter,
  toolSearch: ToolSearch,
  lastSession: SessionId,
  undrawnSession: SessionId,
  hooks: HookSwitches,
  skillsOff: z.array(z.string()),
  outputStyle: z.string(),
  serversOn: z.array(z.string()),
  shells: z.record(z.string(), z.string()),
  problemLists: z.array(KeptProblems),
  windowBounds: WindowBounds,
  webhookPort: z.number().int().min(1).max(65_535),
  ...CHOICES,
} as const
type Key = keyof typeof VALUES

/** The keys of `config.toml` that windows change too. */
export const CONFIG_KEYS: Readonly<Partial<Record<Key, string>>> = {
  theme: 'ui.theme',
  locale: 'ui.locale',
  permissionMode: 'permissionMode',
  sandbox: 'sandbox.mode',
  askForReadOnly: 'askForReadOnly',
  modeKey: 'ui.modeKey',
  teams: 'teams.enabled',
  teamsApart: 'teams.apart',
  backgroundAgents: 'agents.background',
  backgroundAfter: 'agents.backgroundAfter',
  toolSearch: 'tools.search',
  chatSummaries: 'chats.summaries',
  summaryEvery: 'chats.summaryEvery',
  suggestions: 'chats.suggestions',
}

/** The settings that windows change. */
const SETTABLE = [
  ...(['theme', 'locale', 'permissionMode', 'sandbox', 'askForReadOnly', 'modeKey', 'teams'] as const),
  ...(['teamsApart', 'backgroundAgents', 'backgroundAfter', 'toolSearch'] as const),
  ...(Object.keys(CHOICES) as (keyof Choices)[]),
]
const CHOICE_KEYS = Object.keys(CHOICES) as (keyof Choices)[]
type ValueOf<K extends Key> = z.infer<(typeof VALUES)[K]>

type Deps = {
  readonly rows: Pick<SettingsRows, 'setting' | 'putSetting' | 'removeSetting'>
  /** The values of `config.toml`, used when the person chose nothing in a window. */
  readonly config: () => Pick<
    UserConfig,
    | 'ui'
    | 'permissionMode'
    | 'sandbox'
    | 'askForReadOnly'
    | 'teams'
    | 'agents'
    | 'environment'
    | 'tools'
    | 'chats'
  >
  /** The settings of higher layers, which win over choices in windows. */
  readonly forced: () => UserConfig
  /** Writes a row later; it may be lost with a crash. */
  readonly late: Pick<DeferredRows, 'put'>
  /** Tells every window, so that they agree. */
  readonly tell: (event: Extract<AppEvent, { kind: 'settings.changed' }>) => void
}

/** Choices made in windows. A value that cannot be read any more counts as not chosen. */
export function createSettings({ rows, late, config, forced, tell }: Deps) {
  // Cached, because no other code writes them and every request reads some.
  const known = new Map<Key, unknown>()
  const load = (key: Key): unknown => stored(key, rows.setting(key))
  const read = <K extends Key>(key: K): ValueOf<K> | null => {
    if (!known.has(key)) known.set(key, load(key))
    return known.get(key) as ValueOf<K> | null
  }
  const write = <K extends Key>(key: K, value: ValueOf<K> | null): void => {
    store(key, value)
    known.set(key, value)
  }
  const store = (key: Key, value: unknown): void => {
    if (value === null) rows.removeSetting(key)
    else rows.putSetting(key, JSON.stringify(value))
  }
  const writeLate = <K extends Key>(key: K, value: ValueOf<K> | null): void => {
    if (read(key) === value) return
    known.set(key, value)
    late.put(key, () => store(key, value))
  }

  const current = (): WindowSettings => {
    const { ui, permissionMode, sandbox, askForReadOnly, teams, agents, environment, tools, chats } = config()
    const chosen = withoutForced(read, forced())
    return {
      theme: chosen('theme') ?? ui?.theme ?? 'system',
      locale: chosen('locale') ?? ui?.locale ?? 'system',
      permissionMode: chosen('permissionMode') ?? permissionMode ?? 'ask',
      sandbox: chosen('sandbox') ?? sandbox?.mode ?? 'auto',
      askForReadOnly: chosen('askForReadOnly') ?? askForReadOnly ?? false,
      modeKey: chosen('modeKey') ?? ui?.modeKey ?? true,
      passedVariables: { ...environment?.projects, ...read('passedVariables') },
      teams: chosen('teams') ?? teams?.enabled ?? true,
      teamsApart: chosen('teamsApart') ?? teams?.apart ?? false,
      backgroundAgents: chosen('backgroundAgents') ?? agents?.background ?? true,
      backgroundAfter: chosen('backgroundAfter') ?? agents?.backgroundAfter ?? DEFAULT_BACKGROUND_AFTER,
      toolSearch: chosen('toolSearch') ?? tools?.search ?? 'auto',
      ...choicesOf(read),
      ...sideChoices(chosen, chats),
    }
  }

  return {
    current,
    set: (
      changes: Partial<Choices> & {
        theme?: Theme
        locale?: LocaleChoice
        permissionMode?: PermissionMode
        sandbox?: SandboxMode
        askForReadOnly?: boolean
        modeKey?: boolean
        teams?: boolean
        teamsApart?: boolean
        backgroundAgents?: boolean
        backgroundAfter?: number
        toolSearch?: string
      },
    ): WindowSettings => {
      refuseHidden(changes, forced())
      for (const key of SETTABLE) if (changes[key] !== undefined) write(key, changes[key])
      const settings = current()
      tell({ kind: 'settings.changed', settings })
      return settings
    },
    /** Chooses the variables that commands of a folder inherit although they look like secrets. */
    passVariables: (folder: string, names: readonly string[]): WindowSettings => {
      write('passedVariables', { ...read('passedVariables'), [folder]: [...names] })
      const settings = current()
      tell({ kind: 'settings.changed', settings })
      return settings
    },
    /** Whether the person was told that commands that only read run unasked. */
    readOnlyNoticed: (): boolean => read('readOnlyNoticed') ?? false,
    noteReadOnly: () => write('readOnlyNoticed', true),
    /** The version of Electron whose notice about missing security updates was dismissed. */
    dismissedElectron: () => read('dismissedElectron'),
    dismissElectron: (version: string) => write('dismissedElectron', version),
    lastSession: () => read('lastSession'),
    /** Opening a chat does not wait for the disk: a crash may lose which one was open. */
    setLastSession: (id: SessionId | null) => writeLate('lastSession', id),
    /** The chat a window began to draw and did not finish. */
    undrawnSession: () => read('undrawnSession'),
    setUndrawnSession: (id: SessionId | null) => write('undrawnSession', id),
    /** Returns the choice of a window for a key; null for none. */
    chosen: (key: keyof typeof CONFIG_KEYS) => read(key),
    hooks: (): HookSwitches => read('hooks') ?? { areOn: true, off: [] },
    skillsOff: (): readonly string[] => read('skillsOff') ?? [],
    setSkillsOff: (names: readonly string[]) => write('skillsOff', [...names]),
    /** The name of the output style of new chats; null for none. */
    outputStyle: (): string | null => read('outputStyle'),
    setOutputStyle: (name: string | null) => write('outputStyle', name),
    ...checkSettings(read, write),
    ...shellSettings(read, write),
    setHooks: (switches: HookSwitches) => write('hooks', switches),
    /** The port on which webhooks were last answered. */
    webhookPort: () => read('webhookPort'),
    setWebhookPort: (port: number) => write('webhookPort', port),
    windowBounds: () => read('windowBounds'),
    setWindowBounds: (bounds: WindowBounds) => write('windowBounds', bounds),
  }
}

/** Returns the settings of background questions, which `config.toml` has too. */
function sideChoices(
  chosen: <K extends Key>(key: K) => ValueOf<K> | null,
  chats: UserConfig['chats'],
): Pick<Choices, 'chatSummaries' | 'summaryEvery' | 'suggestions'> {
  return {
    chatSummaries: chosen('chatSummaries') ?? chats?.summaries ?? USUAL_CHOICES.chatSummaries,
    summaryEvery: chosen('summaryEvery') ?? chats?.summaryEvery ?? USUAL_CHOICES.summaryEvery,
    suggestions: chosen('suggestions') ?? chats?.suggestions ?? USUAL_CHOICES.suggestions,
  }
}

/** Refuses a choice that a higher layer hides, because it would have no effect. */
function refuseHidden(changes: object, forced: UserConfig): void {
  const set = settingValues(forced)
  const key = SETTABLE.find((each) => each in changes && set.has(CONFIG_KEYS[each] ?? ''))
  if (key === undefined) return
  throw AppError.saying('config.invalid', say('setting.forced', { key: CONFIG_KEYS[key] ?? key }))
}

/** Reads choices of the person, but none that a higher layer sets. */
function withoutForced<R extends (key: Key) => unknown>(read: R, forced: UserConfig): R {
  const set = settingValues(forced)
  if (set.size === 0) return read
  const chosen = (key: Key) => (set.has(CONFIG_KEYS[key] ?? '') ? null : read(key))
  return chosen as R
}

/** Returns the choices of the person, and usual values for the rest. */
function choicesOf(read: (key: keyof Choices) => unknown): Choices {
  const made = CHOICE_KEYS.map((key) => [key, read(key) ?? USUAL_CHOICES[key]])
  return Object.fromEntries(made) as Choices
}

export type Settings = ReturnType<typeof createSettings>

/** Returns the value of a stored choice; null for one that cannot be read. */
function stored(key: Key, text: string | null): unknown {
  const value = text === null ? null : VALUES[key].safeParse(jsonOf(text))
  return value?.success === true ? value.data : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type CheckKey = 'serversOn' | 'problemLists'

/** Returns the settings of checks: the language servers that are switched on, and the newest problems. */
function checkSettings(
  read: <K extends CheckKey>(key: K) => ValueOf<K> | null,
  write: <K extends CheckKey>(key: K, value: ValueOf<K>) => void,
) {
  return {
    serversOn: (): readonly string[] => read('serversOn') ?? [],
    setServersOn: (names: readonly string[]): void => write('serversOn', [...names]),
    problems: {
      read: (): readonly KeptProblems[] => read('problemLists') ?? [],
      write: (lists: readonly KeptProblems[]): void => write('problemLists', [...lists]),
    },
  }
}

/** Returns the setting of the shell of terminals, which each platform has its own. */
function shellSettings(
  read: (key: 'shells') => ValueOf<'shells'> | null,
  write: (key: 'shells', value: ValueOf<'shells'>) => void,
) {
  return {
    /** The path of the shell on a platform; null for the usual one. */
    shellOn: (platform: string): string | null => read('shells')?.[platform] ?? null,
    setShellOn: (platform: string, file: string | null): void => {
      const { [platform]: _before, ...others } = read('shells') ?? {}
      write('shells', file === null ? others : { ...others, [platform]: file })
    },
  }
}
