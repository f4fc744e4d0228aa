import { describe, expect, it } from 'vitest'
import { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import { withMemory } from './edit-memory.ts'
import { recallInForce } from './recall-in-force.ts'
import { parseConfig } from './toml/config-text.ts'

const read = (text: string) => parseConfig(UserConfig, text, 'config.toml')

describe('what is settled about memories that come to mind', () => {
  it('is what the app does unless a file says otherwise', () => {
    expect(recallInForce(undefined, undefined)).toEqual({
      values: { recall: true, minScore: 0.7, maxBudgetFraction: 0.2 },
      from: { recall: 'builtin', minScore: 'builtin', maxBudgetFraction: 'builtin' },
    })
  })

  it('is the project’s word before the person’s, value by value, and says whose it is', () => {
    expect(
      recallInForce({ minScore: 0.4, maxBudgetFraction: 0.1 }, { minScore: 0.7, recall: false }),
    ).toEqual({
      values: { recall: false, minScore: 0.7, maxBudgetFraction: 0.1 },
      from: { recall: 'project', minScore: 'project', maxBudgetFraction: 'user' },
    })
  })

  it('stays off in every folder when the person has switched it off', () => {
    const { values, from } = recallInForce({ recall: false }, { recall: true })
    expect([values.recall, from.recall]).toEqual([false, 'user'])
  })

  it('is written beside what the person wrote, and comments stay', () => {
    const text = '# mine\n[memory]\nminScore = 0.4 # picky\n\n[ui]\ntheme = "dark"\n'
    const changed = withMemory({ recall: false, minScore: 0.6 })(text, read(text))
    expect(changed).toContain('minScore = 0.6 # picky')
    expect(read(changed)).toEqual({ memory: { recall: false, minScore: 0.6 }, ui: { theme: 'dark' } })
  })

  it('lets the person alone decide what costs money', () => {
    const text = '[memory]\npropose = true'
    expect(read(text)).toEqual({ memory: { propose: true } })
    expect(() => parseConfig(ProjectConfig, text, 'config.toml')).toThrow('memory.propose')
  })

  it.each([
    ['[memory]\nrecal = true', 'Unsupported config key: memory.recal'],
    ['[memory]\nminScore = 2', 'memory.minScore'],
    ['[memory]\nmaxBudgetFraction = 0.9', 'memory.maxBudgetFraction'],
    ['[context.window]\nstrategy = "sliding"', 'context.window.maxTurns'],
  ])('is refused in either file when it says %j', (text, sentence) => {
    for (const schema of [UserConfig, ProjectConfig]) {
      expect(() => parseConfig(schema, text, 'config.toml')).toThrow(sentence)
    }
  })
})
