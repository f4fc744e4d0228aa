import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources, runEditCases, runTextSlips } from '../../bench/harness/matcher.ts'

describe('edits of models that slip', () => {
  it('never change a file into something that was not meant, where the cases are written', () => {
    expect(runEditCases().examples('wrong')).toEqual([])
  })

  it('seldom change a file into something that was not meant, over every kind of slip', async () => {
    const tally = runTextSlips(await readSources(resolve('.')), 1)
    expect(tally.total()).toBeGreaterThan(300)
    expect(tally.percent('wrong')).toBeLessThanOrEqual(0.5)
  })
})
