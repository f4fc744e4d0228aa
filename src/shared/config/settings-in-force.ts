import type { PermissionRule } from '../permission/rule.ts'
import type { Sentence } from '../sentences.ts'

/** The layers of settings, from the lowest up. `window` holds choices that the person made in a window. */
export const SETTING_LAYERS = [
  'builtin',
  'user',
  'window',
  'project',
  'local',
  'commandLine',
  'managed',
] as const
export type SettingLayer = (typeof SETTING_LAYERS)[number]

/** One setting in effect. */
export type SettingInForce = {
  /** The dotted key, or `permissions` for a rule. */
  readonly key: string
  /** The value as TOML writes it. */
  readonly value: string
  /** The layer of the value. */
  readonly layer: SettingLayer
  /** The values of other layers that have no effect, from the lowest up. */
  readonly hidden: readonly { readonly layer: SettingLayer; readonly value: string }[]
}

/** A file of settings: its path, and the reason why it cannot be used. */
export type SettingFileState = {
  readonly layer: Exclude<SettingLayer, 'builtin' | 'window' | 'commandLine'>
  readonly path: string
  readonly problem: { readonly message: string; readonly said: readonly Sentence[] } | null
}

/** A rule that holds for the turn that is going on. `source` is the command or skill that brought it. */
export type TurnRule = { readonly rule: PermissionRule; readonly source: string | null }

/** The settings of one chat alone: its extra folders, the rules of its running turns, and the context profile it chose. */
export type ChatInForce = {
  readonly folders: readonly string[]
  readonly rules: readonly TurnRule[]
  readonly profile: string | null
}

/** The settings that apply in a project, or with none outside of every one. `chat` is null without a chat. */
export type SettingsInForce = {
  readonly chat: ChatInForce | null
  readonly settings: readonly SettingInForce[]
  readonly files: readonly SettingFileState[]
}
