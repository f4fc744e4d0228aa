import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { stillRead } from '../branch/still-read.ts'

/**
 * The skills an agent can load, as listed lines. `names` also holds those that did not fit; a skill known to
 * the model and missing there is gone.
 */
export type SkillsNow = { readonly index: string; readonly names: readonly string[] }

/** The skills in a model's instructions, and the position of those instructions in the log. */
export type ToldSkills = { readonly snapshot: Pick<InstructionSnapshot, 'sections'>; readonly seq: number }

/** Skills added and removed since the model was last informed. */
export type SkillChanges = { readonly came: readonly string[]; readonly gone: readonly string[] }

/**
 * Returns the skill changes unknown to the model. Later items on its branch extend its instructions, unless
 * those were refreshed afterwards.
 */
export function untoldSkills(path: readonly DurableEvent[], told: ToldSkills, now: SkillsNow): SkillChanges {
  const known = linesIn(skillsBlock(told.snapshot))
  for (const event of stillRead(path)) {
    if (event.kind !== 'harness.item' || event.seq <= told.seq) continue
    const data = itemData('skill-delta', event.payload)
    if (data === null) continue
    for (const [name, line] of linesIn(data.came.join('\n'))) known.set(name, line)
    for (const name of data.gone) known.delete(name)
  }
  const names = new Set(now.names)
  return {
    came: [...linesIn(now.index)].flatMap(([name, line]) => (known.get(name) === line ? [] : [line])),
    gone: [...known.keys()].filter((name) => !names.has(name)),
  }
}

/** The item that tells a model of changed skills. */
export function skillsItem({ came, gone }: SkillChanges): HarnessItem {
  const lines = [
    ...(came.length === 0 ? [] : ['These can be loaded now, or are described anew:', ...came]),
    ...(gone.length === 0 ? [] : [`These are gone and cannot be loaded: ${gone.join(', ')}`]),
  ]
  return {
    kind: 'skill-delta',
    origin: 'system',
    content: lines.join('\n'),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { came: [...came], gone: [...gone], said: saidOf({ came, gone }) },
  }
}

/** Returns the sentences for the person: only the names. */
function saidOf({ came, gone }: SkillChanges): Sentence[] {
  const names = [...linesIn(came.join('\n')).keys()]
  return [
    ...(names.length === 0 ? [] : [say('told.skillsCame', { names: names.join(', ') })]),
    ...(gone.length === 0 ? [] : [say('told.skillsGone', { names: gone.join(', ') })]),
  ]
}

function skillsBlock({ sections }: ToldSkills['snapshot']): string {
  return sections.flatMap(({ kind, renderedBlock }) => (kind === 'skills' ? [renderedBlock] : [])).join('\n')
}

/** The line of each skill, by its name. What says how many more there are is no skill. */
function linesIn(block: string): Map<string, string> {
  const named = block.split('\n').flatMap((line): (readonly [string, string])[] => {
    const name = line.match(/^- ([a-z0-9][\w.-]*(?::[\w.-]+)?): /i)?.[1]
    return name === undefined ? [] : [[name, line]]
  })
  return new Map(named)
}
