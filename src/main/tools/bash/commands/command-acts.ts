import { type GuardedPlace, ruleOfGuard } from '#shared/permission/guard.ts'
import { type ActScene, editAct, readAct } from '../../files/file-acts.ts'
import { appHomeOf } from '../../files/guarded-places.ts'
import { type Located, locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf, withDiskMemo } from '../../files/project-path.ts'
import { STARTUP_FILES } from '../../files/startup-files.ts'
import { fileChanges } from '../../permission/changed-files.ts'
import { askingGuard } from '../../permission/guarded-act.ts'
import { runsLater } from '../../permission/programs/later-runs.ts'
import { proposeRule } from '../../permission/propose-rule.ts'
import { steeringIn, withValues } from '../../permission/steering-text.ts'
import {
  type CommandSplit,
  type RedirectedFile,
  type SimpleCommand,
  splitCommand,
  type Way,
} from '../../permission/syntax/split-command.ts'
import { splitWindowsCommand } from '../../permission/syntax/split-windows-command.ts'
import type { ParseScript } from '../../permission/syntax/syntax-tree.ts'
import type { NamedChanges, ToolAct } from '../../tool.ts'
import { commandGuards, patternGuard } from './command-guards.ts'
import { commandNames, folderAt, goesThroughLinks, mentionedNames, readNames } from './command-names.ts'
import { placesOf } from './command-places.ts'
import { loadedFiles, loadsFiles } from './loaded-files.ts'
import { changesOf } from './named-changes.ts'
import { repositoryGuards } from './repository-guards.ts'
import { runsScript, scriptsOf } from './script-files.ts'
import { searchedFolders } from './searched-folders.ts'
import { createShellGrammar, type LoadShellGrammar } from './shell-grammar.ts'

/** The folders of a command line. */
type CommandScene = {
  /** The folder it starts in, canonical; null for the project folder. */
  readonly folder?: string | null
  /** The extra folders of the chat, canonical. */
  readonly folders?: readonly string[] | undefined
}

/** Returns the acts of a command line: one for each started program and each redirected file. */
export async function commandActs(
  command: string,
  root: string,
  given: PathFlavour,
  loadGrammar: LoadShellGrammar = createShellGrammar(),
  signal: AbortSignal = new AbortController().signal,
  { folder = null, folders }: CommandScene = {},
): Promise<ToolAct[]> {
  const flavour = await withDiskMemo(given, root, folders)
  const isWindows = flavour.path.sep === '\\'
  const parse = isWindows ? null : await loadGrammar()
  const plain = parse === null ? splitWindowsCommand(command) : splitCommand(command, parse)
  const read = folder === null ? plain : startingIn([folder], plain)
  const split = (await goesThroughLinks(read.ways, root, flavour)) ? doubted(read) : read
  const found: ToolAct[] = []
  const scripts: [SimpleCommand, number][] = []
  // A script may start the same command many times.
  const different = new Map(split.commands.map((one) => [JSON.stringify(one), one]))
  for (const one of different.values()) {
    signal.throwIfAborted()
    scripts.push([one, found.length])
    found.push(await executeAct(one, root, flavour))
  }
  for (const file of split.files) {
    signal.throwIfAborted()
    found.push(...(await fileActs(file, root, flavour)))
  }
  if (parse !== null) {
    // What a script is thought to change because it is named is no change of its text.
    const running = new Set(scripts.flatMap(([one, at]) => (runsScript(one) || loadsFiles(one) ? [at] : [])))
    const written = writtenBy(found.filter((_, at) => !running.has(at)))
    const reading = { parse, signal, left: MOST_SCRIPT_UNITS, depth: 0, written }
    for (const [one, at] of scripts) {
      const act = found[at]
      if (act !== undefined) found[at] = await withScripts(act, one, reading, root, flavour)
    }
  }
  const acts = found.some(writesUnseen) ? await withSteering(found, command, root, flavour, parse) : found
  const wanders = await leadsOutside(split.ways, root, flavour)
  if (acts.length > 0 && !wanders) return acts
  if (acts.length > 0 && acts.some((act) => act.outside)) return acts
  return [...acts, { access: 'execute', target: command.trim(), outside: wanders, proposedRule: null }]
}

/** Whether an act may write a file whose name only its run shows. */
function writesUnseen({ access, changes, unsure }: ToolAct): boolean {
  return unsure !== undefined && (access === 'edit' || changes !== undefined)
}

/** Adds the steering place that the text of a script means where an act of it may write one. */
async function withSteering(
  acts: readonly ToolAct[],
  command: string,
  root: string,
  flavour: PathFlavour,
  parse: ParseScript | null,
): Promise<ToolAct[]> {
  const places = { home: flavour.home, appHome: await appHomeOf(root, flavour), startup: STARTUP_FILES }
  const guard =
    steeringIn(command, places) ??
    (parse === null ? null : await steeringWithValues(command, root, flavour, parse))
  if (guard === null) return [...acts]
  return acts.map((act) =>
    writesUnseen(act) ? { ...act, proposedRule: null, guards: [...(act.guards ?? []), guard] } : act,
  )
}

