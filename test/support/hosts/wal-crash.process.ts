import { silentLogger } from '../../../src/main/lib/logger.ts'
import { openWalRig } from '../rigs/wal-rig.ts'

/**
 * Writes rows for as long as it is let, in a process of its own that may be killed at any moment. It says each that
 * outlives a crash, and when the thread begins to take in the log and has done so, which it does without a pause.
 */
const [file = '', worker = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const fail = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

let takesIn = false
const rig = openWalRig({
  file,
  worker: new URL(worker),
  logger: { ...silentLogger, warn: fail, error: (_message, error) => fail(error) },
  taken: () => {
    takesIn = false
    say('taken')
  },
})
let next = rig.count() + 1

const write = async (): Promise<never> => {
  for (;;) {
    const n = next
    next += 1
    await rig.keep(n)
    say(`row ${n}`)
    if (!takesIn) say('takes in')
    takesIn = true
    rig.takeIn()
  }
}
// Several at once share a commit, as agents do.
for (let writer = 0; writer < 4; writer += 1) write().catch(fail)
