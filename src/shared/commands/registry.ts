/**
 * The kind of a command: `local` answers or acts at once, `view` opens a page or a panel, `prompt` sends instructions to
 * the model.
 */
export type CommandKind = 'local' | 'view' | 'prompt'

/** The groups of the list under `/`, in their order. */
export const COMMAND_GROUPS = ['chat', 'model', 'agents', 'memory', 'app'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** The requirement of a command: a chat with messages, an open project, or background work switched on. */
export type CommandNeed = 'chat' | 'project' | 'background'

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
  /** `immediate` runs during a run of the chat; `queued` waits for its end. */
  readonly timing: 'immediate' | 'queued'
  readonly needs: CommandNeed | null
}

/**
 * Every command of the app. The list under `/`, the palette, the refusal of unknown names and docs/commands.md follow
 * it. Commands go before workflows and skills of the same name.
 */
export const COMMANDS = [
  entry('add-dir', 'local', 'chat', 'window', { hint: '[folder]', needs: 'project' }),
  entry('attempts', 'view', 'chat', 'window'),
  entry('autofix-pr', 'view', 'chat', 'window', {
    hint: '<number | stop>',
    words: ['stop'],
    needs: 'project',
  }),
  entry('branch', 'local', 'chat', 'window', { needs: 'chat' }),
  entry('branches', 'view', 'chat', 'window', { needs: 'chat' }),
  entry('commit', 'view', 'chat', 'window', { needs: 'project' }),
  entry('commit-push-pr', 'view', 'chat', 'window', { needs: 'project' }),
  entry('compact', 'prompt', 'chat', 'main', { hint: '[focus]', needs: 'chat', timing: 'queued' }),
  entry('context', 'view', 'chat', 'window', { needs: 'chat' }),
  entry('debug-tool-call', 'local', 'chat', 'window', { hint: '[count]', needs: 'chat' }),
  entry('issue', 'view', 'chat', 'window', {
    hint: '[title] [--label name] [--assignee name]',
    needs: 'project',
  }),
  entry('recap', 'view', 'chat', 'window', { aliases: ['away', 'catchup'], needs: 'chat' }),
  entry('resume', 'local', 'chat', 'window', { aliases: ['teleport', 'tp'], hint: '[title]' }),
  entry('share', 'view', 'chat', 'window', {
    hint: '[--public] [--summary-only]',
    words: ['--public', '--summary-only'],
    needs: 'chat',
  }),
  entry('subscribe-pr', 'local', 'chat', 'window', { hint: '[number | stop <number>]', needs: 'project' }),
  entry('summary', 'view', 'chat', 'window', { needs: 'chat' }),
  entry('ultrareview', 'view', 'chat', 'window', { hint: '[number]', needs: 'project' }),
  entry('worktree', 'local', 'chat', 'main', {
    hint: '[name | leave]',
    words: ['leave'],
    timing: 'queued',
    needs: 'project',
  }),
  entry('worktrees', 'view', 'chat', 'window'),
  entry('break-cache', 'local', 'model', 'window', {
    hint: '[once | always | off | status]',
    words: ['once', 'always', 'off', 'status'],
  }),
  entry('effort', 'view', 'model', 'window', { hint: '[level]', words: ['auto', 'status'] }),
  entry('mode', 'local', 'model', 'window', {
    hint: '<ask | accept-edits | plan | full-access>',
    words: ['ask', 'accept-edits', 'plan', 'full-access'],
  }),
  entry('model', 'view', 'model', 'window', { hint: '[name]' }),
  entry('think', 'prompt', 'model', 'main', {
    hint: '[level] <message>',
    words: ['low', 'medium', 'high', 'xhigh', 'max'],
    timing: 'queued',
  }),
  entry('ultrathink', 'prompt', 'model', 'main', { hint: '<message>', timing: 'queued' }),
  entry('usage', 'view', 'model', 'window', { aliases: ['cost', 'stats'] }),
  entry('agents', 'view', 'agents', 'window', { aliases: ['agents-platform'] }),
  entry('coordinator', 'local', 'agents', 'main', { hint: '[task]', timing: 'queued' }),
  entry('fork', 'prompt', 'agents', 'main', { hint: '<task>', needs: 'background' }),
  entry('goal', 'prompt', 'agents', 'main', { hint: '<goal>', timing: 'queued' }),
  entry('init-verifiers', 'prompt', 'agents', 'main', {
    hint: '[focus]',
    timing: 'queued',
    needs: 'project',
  }),
  entry('output-style', 'local', 'agents', 'window', { hint: '[name | off]', words: ['off'] }),
  entry('skills', 'view', 'agents', 'window', { aliases: ['skill-store'] }),
  entry('triggers', 'view', 'agents', 'window', { aliases: ['cron'] }),
  entry('ultracode', 'prompt', 'agents', 'main', { hint: '[task]', timing: 'queued', needs: 'background' }),
  entry('ultraplan', 'prompt', 'agents', 'main', { hint: '<task>', timing: 'queued' }),
  entry('workflows', 'view', 'agents', 'window', { hint: '[id]' }),
  entry('memory', 'view', 'memory', 'window', {
    aliases: ['local-memory', 'lm', 'memory-stores'],
    hint: '<list | create | store | fetch | entries | archive>',
    needs: 'project',
  }),
  entry('bridge-kick', 'local', 'app', 'window', { hint: '<server>' }),
  entry('config', 'view', 'app', 'window', { aliases: ['settings'] }),
  entry('doctor', 'view', 'app', 'window'),
  entry('env', 'view', 'app', 'window'),
  entry('help', 'view', 'app', 'window'),
  entry('login', 'view', 'app', 'window', { aliases: ['providers'] }),
  entry('onboarding', 'view', 'app', 'window', {
    hint: '[status | theme | trust | reset]',
    words: ['status', 'theme', 'trust', 'reset'],
  }),
  entry('perf-issue', 'local', 'app', 'window', { hint: '[--format=json] [--limit <lines>]' }),
  entry('plugin', 'view', 'app', 'window', { aliases: ['plugins'] }),
  entry('quit', 'local', 'app', 'window', { aliases: ['exit'] }),
  entry('report', 'view', 'app', 'window'),
  entry('statusline', 'local', 'app', 'window', { hint: '[wish | !command | off]', words: ['off'] }),
  entry('tui', 'local', 'app', 'window', {
    aliases: ['full-screen'],
    hint: '[on | off | status]',
    words: ['on', 'off', 'status'],
  }),
  entry('vault', 'view', 'app', 'window', { aliases: ['local-vault', 'lv'] }),
  entry('version', 'local', 'app', 'window'),
] as const satisfies readonly CommandSpec[]

