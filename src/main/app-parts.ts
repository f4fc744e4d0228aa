import { nextTurn } from './lib/next-turn.ts'

/** The app's code in the order in which it can be read one part after another. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#shared/ipc/contract.ts'),
  () => import('./app/storage/open-models.ts'),
  () => import('./app/tools/open-equipment.ts'),
  () => import('./app/work/open-work.ts'),
  () => import('./app/work/open-workflows.ts'),
]

/** Reads the app's code so that the first page is answered in between: in one go it takes a tenth of a second. */
export async function readAppInParts(): Promise<void> {
  for (const part of PARTS) {
    await part()
    await nextTurn()
  }
}
