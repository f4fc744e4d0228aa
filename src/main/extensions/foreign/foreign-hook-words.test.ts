import { describe, expect, it } from 'vitest'
import type { AgentId, CallId, SessionId } from '#shared/ids.ts'
import type { HookScene } from '../../hooks/hook.ts'
import { concernsForeign, foreignAnswer, foreignInput } from './foreign-hook-words.ts'

const scene: HookScene = {
  sessionId: 'session_1' as SessionId,
  runId: null,
  agentId: 'build' as AgentId,
  projectId: null,
  cwd: '/work/tide',
}
const call = {
  callId: 'call_1' as CallId,
  agentId: 'build' as AgentId,
  name: 'edit',
  args: { path: 'src/a.ts', old_text: 'a', new_text: 'b' },
}
const pre = (matcher: readonly string[] | null) => ({ event: 'PreToolUse', matcher }) as const
const printed = (exitCode: number, out = '', err = '') => ({ exitCode, out, err })

describe('a hook of Claude Code', () => {
  it.each([
    [null, true],
    [['Edit', 'Write'], true],
    [['edit'], true],
    [['Multi*'], true],
    [['Bash'], false],
  ])('with the pattern %j is for an edit: %j', (matcher, isFor) => {
    expect(concernsForeign(pre(matcher), call)).toBe(isFor)
  })

  it('reads a call in its own words', () => {
    expect(foreignInput(pre(null), call, scene)).toEqual({
      session_id: 'session_1',
      transcript_path: '',
      cwd: '/work/tide',
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: '/work/tide/src/a.ts', old_string: 'a', new_string: 'b' },
    })
  })

  it.each([
    [printed(2, '', 'Not here.'), { decision: 'deny', reason: 'Not here.' }],
    [printed(0, '{"decision":"block","reason":"No."}'), { decision: 'deny', reason: 'No.' }],
    [printed(0, '{"continue":false,"stopReason":"Enough."}'), { decision: 'deny', reason: 'Enough.' }],
    [
      printed(
        0,
        JSON.stringify({
          hookSpecificOutput: {
            permissionDecision: 'ask',
            permissionDecisionReason: 'Look.',
            updatedInput: { file_path: 'src/b.ts', old_string: 'x' },
          },
        }),
      ),
      { decision: 'ask', reason: 'Look.', args: { path: 'src/b.ts', old_text: 'x' } },
    ],
    [printed(0, 'All is well.'), {}],
    [printed(0, '{"suppressOutput":true}'), {}],
  ])('says %j about a call', (said, meant) => {
    expect(foreignAnswer('tool.before', said, call)).toEqual(meant)
  })

  it('gives printed text to the agent with a message, and keeps a run going', () => {
    expect(foreignAnswer('prompt.submit', printed(0, 'It is Monday.'), { text: 'hi' })).toEqual({
      inject: [{ content: 'It is Monday.' }],
    })
    const stopping = { runId: 'run_1' as never, status: 'completed' as const }
    expect(
      foreignAnswer('run.stop', printed(0, '{"decision":"block","reason":"Test first."}'), stopping),
    ).toEqual({ continueWith: 'Test first.' })
  })

  it('fails with any other exit code', () => {
    expect(() => foreignAnswer('tool.before', printed(1, '', 'oops'), call)).toThrow('oops')
  })
})
