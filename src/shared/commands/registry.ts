/**
 * The kind of a command: `local` answers or acts at once, `view` opens a page or a panel, `prompt` sends instructions to
 * the model.
 */
export type CommandKind = 'local' | 'view' | 'prompt'

/** The groups of the list under `/`, in their order. */
export const COMMAND_GROUPS = ['chat', 'model', 'agents', 'memory', 'app'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A command of the app. */
export type CommandSpec = {
  readonly name: string
  readonly kind: CommandKind
  readonly group: CommandGroup
  /** The side that carries it out. */
  readonly by: 'main' | 'window'
  readonly aliases: readonly string[]
  /** The form of its arguments, as documented; empty for none. */
  readonly hint: string
  /** The words that may follow at once, for completion. */
  readonly words: readonly string[]
}

/**
 * Every command of the app. The list under `/`, the palette, the refusal of unknown names and docs/commands.md follow
 * it. Commands go before workflows and skills of the same name.
 */
export const COMMANDS = [
  entry('branch', 'local', 'chat', 'window'),
  entry('branches', 'view', 'chat', 'window'),
  entry('compact', 'prompt', 'chat', 'window', { hint: '[focus]' }),
  entry('context', 'view', 'chat', 'window'),
  entry('recap', 'view', 'chat', 'window', { aliases: ['away', 'catchup'] }),
  entry('resume', 'local', 'chat', 'window', { aliases: ['teleport', 'tp'], hint: '[title]' }),
  entry('summary', 'view', 'chat', 'window'),
  entry('break-cache', 'local', 'model', 'window', {
    hint: '[once | always | off | status]',
    words: ['once', 'always', 'off', 'status'],
  }),
  entry('effort', 'view', 'model', 'window', { hint: '[level]' }),
  entry('mode', 'local', 'model', 'window', {
    hint: '<ask | accept-edits | plan | full-access>',
    words: ['ask', 'accept-edits', 'plan', 'full-access'],
  }),
  entry('model', 'view', 'model', 'window', { hint: '[name]' }),
  entry('think', 'prompt', 'model', 'main', {
    hint: '[level] <message>',
    words: ['low', 'medium', 'high', 'xhigh', 'max'],
  }),
  entry('ultrathink', 'prompt', 'model', 'main', { hint: '<message>' }),
  entry('usage', 'view', 'model', 'window', { aliases: ['cost', 'stats'] }),
  entry('agents', 'view', 'agents', 'window', { aliases: ['agents-platform'] }),
  entry('coordinator', 'local', 'agents', 'main', { hint: '[task]' }),
  entry('fork', 'prompt', 'agents', 'main', { hint: '<task>' }),
  entry('goal', 'prompt', 'agents', 'main', { hint: '<goal>' }),
  entry('skills', 'view', 'agents', 'window', { aliases: ['skill-store'] }),
  entry('triggers', 'view', 'agents', 'window', { aliases: ['cron'] }),
  entry('workflows', 'view', 'agents', 'window', { hint: '[id]' }),
  entry('memory', 'view', 'memory', 'window', {
    aliases: ['local-memory', 'lm', 'memory-stores'],
    hint: '<list | create | store | fetch | entries | archive>',
  }),
  entry('config', 'view', 'app', 'window', { aliases: ['settings'] }),
  entry('doctor', 'view', 'app', 'window'),
  entry('help', 'view', 'app', 'window'),
  entry('login', 'view', 'app', 'window', { aliases: ['providers'] }),
  entry('vault', 'view', 'app', 'window', { aliases: ['local-vault', 'lv'] }),
  entry('version', 'local', 'app', 'window'),
] as const satisfies readonly CommandSpec[]

/** The name of a command of the app. */
export type CommandName = (typeof COMMANDS)[number]['name']

type More = Partial<Pick<CommandSpec, 'aliases' | 'hint' | 'words'>>

function entry<const Name extends string, const By extends CommandSpec['by']>(
  name: Name,
  kind: CommandKind,
  group: CommandGroup,
  by: By,
  { aliases = [], hint = '', words = [] }: More = {},
) {
  return { name, kind, group, by, aliases, hint, words } as const
}

/** Returns the command with this name or alias; undefined for any other word. */
export function commandNamed(word: string): CommandSpec | undefined {
  return COMMANDS.find(({ name, aliases }) => name === word || aliases.some((alias) => alias === word))
}

/** Returns a text in which the name of a command replaces its alias. Any other text stays as it is. */
export function withoutAlias(text: string): string {
  const [, before = '', word = ''] = /^(\s*\/)([a-z0-9-]+)(?=\s|$)/.exec(text) ?? []
  const found = word === '' ? undefined : commandNamed(word)
  return found === undefined ? text : `${before}${found.name}${text.slice(before.length + word.length)}`
}

/** Returns every word that a command of the app uses as its name or alias. */
export const commandWords = (): readonly string[] =>
  COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases])
