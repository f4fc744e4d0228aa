import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { stillRead } from '../branch/still-read.ts'

/** The kind of item that tells a changed Git branch. */
const BRANCH = 'branch-change'

/** The instructions of a model, and their position in the log. */
type Told = { readonly snapshot: Pick<InstructionSnapshot, 'sections'>; readonly seq: number }

/** Returns the Git branch known to a model; null for a detached head, and undefined without a repository. */
export function knownBranch(
  path: readonly DurableEvent[],
  { snapshot, seq }: Told,
): string | null | undefined {
  for (const event of stillRead(path).toReversed()) {
    if (event.kind !== 'harness.item' || event.seq < seq) continue
    const data = itemData(BRANCH, event.payload)
    if (data !== null) return data.branch
  }
  const words = snapshot.sections.find(({ kind }) => kind === 'environment')?.renderedBlock ?? ''
  if (/^Git: no branch checked out/m.test(words)) return null
  return words.match(/^Git: branch ([^\s,]+)/m)?.[1]
}

/** Makes the item that tells a model of another Git branch. */
export function branchItem(before: string | null, branch: string | null): HarnessItem {
  const name = (value: string | null) => (value === null ? 'none' : `\`${value}\``)
  return {
    kind: BRANCH,
    origin: 'system',
    content: `The Git branch is now ${name(branch)}; before it was ${name(before)}. Files may differ from what you have read.`,
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
    data: { branch },
  }
}
