import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, it } from 'vitest'
import { lookForElectron } from './find-electron.mjs'
import { hardenedExecutable } from './hardened-runtime.mjs'

/** How the executable spells a fuse that is off: the letter 0. */
const OFF = 48

it.skipIf(process.platform === 'darwin')(
  'gives people an Electron that runs no foreign code, and leaves the one of the tests alone',
  async () => {
    const runtime = await lookForElectron()
    if (runtime === null) throw new Error('There is no Electron. Run npm run setup.')
    const hardened = await hardenedExecutable(runtime)
    const wires = await Promise.all([hardened, runtime.executable].map((file) => getCurrentFuseWire(file)))
    const closed = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
    ]
    const [ours, theirs] = wires.map((wire) => closed.map((fuse) => wire[fuse]))
    expect(ours).toEqual([OFF, OFF, OFF])
    expect(theirs).not.toEqual(ours)
  },
  60_000,
)
