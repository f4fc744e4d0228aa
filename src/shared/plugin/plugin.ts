import type { Sentence } from '../sentences.ts'

/** The origin of a plugin. `inside` is the folder of the plugin in it; null for its root. */
export type PluginSource =
  | { readonly kind: 'folder' | 'zip'; readonly path: string; readonly inside: string | null }
  | {
      readonly kind: 'git'
      readonly url: string
      /** The branch or tag; null for the default branch. */
      readonly ref: string | null
      readonly commit: string
      readonly inside: string | null
    }

/** The layout of a plugin: Agent Plugins 1.0, or that of Claude Code. */
export type PluginForm = 'agent-plugins' | 'claude'

/** The kinds of parts that a plugin can have, in the order of the card. */
export const PLUGIN_PARTS = ['skills', 'commands', 'agents', 'hooks', 'servers', 'tools', 'styles'] as const
export type PluginPart = (typeof PLUGIN_PARTS)[number]

/** A program that a plugin starts. `when` is the event of a hook, else empty. */
export type PluginProcess = {
  readonly kind: 'hook' | 'server' | 'tool' | 'command'
  readonly name: string
  readonly when: string
  readonly command: string
}

/** A right beyond running programs. `variable` names an environment variable that a server of the plugin receives. */
export type PluginRight = {
  readonly kind: 'sees-messages' | 'changes-calls' | 'sees-results' | 'continues-runs' | 'variable'
  readonly about: string
}

/** The rights that the person agrees to with *Install*. */
export type PluginConsent = {
  readonly processes: readonly PluginProcess[]
  /** The hosts of its MCP servers. */
  readonly hosts: readonly string[]
  readonly rights: readonly PluginRight[]
}

/** A part of a plugin that cannot be used, in words for the person. */
export type PluginProblem = {
  readonly file: string
  readonly message: string
  readonly said: readonly Sentence[]
}

/** The content of a plugin as the person sees it before and after the installation. */
export type PluginCard = PluginConsent & {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly homepage: string
  readonly form: PluginForm
  /** The names of its parts. */
  readonly parts: Readonly<Record<PluginPart, readonly string[]>>
  /** Estimated tokens: in every request, and of skills and agents when they are used. */
  readonly tokens: { readonly always: number; readonly whenUsed: number }
  /** Further hosts that its programs and scripts name. */
  readonly namedHosts: readonly string[]
  readonly files: number
  /** Size of all files in bytes. */
  readonly size: number
  readonly problems: readonly PluginProblem[]
}

/** Differences between the files of a plugin, by path. */
export type PluginFileChanges = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Differences between an installed plugin and a preview. */
export type PluginUpdate = PluginFileChanges & {
  readonly from: string
  /** Whether the preview is of another origin than the installed plugin. */
  readonly otherSource: boolean
  /** The rights that the person has not agreed to yet. */
  readonly more: PluginConsent
  /** Whether there are any. */
  readonly grows: boolean
}

/** A plugin before it is installed. `update` is null for a new one. */
export type PluginPreview = {
  readonly id: string
  readonly source: PluginSource
  readonly card: PluginCard
  readonly update: PluginUpdate | null
}

/** A plugin that a marketplace lists: a folder in it, or the address of another repository. */
export type PluginOffer = {
  readonly name: string
  readonly description: string
  readonly inside: string | null
  readonly address: string | null
}

/** An opened source: one plugin, or a marketplace with several. */
export type PluginOpened =
  | { readonly kind: 'preview'; readonly preview: PluginPreview }
  | { readonly kind: 'choice'; readonly source: string; readonly offers: readonly PluginOffer[] }

/** `changed`: files differ from those that the person installed, so nothing of the plugin is loaded. */
export type PluginState = 'on' | 'off' | 'changed'

/** An installed plugin as the settings show it. `card` is null while its files cannot be read. */
export type PluginListing = {
  readonly name: string
  readonly version: string
  readonly source: PluginSource
  readonly installedAt: number
  readonly state: PluginState
  readonly card: PluginCard | null
  /** The changed files; null for none. */
  readonly changes: PluginFileChanges | null
}

/** All installed plugins. `problem`: the lock file cannot be used, and no plugin is loaded. */
export type PluginList = {
  readonly plugins: readonly PluginListing[]
  readonly problem: PluginProblem | null
}

/** The longest name of a plugin. */
const LONGEST_NAME = 64

/** Whether a text is the name of a plugin: lower case, digits, single hyphens and periods. */
export function isPluginName(name: string): boolean {
  return (
    name.length <= LONGEST_NAME &&
    /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name) &&
    !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(name)
  )
}
