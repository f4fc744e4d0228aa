import { nextTurn } from './compose/next-turn.ts'

/** The app's code in the order in which it can be read one part after another. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#shared/ipc/contract.ts'),
  () => import('./compose/open-models.ts'),
  () => import('./compose/open-equipment.ts'),
  () => import('./compose/open-work.ts'),
  () => import('./compose/open-workflows.ts'),
]

/** Reads the app's code so that the first page is answered in between: in one go it takes a tenth of a second. */
export async function readAppInParts(): Promise<void> {
  for (const part of PARTS) {
    await part()
    await nextTurn()
  }
}
