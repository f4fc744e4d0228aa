import { describe, expect, it } from 'vitest'
import { readProcessesOn } from './read-processes.ts'

describe('a look at this machine', () => {
  it.runIf(process.platform !== 'win32')('finds the process that looks', async () => {
    const seen = await readProcessesOn(process.platform, '')(new AbortController().signal)
    const self = seen.find(({ pid }) => pid === process.pid)
    expect(self).toMatchObject({ parent: process.ppid })
    expect([(self?.memory ?? 0) > 1_000_000, (self?.ageMs ?? 0) > 0]).toEqual([true, true])
  })
})
