import type { MessageKey } from '../../messages/catalogues.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../store/app-state.ts'

type IndexedSetting = {
  readonly section: SettingsSection
  readonly title: MessageKey
  /** Further texts of the setting that the search reads. */
  readonly more: readonly MessageKey[]
}

/** The settings that the search finds besides the sections, in the order of their sections. */
const SETTINGS = [
  { section: 'models', title: 'settings.work', more: ['settings.workHint', 'settings.workModel'] },
  { section: 'models', title: 'settings.small', more: ['settings.smallHint', 'settings.roles'] },
  { section: 'models', title: 'settings.medium', more: ['settings.mediumHint', 'settings.roles'] },
  { section: 'models', title: 'settings.large', more: ['settings.largeHint', 'settings.roles'] },
  { section: 'models', title: 'settings.overloaded', more: ['settings.overloadedHint'] },
  { section: 'models', title: 'settings.effort', more: ['settings.effortHint'] },
  { section: 'models', title: 'settings.servers', more: ['settings.servers.add'] },
  { section: 'models', title: 'settings.model.add', more: ['settings.key.vault', 'settings.field.baseUrl'] },
  { section: 'usage', title: 'usage.limits', more: ['settings.words.limits'] },
  { section: 'permissions', title: 'settings.mode', more: ['settings.newChats'] },
  { section: 'permissions', title: 'settings.modeKey', more: ['settings.modeKey.isOn'] },
  {
    section: 'permissions',
    title: 'settings.sandbox',
    more: ['settings.sandbox.mode', 'settings.words.sandbox'],
  },
  { section: 'permissions', title: 'settings.askForReadOnly', more: ['settings.askForReadOnly.isOff'] },
  { section: 'permissions', title: 'settings.grants', more: [] },
  { section: 'permissions', title: 'settings.variables', more: ['settings.variables.hint'] },
  { section: 'permissions', title: 'settings.trust', more: [] },
  { section: 'chats', title: 'settings.long.auto', more: ['settings.long', 'settings.long.autoOn'] },
  { section: 'chats', title: 'settings.long.at', more: ['settings.long.atHint'] },
  { section: 'chats', title: 'settings.long.window', more: ['settings.long.windowHint'] },
  { section: 'chats', title: 'settings.long.turns', more: ['settings.long.turnsHint'] },
  { section: 'chats', title: 'settings.requests.reserveOutput', more: ['settings.requests'] },
  { section: 'chats', title: 'settings.requests.toolOutputMaxChars', more: ['settings.requests'] },
  { section: 'chats', title: 'settings.requests.toolOutputKeepTurns', more: ['settings.requests'] },
  {
    section: 'chats',
    title: 'settings.requests.systemFraction',
    more: ['settings.requests.systemFractionHint'],
  },
  { section: 'chats', title: 'settings.requests.notes', more: ['settings.requests.notesHint'] },
  {
    section: 'chats',
    title: 'settings.profiles.title',
    more: ['settings.profiles', 'settings.profiles.hint'],
  },
  { section: 'chats', title: 'settings.archive.after', more: ['settings.archive', 'settings.archive.hint'] },
  {
    section: 'chats',
    title: 'settings.side.summaries',
    more: ['settings.side', 'settings.side.summariesOn'],
  },
  { section: 'chats', title: 'settings.side.every', more: ['settings.side.everyHint'] },
  { section: 'chats', title: 'settings.side.suggestions', more: ['settings.side.suggestionsOff'] },
  { section: 'chats', title: 'settings.style.new', more: ['settings.style.hint'] },
  { section: 'chats', title: 'settings.background.on', more: ['settings.background.isOn'] },
  { section: 'chats', title: 'settings.background.after', more: ['settings.background.afterHint'] },
  { section: 'chats', title: 'settings.teams.on', more: ['settings.teams.isOn'] },
  { section: 'chats', title: 'settings.teams.apart', more: ['settings.teams.isApart'] },
  {
    section: 'chats',
    title: 'settings.commits.trailer',
    more: ['settings.commits', 'settings.commits.hint.co-authored-by'],
  },
  { section: 'memory', title: 'settings.recall.on', more: ['settings.recall.onHint'] },
  { section: 'memory', title: 'settings.recall.score', more: ['settings.recall.scoreHint'] },
  { section: 'memory', title: 'settings.recall.share', more: ['settings.recall.shareHint'] },
  {
    section: 'memory',
    title: 'settings.meaning',
    more: ['settings.meaning.server', 'settings.words.meaning'],
  },
  { section: 'memory', title: 'settings.propose.on', more: ['settings.propose.hint'] },
  { section: 'checks', title: 'settings.checks.servers', more: ['settings.checksHint'] },
  { section: 'checks', title: 'settings.checks.commands', more: [] },
  {
    section: 'appearance',
    title: 'settings.theme',
    more: ['settings.themeHint', 'settings.theme.dark', 'settings.theme.light', 'settings.words.theme'],
  },
  {
    section: 'appearance',
    title: 'settings.language',
    more: ['settings.languageHint', 'settings.words.language'],
  },
  {
    section: 'appearance',
    title: 'settings.textSize',
    more: ['settings.textSizeHint', 'settings.words.textSize'],
  },
  {
    section: 'appearance',
    title: 'settings.density',
    more: ['settings.densityHint', 'settings.words.density'],
  },
  { section: 'appearance', title: 'settings.vimKeys', more: ['settings.vimKeys.isOn'] },
  { section: 'appearance', title: 'settings.notifications', more: ['settings.notifications.isOn'] },
  { section: 'appearance', title: 'settings.keepRunning', more: ['settings.keepRunning.isOn'] },
  {
    section: 'terminal',
    title: 'settings.terminal.shell',
    more: ['settings.terminal.shellHint', 'settings.terminal.path'],
  },
  { section: 'terminal', title: 'settings.terminal.font', more: ['settings.terminal.fontHint'] },
  { section: 'terminal', title: 'settings.terminal.fontSize', more: [] },
  { section: 'terminal', title: 'settings.terminal.lineHeight', more: [] },
  { section: 'terminal', title: 'settings.terminal.cursor', more: ['settings.terminal.cursorHint'] },
  { section: 'terminal', title: 'settings.terminal.blinks', more: [] },
  { section: 'layers', title: 'settings.statusLine', more: ['settings.words.statusLine'] },
  { section: 'data', title: 'data.size', more: ['data.sizeHint'] },
  { section: 'data', title: 'data.backup', more: ['data.backUp', 'data.leftovers'] },
  { section: 'data', title: 'data.exportAll', more: ['data.exportAllHint'] },
  { section: 'diagnostics', title: 'settings.check.title', more: ['settings.check', 'settings.check.hint'] },
  { section: 'diagnostics', title: 'settings.index', more: ['settings.indexHint'] },
  { section: 'diagnostics', title: 'settings.logLevel', more: ['settings.logLevelHint'] },
  { section: 'diagnostics', title: 'report.title', more: ['report.line'] },
  { section: 'diagnostics', title: 'settings.logs', more: ['settings.logsHint'] },
] as const satisfies readonly IndexedSetting[]

