import { expect, it } from 'vitest'
import { textOf } from '#shared/session/message-words.ts'
import { createClaudeReader } from './foreign/claude-code.ts'
import { createCodexReader } from './foreign/codex.ts'

const claude = (type: string, uuid: string, parentUuid: string | null, content: unknown) => ({
  type,
  uuid,
  parentUuid,
  message: { role: type, content, ...(type === 'assistant' ? { model: 'claude', id: `msg_${uuid}` } : {}) },
})
const use = [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }]
const result = [{ type: 'tool_result', tool_use_id: 't1', content: 'found' }]
const queued = (prompt: unknown, more: object = {}) => ({
  type: 'attachment',
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more },
})
const queue = (operation: string, content?: string, reason?: string) => ({
  type: 'queue-operation',
  operation,
  sessionId: 's',
  ...(content === undefined ? {} : { content }),
  ...(reason === undefined ? {} : { reason }),
})

async function readClaude(lines: readonly unknown[]) {
  const reader = createClaudeReader(1_000, async () => null)
  for (const line of lines) await reader.take(line)
  const { entries, title, skipped } = reader.end()
  return { title, skipped, told: entries.map(({ message }) => `${message.role}: ${textOf(message)}`) }
}

const START = [
  claude('user', 'u1', null, 'Read it'),
  claude('assistant', 'a1', 'u1', use),
  claude('user', 'r1', 'a1', result),
]
const TOLD = ['user: Read it', 'assistant: ', 'tool: found', 'user: And the other one', 'assistant: Both.']

it('tells words of Claude Code that joined a running turn, in the chain', async () => {
  const { told } = await readClaude([
    ...START,
    queue('enqueue', 'And the other one'),
    queue('remove', 'And the other one', 'absorbed_mid_turn'),
    { ...queued('And the other one'), uuid: 'q1', parentUuid: 'r1' },
    claude('assistant', 'a2', 'q1', 'Both.'),
  ])
  expect(told).toEqual(TOLD)
})

it('tells them also where they stand outside the chain, and once', async () => {
  const { told, skipped } = await readClaude([
    ...START,
    queue('remove', 'And the other one', 'absorbed_mid_turn'),
    queued([{ type: 'text', text: 'And the other one' }]),
    claude('assistant', 'a2', 'r1', 'Both.'),
  ])
  expect([told, skipped]).toEqual([TOLD, 1])
})

it('tells them also where only the queue knows them, each as often as it was said', async () => {
  const { told } = await readClaude([
    ...START,
    queue('remove', 'Go on', 'absorbed_mid_turn'),
    queue('remove', 'Go on', 'absorbed_mid_turn'),
    claude('assistant', 'a2', 'r1', 'Both.'),
  ])
  expect(told.slice(3)).toEqual(['user: Go on', 'user: Go on', 'assistant: Both.'])
})

it('leaves what was taken back, what only waited, and what no person said', async () => {
  const { told } = await readClaude([
    ...START,
    queue('enqueue', 'Still waiting'),
    queue('remove', 'Taken back'),
    queue('popAll', 'Back in the box'),
    queued('<task-notification>done</task-notification>', { commandMode: 'task-notification' }),
    queued('From a peer', { origin: { kind: 'peer' } }),
    claude('assistant', 'a2', 'r1', 'Both.'),
  ])
  expect(told).toEqual(TOLD.filter((line) => !line.includes('other')))
})

it('calls a chat as the person did, or else by the newest name of the program, or by its summary', async () => {
  const ai = (aiTitle: string) => ({ type: 'ai-title', aiTitle })
  const summary = { type: 'summary', summary: 'Sum' }
  expect((await readClaude([summary, ...START])).title).toBe('Sum')
  expect((await readClaude([summary, ...START, ai('One'), ai('Two')])).title).toBe('Two')
  const named = await readClaude([
    ...START,
    ai('One'),
    { type: 'custom-title', customTitle: 'Mine' },
    ai('Two'),
  ])
  expect(named.title).toBe('Mine')
})

it('shows a command of the shell mode as it was typed', async () => {
  const { told } = await readClaude([
    claude('user', 'u1', null, '<bash-input>ls boats</bash-input>'),
    claude('user', 'u2', 'u1', '<bash-stdout>moewe.txt</bash-stdout><bash-stderr></bash-stderr>'),
    claude('user', 'u3', 'u2', 'Thank you'),
  ])
  expect(told).toEqual(['user: !ls boats', 'user: Thank you'])
})

const event = (payload: unknown) => ({ type: 'event_msg', payload })
const output = (call_id: string, text: unknown) => ({
  type: 'response_item',
  payload: { type: 'function_call_output', call_id, output: text },
})

async function readCodex(lines: readonly unknown[]) {
  const reader = createCodexReader(1_000, async () => null)
  for (const line of lines) await reader.take(line)
  return reader.end()
}

it('calls a chat of Codex by the newest name of its thread', async () => {
  const name = (thread_name?: string | null) =>
    event({ type: 'thread_name_updated', thread_id: 't', thread_name })
  expect((await readCodex([name('One'), name(' Two ')])).title).toBe('Two')
  expect((await readCodex([name('One'), name(null)])).title).toBeNull()
  expect((await readCodex([])).title).toBeNull()
})

it.each([
  ['Exit code: 1\nWall time: 0.1 seconds\nOutput:\nnope', true],
  ['Exit code: 0\nWall time: 0.1 seconds\nOutput:\nExit code: 1', false],
  [
    'Chunk ID: a1\nWall time: 0.2 seconds\nProcess exited with code 127\nOriginal token count: 5\nOutput:\n',
    true,
  ],
  ['Chunk ID: a1\nWall time: 5.0 seconds\nProcess running with session ID 7\nOutput:\n', false],
  ['The log says:\nExit code: 1', false],
  ['{"exit_code":2,"output":"boom"}', true],
  ['{"exit_code":2}', false],
  [[{ type: 'input_text', text: 'Script failed\nExit code: 3\nOutput:\n' }], true],
])('reads from the output %j of Codex whether a command failed', async (text, isError) => {
  const { entries } = await readCodex([output('c1', text)])
  expect(entries[0]?.message.tool?.isError).toBe(isError)
})

it('takes from events of Codex how a command and a patch ended', async () => {
  const { entries } = await readCodex([
    ...['c1', 'c2', 'c3'].map((id) => output(id, 'words')),
    event({ type: 'exec_command_end', call_id: 'c1', exit_code: 2, stdout: '' }),
    event({ type: 'exec_command_end', call_id: 'c2', exit_code: 0, stdout: '' }),
    event({ type: 'patch_apply_end', call_id: 'c3', success: false }),
  ])
  expect(entries.map(({ message }) => message.tool?.isError)).toEqual([true, false, true])
})
