import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { stillRead } from '../branch/still-read.ts'
import { type RulesFile, splitRules, wordsOfFile, wordsOfRules } from '../instructions/rules-block.ts'

/** The kind of item that tells rules which are not in the instructions. */
export const PROJECT_RULES = 'project-rules'

/** The reason for appending rules after the conversation. */
type Why = 'nested' | 'paths' | 'changed' | 'added' | 'gone'

/** The instructions that count for a model, and their place in the log. */
type Told = { readonly snapshot: Pick<InstructionSnapshot, 'sections'>; readonly seq: number }

/** Versions of rules by their file: those of the instructions and, on top, those the branch tells. Null: told as gone. */
export function knownRules(path: readonly DurableEvent[], { snapshot, seq }: Told) {
  const told = new Map<string, string | null>(inInstructions(snapshot))
  for (const event of stillRead(path)) {
    const data = event.kind === 'harness.item' ? itemData(PROJECT_RULES, event.payload) : null
    if (data === null || (event.seq < seq && told.has(data.path))) continue
    told.set(data.path, data.version)
  }
  return told
}

/**
 * Creates the items for rules files above the working folder that differ from the version known to the model.
 */
export function changedRules(
  path: readonly DurableEvent[],
  told: Told,
  now: readonly RulesFile[],
): readonly HarnessItem[] {
  const known = knownRules(path, told)
  const there = new Map(now.map((file) => [file.path, file]))
  const gone = inInstructions(told.snapshot).filter(([each]) => !there.has(each) && known.get(each) !== null)
  return [
    ...now.flatMap((file) => {
      const before = known.get(file.path)
      if (before === versionOf(wordsOfFile(file))) return []
      return [rulesItem(file, before === undefined || before === null ? 'added' : 'changed')]
    }),
    ...gone.map(([each]) => goneItem(each)),
  ]
}

/** Makes the items for rules of subfolders, and of certain paths, that the branch does not tell yet. */
export function unreportedNestedRules(
  path: readonly DurableEvent[],
  told: Told,
  files: readonly RulesFile[],
): readonly HarnessItem[] {
  if (files.length === 0) return []
  const known = knownRules(path, told)
  return files.flatMap((file) =>
    known.get(file.path) === versionOf(wordsOfFile(file))
      ? []
      : [rulesItem(file, file.forPaths === true ? 'paths' : 'nested')],
  )
}

/** Returns the introduction before appended rules. */
export function rulesLead(file: string, why: string): string {
  if (why === 'gone') return `The rules file ${file} is gone. Its rules no longer hold.`
  if (why === 'changed')
    return `The rules in ${file} changed. This text replaces the one you were told before:`
  if (why === 'added') return `New rules of this project hold from here on, from ${file}:`
  if (why === 'paths') return `For some files of this project, these rules hold as well, from ${file}:`
  return `For files in the folder of ${file} and below, these rules of the project hold as well:`
}

function inInstructions({ sections }: Told['snapshot']): (readonly [string, string])[] {
  return sections
    .filter(({ kind }) => kind === 'rules')
    .flatMap(({ renderedBlock, sources = [] }) => {
      const blocks = splitRules(renderedBlock)
      return sources.flatMap(({ path }, index): (readonly [string, string])[] => {
        const block = blocks[index]
        return path === undefined || block === undefined ? [] : [[path, versionOf(wordsOfRules(block))]]
      })
    })
}

function rulesItem(file: RulesFile, why: Exclude<Why, 'gone'>): HarnessItem {
  const words = wordsOfFile(file)
  return item(file.path, why, words, versionOf(words))
}

const goneItem = (path: string): HarnessItem => item(path, 'gone', '', null)

const SAID: Readonly<Record<Why, (path: string) => Sentence>> = {
  nested: (path) => say('told.rulesNested', { path }),
  paths: (path) => say('told.rulesNested', { path }),
  changed: (path) => say('told.rulesChanged', { path }),
  added: (path) => say('told.rulesNested', { path }),
  gone: (path) => say('told.rulesGone', { path }),
}

function item(path: string, why: Why, content: string, version: string | null): HarnessItem {
  return {
    kind: PROJECT_RULES,
    origin: 'system',
    content,
    attrs: { path, why },
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { path, version, said: [SAID[why](path)] },
  }
}

/** FNV-1a with the length: enough to tell two versions of one file apart. */
function versionOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}