/** A text that the search reads. */
export type SettingKey =
  | (typeof SETTINGS)[number]['title']
  | (typeof SETTINGS)[number]['more'][number]
  | `settings.${SettingsSection}`
  | `settings.words.${SettingsSection}`

/** A section or a setting that was found. */
export type FoundSetting = {
  readonly section: SettingsSection
  readonly title: string
  readonly isSection: boolean
}

/** Returns the sections and settings whose texts hold every word, those with the words in their title first. */
export function findSettings(words: string, textOf: (key: SettingKey) => string): readonly FoundSetting[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const holds = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word))
  const found = SETTINGS_SECTIONS.flatMap((section) => entriesOf(section, textOf))
    .filter(({ texts }) => holds(texts.join(' ')))
    .map((entry) => entry.found)
  const inTitle = found.filter((each) => holds(each.title))
  return [...inTitle, ...found.filter((each) => !inTitle.includes(each))]
}

type Entry = { readonly found: FoundSetting; readonly texts: readonly string[] }

/** A section, then its settings, with the texts by which each is found. */
function entriesOf(section: SettingsSection, textOf: (key: SettingKey) => string): readonly Entry[] {
  const name = textOf(`settings.${section}`)
  const words = textOf(`settings.words.${section}`)
  const settings = SETTINGS.filter((setting) => setting.section === section).map(({ title, more }) => {
    const text = textOf(title)
    return {
      found: { section, title: text, isSection: false },
      texts: [text, name, ...more.map((key) => textOf(key))],
    }
  })
  return [{ found: { section, title: name, isSection: true }, texts: [name, words, section] }, ...settings]
}