/** The name of a command of the app. */
export type CommandName = (typeof COMMANDS)[number]['name']

type More = Partial<Pick<CommandSpec, 'aliases' | 'hint' | 'words' | 'timing' | 'needs'>>

function entry<const Name extends string, const By extends CommandSpec['by']>(
  name: Name,
  kind: CommandKind,
  group: CommandGroup,
  by: By,
  { aliases = [], hint = '', words = [], timing = 'immediate', needs = null }: More = {},
) {
  return { name, kind, group, by, aliases, hint, words, timing, needs } as const
}

/** The place where a command is typed. */
export type CommandPlace = {
  readonly hasProject: boolean
  readonly hasChat: boolean
  readonly allowsBackground: boolean
}

/** Returns what a command lacks at a place; null when it can run there. */
export function lackOf({ needs }: Pick<CommandSpec, 'needs'>, place: CommandPlace): CommandNeed | null {
  if (needs === 'chat') return place.hasChat ? null : 'chat'
  if (needs === 'project') return place.hasProject ? null : 'project'
  return needs === 'background' && !place.allowsBackground ? 'background' : null
}

/** Whether a text is a command that waits for the end of a run. */
export function waitsForRun(text: string): boolean {
  const word = /^\s*\/([a-z0-9-]+)(?=\s|$)/.exec(text)?.[1]
  return word !== undefined && commandNamed(word)?.timing === 'queued'
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
