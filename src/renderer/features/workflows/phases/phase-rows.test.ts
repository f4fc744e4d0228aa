import { expect, it } from 'vitest'
import { createWorkflowStory } from '../../../../../test/support/stories/workflow-story.ts'
import { agentsIn, phaseRowsOf } from './phase-rows.ts'

const brief = (story: ReturnType<typeof createWorkflowStory>) =>
  phaseRowsOf(story.view()).map(({ title, group, mark, done, total }) => [title ?? group, mark, done, total])

it('keeps declared phases in order and puts one that was not declared where it opened', () => {
  const story = createWorkflowStory(['Scope', 'Verify', 'Report'])
  story.phase('Scope')
  story.agent({ phase: 'Scope' }, 0, 5)
  story.phase('Merge', 'dedupe')
  story.agent({ phase: 'Merge', group: 'dedupe' }, 5, 7)
  story.phase('Verify')
  story.agent({ phase: 'Verify' }, 7)
  story.agent({ phase: 'Verify' })
  expect(brief(story)).toEqual([
    [null, 'pend', 2, 4],
    ['Scope', 'done', 1, 1],
    ['Merge', 'done', 1, 1],
    ['Verify', 'run', 0, 2],
    ['Report', 'pend', 0, 0],
  ])
})

it('shows agents outside of any phase in a row of their own', () => {
  const story = createWorkflowStory(['Scope'])
  const loose = story.agent({}, 0, 1)
  story.agent({ phase: 'Scope' }, 1)
  const rows = phaseRowsOf(story.view())
  expect(rows.map((row) => row.title)).toEqual([null, null, 'Scope'])
  expect(agentsIn(story.view(), rows[1]?.key ?? '').map((agent) => agent.agentId)).toEqual([loose])
})

it('marks a phase as stopped when the run ended in the middle of it', () => {
  const story = createWorkflowStory(['Scope'])
  story.agent({ phase: 'Scope' }, 0)
  story.end('stopped', 9)
  expect(brief(story)[1]).toEqual(['Scope', 'stop', 0, 1])
})

it('marks a phase as failed only when every agent of it died', () => {
  const story = createWorkflowStory([])
  story.agent({ phase: 'A' }, 0, 1, { state: 'dead' })
  story.agent({ phase: 'B' }, 0, 1, { state: 'dead' })
  story.agent({ phase: 'B' }, 0, 1)
  expect(
    brief(story)
      .slice(1)
      .map(([name, mark]) => [name, mark]),
  ).toEqual([
    ['A', 'fail'],
    ['B', 'done'],
  ])
})

it('keeps phases apart that two nested workflows call the same', () => {
  const story = createWorkflowStory([])
  for (const group of ['first', 'second']) {
    story.phase('Look', group)
    story.agent({ phase: 'Look', group }, 0, 1)
  }
  story.agent({ phase: 'Look', group: 'second' }, 1)
  const rows = phaseRowsOf(story.view()).slice(1)
  expect(rows.map(({ group, title, done, total }) => [group, title, done, total])).toEqual([
    ['first', 'Look', 1, 1],
    ['second', 'Look', 1, 2],
  ])
  expect(agentsIn(story.view(), rows[1]?.key ?? '').map(({ agentId }) => agentId)).toEqual([2, 3])
})
