import { editAct, readAct } from '../files/file-acts.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { proposeRule } from '../permission/propose-rule.ts'
import { isGitLook } from '../permission/read-only-command.ts'
import {
  type RedirectedFile,
  type SimpleCommand,
  splitCommand,
  type Way,
} from '../permission/split-command.ts'
import { splitWindowsCommand } from '../permission/split-windows-command.ts'
import type { ToolAct } from '../tool.ts'
import { commandNames, folderAt } from './command-names.ts'
import { gitStarts } from './git-starts.ts'

/** What a command line would do: one act for each program it starts and each file it redirects to. */
export async function commandActs(command: string, root: string, flavour: PathFlavour): Promise<ToolAct[]> {
  const split = flavour.path.sep === '\\' ? splitWindowsCommand(command) : splitCommand(command)
  const acts: ToolAct[] = []
  for (const one of split.commands) acts.push(await executeAct(one, root, flavour))
  for (const file of split.files) acts.push(...(await fileActs(file, root, flavour)))
  const wanders = await leadsOutside([], split.ways, root, flavour)
  if (acts.length > 0 && !wanders) return acts
  if (acts.length > 0 && acts.some((act) => act.outside)) return acts
  return [...acts, { access: 'execute', target: command.trim(), outside: wanders, proposedRule: null }]
}

async function executeAct(one: SimpleCommand, root: string, flavour: PathFlavour): Promise<ToolAct> {
  const outside = await leadsOutside(one.words.flatMap(pathsIn), one.ways, root, flavour)
  const mayStart = isGitLook(one.text) ? await startsOf(one, root, flavour) : null
  return {
    access: 'execute',
    target: one.text,
    outside,
    proposedRule: proposeRule(one, outside),
    alsoMatches: one.alsoMatches,
    names: await commandNames(one, root, flavour),
    ...(one.unsure === null ? {} : { unsure: one.unsure }),
    ...(mayStart === null ? {} : { mayStart }),
  }
}

async function startsOf(one: SimpleCommand, root: string, flavour: PathFlavour): Promise<string | null> {
  for (const way of one.ways) {
    const starts = await gitStarts(one.text, await folderAt(way, root, flavour), flavour)
    if (starts !== null) return starts
  }
  return null
}

async function fileActs(file: RedirectedFile, root: string, flavour: PathFlavour): Promise<ToolAct[]> {
  const places = new Map<string, Located>()
  for (const way of file.ways) {
    const place = await locatePath(await folderAt(way, root, flavour), file.path, flavour)
    const located = await locatePath(root, place.absolute, flavour)
    places.set(located.absolute, located)
  }
  const doubt = file.unsure === null ? {} : { unsure: file.unsure, proposedRule: null }
  return [...places.values()].map((place) => ({
    ...(file.writes ? editAct(place) : readByRedirection(place)),
    ...doubt,
  }))
}

/** A rule that lets commands run says nothing about the files they are fed. */
function readByRedirection(place: Located): ToolAct {
  return { ...readAct('read', place), names: [{ path: place.shown, pattern: false }] }
}

/** True when the command may start in a folder outside the project, or names a place there. */
async function leadsOutside(
  paths: readonly string[],
  ways: readonly Way[],
  root: string,
  flavour: PathFlavour,
): Promise<boolean> {
  for (const way of ways) {
    const folder = await folderAt(way, root, flavour)
    for (const path of ['.', ...paths]) {
      const { absolute } = await locatePath(folder, path, flavour)
      if ((await locatePath(root, absolute, flavour)).outside) return true
    }
  }
  return false
}

/** The parts of a word that may name a place elsewhere: absolute, from home, or upwards; also after `=`. */
function pathsIn(word: string, index: number): string[] {
  if (index === 0) return []
  const after = (mark: string) => word.slice(word.indexOf(mark) + 1)
  const candidates = [word, after('='), after('@'), word.replace(/^-[A-Za-z]/, '')]
  // `//etc` is `/etc`, and a share on Windows; `// words` is a comment somebody looks for.
  const isPath = (text: string) => /^(~|[\\/](?![\\/]+\s)|[A-Za-z]:[\\/])|(^|[\\/])\.\.([\\/]|$)/.test(text)
  return [...new Set(candidates)].filter((text) => isPath(text) && !text.includes('\0') && text.length < 4096)
}