/** Maximum forms of a script with its variables replaced that are taken apart. */
const MOST_FORMS = 4
const MOST_COMMANDS = 60

/** The steering place that the commands of a script touch once its variables have their values. */
async function steeringWithValues(
  command: string,
  root: string,
  flavour: PathFlavour,
  parse: ParseScript,
): Promise<GuardedPlace | null> {
  for (const form of withValues(command, flavour.home).slice(0, MOST_FORMS)) {
    const { commands, files } = splitCommand(form, parse)
    const acting = commands.filter(
      (one) =>
        fileChanges(one.words, one.exactOnly) !== null || runsLater(one.words, one.assignments) !== null,
    )
    for (const one of acting.slice(0, MOST_COMMANDS)) {
      const guard = askingGuard(await executeAct(one, root, flavour), true)
      if (guard !== null) return guard
    }
    for (const file of files.filter(({ writes }) => writes).slice(0, MOST_COMMANDS)) {
      for (const act of await fileActs(file, root, flavour)) {
        const guard = askingGuard(act, true)
        if (guard !== null) return guard
      }
    }
  }
  return null
}

/** The same commands after changes of the folder. */
function startingIn(folders: Way, split: CommandSplit): CommandSplit {
  const start = (ways: readonly Way[]) => ways.map((way) => [...folders, ...way])
  return {
    commands: split.commands.map((one) => ({ ...one, ways: start(one.ways) })),
    files: split.files.map((file) => ({ ...file, ways: start(file.ways) })),
    ways: start(split.ways),
  }
}

/** Bash keeps the name of the link, so that `cd link && cd ..` ends elsewhere than `cat ../x` looks. */
function doubted(split: CommandSplit): CommandSplit {
  const doubt = <T extends { readonly unsure: string | null }>(item: T): T => ({
    ...item,
    unsure: item.unsure ?? 'it changes into a folder through a link',
  })
  return { ...split, commands: split.commands.map(doubt), files: split.files.map(doubt) }
}

async function executeAct(one: SimpleCommand, root: string, flavour: PathFlavour): Promise<ToolAct> {
  const [places, plainly, started] = await Promise.all([
    placesOf(one, root, flavour),
    commandNames(one, root, flavour),
    repositoryGuards(one, root, flavour),
  ])
  const outside = places.outside || (await leadsOutside(one.ways, root, flavour))
  const exactOnly = one.exactOnly ?? places.optionPattern
  const searches = await searchedFolders(one, plainly, root, flavour)
  const changing = fileChanges(one.words, exactOnly)
  const certainty = changing?.certainty ?? null
  const mentioned = certainty === 'may' ? await mentionedNames(one, root, flavour) : []
  const unsure = one.unsure ?? places.unsure ?? (mentioned === null ? 'it has too many words' : null)
  const named = [...plainly, ...(mentioned ?? [])]
  const changes = await changesOf({ one, changing, named }, root, flavour)
  const read = readNames(one, named)
  const guards = [
    ...(await commandGuards({ one, named: plainly, read, changes: certainty }, root, flavour)),
    ...started,
  ]
  const canLast = unsure === null && guards.every((guard) => ruleOfGuard(guard) !== null)
  return {
    access: 'execute',
    target: one.text,
    outside,
    proposedRule: canLast ? proposeRule(one, outside) : null,
    alsoMatches: one.alsoMatches,
    names: read,
    ...(searches.length === 0 ? {} : { searches }),
    ...(one.mentions.length === 0 ? {} : { mentions: one.mentions }),
    ...(exactOnly === null ? {} : { exactOnly }),
    ...(changes === null ? {} : { changes }),
    ...(guards.length === 0 ? {} : { guards }),
    ...(unsure === null ? {} : { unsure }),
  }
}

/** UTF-16 units of script files that are read for one command line. */
const MOST_SCRIPT_UNITS = 600_000
const MOST_SCRIPTS_IN_SCRIPTS = 3

/** The state of reading scripts of the project. `left` is shared by all scripts of a command line. */
type ScriptReading = {
  readonly parse: ParseScript
  readonly signal: AbortSignal
  left: number
  depth: number
  /** Paths that the command line writes, so that what is on the disk now is not what will run. */
  readonly written: ReadonlySet<string>
}

/** The paths that acts are known to write, and those that they may. */
function writtenBy(acts: readonly ToolAct[]): ReadonlySet<string> {
  const edited = acts.flatMap(({ access, target }) => (access === 'edit' ? [target] : []))
  const named = acts.flatMap(({ changes }) => changes?.names ?? [])
  return new Set([...edited, ...named.flatMap(({ path, pattern }) => (pattern ? [] : [path]))])
}

