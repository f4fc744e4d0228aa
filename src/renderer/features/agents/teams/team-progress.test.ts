import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { TeamView } from '#shared/team/team.ts'
import { progressOf } from './team-progress.ts'

const member = (name: string, state = 'active') => ({ name, state, sessionId: `ses_${name}` as SessionId })
const run = (name: string, state: AgentRun['state']) => ({ sessionId: `ses_${name}`, state })

it('counts who works or asks, and what is done of the board', () => {
  const view = {
    members: [member('mira'), member('tomas'), member('ines'), member('old', 'left')],
    cards: [{ status: 'completed' }, { status: 'in_progress' }, { status: 'pending' }],
  } as unknown as TeamView
  const runs = [run('mira', 'running'), run('tomas', 'waiting'), run('ines', 'done'), run('old', 'running')]
  expect(progressOf(view, runs as unknown as AgentRun[])).toEqual({ busy: 2, done: 1, all: 3 })
})
