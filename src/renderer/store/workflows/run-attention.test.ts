import { expect, it } from 'vitest'
import { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { mostUrgent, type RunAttention, seenIn, withAttention } from './run-attention.ts'

const here = ProjectId.parse('prj_00000001')
const there = ProjectId.parse('prj_00000002')
const away = { at: null, since: 100, seen: {} }

const run = (name: string, more: Partial<WorkflowRunListing>) =>
  ({
    id: WorkflowRunId.parse(`wfr_0000${name}`),
    projectId: here,
    name,
    state: 'running',
    agentsWaiting: 0,
    endedAt: null,
    ...more,
  }) as WorkflowRunListing

const kinds = (attention: RunAttention) => attention.map(({ name, kind }) => `${name} ${kind}`)

it.each([
  ['waits for the person', { agentsWaiting: 2 }, 'aaaa waits'],
  ['failed', { state: 'failed', endedAt: 200 }, 'aaaa failed'],
  ['was cut off', { state: 'interrupted', endedAt: 200 }, 'aaaa failed'],
  ['is done', { state: 'done', endedAt: 200 }, 'aaaa done'],
  ['runs', {}, undefined],
  ['passed its budget warning', { warnedAt: 200 }, 'aaaa near'],
  ['had passed its warn line before', { warnedAt: 100 }, undefined],
  ['was stopped by the person', { state: 'stopped', endedAt: 200 }, undefined],
  ['ended before the person last looked', { state: 'done', endedAt: 100 }, undefined],
] as const)('a run that %s asks for the look it needs', (_says, more, kind) => {
  expect(kinds(withAttention([], run('aaaa', more), away))[0]).toBe(kind)
})

it('asks for nothing when a run ends before the eyes of the person, but still when it waits', () => {
  const looking = { at: here, since: 0, seen: {} }
  const ended = withAttention([], run('aaaa', { state: 'failed', endedAt: 200 }), looking)
  const waits = withAttention([], run('bbbb', { agentsWaiting: 1 }), looking)
  expect([kinds(ended), kinds(waits)]).toEqual([[], ['bbbb waits']])
})

it('stops asking once an agent is answered and once the project is looked at', () => {
  const all = [
    run('aaaa', { agentsWaiting: 1 }),
    run('bbbb', { state: 'done', endedAt: 200 }),
    run('cccc', { state: 'failed', endedAt: 200, projectId: there }),
  ].reduce((before, each) => withAttention(before, each, away), [] as RunAttention)
  const answered = withAttention(all, run('aaaa', {}), away)
  expect([kinds(seenIn(all, here)), kinds(answered)]).toEqual([
    ['aaaa waits', 'cccc failed'],
    ['bbbb done', 'cccc failed'],
  ])
})

it('shows what waits before what failed before what is done', () => {
  const done = withAttention([], run('aaaa', { state: 'done', endedAt: 200 }), away)
  const failed = withAttention(done, run('bbbb', { state: 'failed', endedAt: 200 }), away)
  const waits = withAttention(failed, run('cccc', { agentsWaiting: 1 }), away)
  expect([done, failed, waits].map((each) => mostUrgent(each)?.name)).toEqual(['aaaa', 'bbbb', 'cccc'])
})