/** Adds the files that the scripts of the project may change which a command runs. Only rules about edits see them. */
async function withScripts(
  act: ToolAct,
  one: SimpleCommand,
  reading: ScriptReading,
  root: string,
  flavour: PathFlavour,
): Promise<ToolAct> {
  const loaded = await loadedFiles(one, root, flavour)
  const scripts = await scriptsOf(one, root, flavour)
  const isWritten = [...loaded.paths, ...(scripts?.paths ?? [])].some((path) => reading.written.has(path))
  const isAny = isWritten || loaded.hasOptions
  if (scripts === null && !isAny) return act
  const own: NamedChanges[] = act.changes === undefined ? [] : [act.changes]
  const all = isAny ? [...own, ANY_FILE] : own
  if (scripts?.isUnread === true) {
    const program = { ...one, words: ['', ...one.words.slice(1)] }
    const named = await commandNames(program, root, flavour)
    const below = await changesOf({ one, changing: UNKNOWN_PROGRAM, named }, root, flavour)
    if (below !== null) all.push(below)
  }
  for (const text of scripts?.texts ?? [])
    all.push(...(await changesOfScript(text, one, reading, root, flavour)))
  return {
    ...act,
    changes: {
      certainty: 'may',
      names: all.flatMap(({ names }) => names),
      folders: all.flatMap(
        ({ certainty, names, folders }) =>
          folders ??
          (certainty === 'writes' ? names.filter(({ pattern }) => !pattern).map(({ path }) => path) : []),
      ),
    },
  }
}

const UNKNOWN_PROGRAM = { certainty: 'may', reach: 'below' } as const
/** The changes of a script that cannot be followed: any file of the project. */
const ANY_FILE: NamedChanges = { certainty: 'may', names: [{ path: '.', pattern: false }], folders: ['.'] }

async function changesOfScript(
  text: string,
  { ways }: SimpleCommand,
  reading: ScriptReading,
  root: string,
  flavour: PathFlavour,
): Promise<NamedChanges[]> {
  reading.left -= text.length
  if (reading.left < 0 || reading.depth >= MOST_SCRIPTS_IN_SCRIPTS) return [ANY_FILE]
  const split = splitCommand(text, reading.parse)
  if (split.commands.length > MOST_COMMANDS || split.files.length > MOST_COMMANDS) return [ANY_FILE]
  reading.depth += 1
  const acts: ToolAct[] = []
  for (const way of ways) {
    const started = startingIn(way, split)
    for (const one of started.commands) {
      reading.signal.throwIfAborted()
      acts.push(await withScripts(await executeAct(one, root, flavour), one, reading, root, flavour))
    }
    for (const file of started.files) acts.push(...(await fileActs(file, root, flavour)))
  }
  reading.depth -= 1
  if (acts.some(writesUnseen)) return [ANY_FILE]
  return acts.flatMap(({ access, target, changes }) => {
    const written: NamedChanges = { certainty: 'may', names: [{ path: target, pattern: false }], folders: [] }
    return [...(changes === undefined ? [] : [changes]), ...(access === 'edit' ? [written] : [])]
  })
}

async function fileActs(file: RedirectedFile, root: string, flavour: PathFlavour): Promise<ToolAct[]> {
  const places = new Map<string, Located>()
  for (const way of file.ways) {
    const place = await locatePath(await folderAt(way, root, flavour), file.path, flavour)
    const located = await locatePath(root, place.absolute, flavour)
    places.set(located.absolute, located)
  }
  const doubt = file.unsure === null ? {} : { unsure: file.unsure, proposedRule: null }
  const scene = { root, flavour }
  return await Promise.all(
    [...places.values()].map(async (place) => {
      const act = await (file.writes ? editAct(place, scene) : readByRedirection(place, scene))
      // The folder may be a file pattern too: `cd .cl*; echo > x`.
      const met = file.writes ? patternGuard(place.shown, flavour.home) : null
      return { ...act, ...doubt, ...(met === null ? {} : { guards: [...(act.guards ?? []), met] }) }
    }),
  )
}

/** A rule that lets commands run says nothing about the files they are fed. */
async function readByRedirection(place: Located, scene: ActScene): Promise<ToolAct> {
  return { ...(await readAct('read', place, scene)), names: [{ path: place.shown, pattern: false }] }
}

/** Whether the command may start in a folder outside the project. */
async function leadsOutside(ways: readonly Way[], root: string, flavour: PathFlavour): Promise<boolean> {
  for (const way of ways) {
    const folder = await folderAt(way, root, flavour)
    if (placeOf(root, folder, flavour).outside) return true
  }
  return false
}
