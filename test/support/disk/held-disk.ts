import { createWalSync } from '../../../src/main/database/wal-sync.ts'
import { createGate, type Gate } from '../models/model-script.ts'

/** A real disk that a test can make wait, and that says when somebody asked for it meanwhile. */
export function createHeldDisk() {
  let gate: Gate | null = null
  let asked = createGate()
  return {
    logSync: (database: string) => {
      const real = createWalSync(database)
      const sync = async () => {
        if (gate !== null) asked.open()
        await gate?.passed
        await real.sync()
      }
      return { sync, close: real.close }
    },
    /** From here on nothing reaches the disk. */
    hold: (): void => {
      gate = createGate()
      asked = createGate()
    },
    /** Resolves when something is to be brought to the disk that is held. */
    asked: (): Promise<void> => asked.passed,
    release: (): void => {
      gate?.open()
      gate = null
    },
  }
}
