import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const step = (title: string, status: string) => ({ title, status })

describe('keeping a list of steps', () => {
  it('needs no goal', async () => {
    const project = await openToolProject()
    const steps = [step('Look', 'completed'), step('Write', 'running')]
    expect((await project.run('plan', { goal: 'An almanac', steps })).text).toBe('1 of 2 steps left.')
    await project.run('plan', { steps })
    expect(project.plans).toEqual([
      { goal: 'An almanac', steps },
      { goal: null, steps },
    ])
    expect((await project.plan('plan', { steps })).preview).toEqual({ kind: 'args', text: 'Look\nWrite' })
  })

  it('lets one step run and says what became of the others', async () => {
    const project = await openToolProject()
    const steps = [step('Look', 'running'), step('Write', 'running'), step('Check', 'pending')]
    const { text, isError } = await project.run('plan', { steps })
    expect([text, isError]).toEqual([
      '3 of 3 steps left. Only one step runs at a time: "Write" stays pending until "Look" has ended.',
      false,
    ])
    expect(project.plans).toMatchObject([{ steps: [{ status: 'running' }, { status: 'pending' }, {}] }])
  })
})
