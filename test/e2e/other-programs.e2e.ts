import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const at = '2025-03-01T10:00:00.000Z'

/** Writes lines to a file and takes it in by the menu of the project. What is text goes as it stands. */
async function take(name: string, lines: readonly unknown[]) {
  const file = join(story.project, name)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(file, text.join('\n'))
  // The system's own dialog cannot be reached from here; what it answers can.
  await story.desktop().app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, file)
  await person.importChat()
}
const told = (text: string) => person.page.getByText(text).first().waitFor()

function claude(type: string, uuid: string, parentUuid: string | null, content: unknown, more = {}) {
  return { type, uuid, parentUuid, timestamp: at, message: { role: type, content }, ...more }
}

describe('a chat of Claude Code', () => {
  it('comes with its pictures and without what the program put in, and says so', async () => {
    await take('claude.jsonl', [
      { type: 'summary', summary: 'Tides of the harbour', leafUuid: 'e' },
      claude('user', 'a', null, '<local-command-stdout>Set model</local-command-stdout>'),
      '{"type":"user","uuid":"broken',
      '[1, 2, "no line of a chat"]',
      claude('user', 'b', 'a', [
        { type: 'text', text: '<system-reminder>Mind the hidden list.</system-reminder>' },
        { type: 'text', text: 'When is the tide? <img src=x onerror=alert(1)>' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/elsewhere.png' } },
      ]),
      claude('assistant', 'c', 'b', [{ type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a.ts' } }]),
      claude('user', 'd', 'c', [{ type: 'tool_result', tool_use_id: 't1', content: 'Twice a day' }]),
      claude('assistant', 'e', 'd', [{ type: 'text', text: 'At noon.' }]),
    ])
    await person.reads('At noon.')
    await told('2 texts added by the other program were skipped.')
    await told('1 attachment was not in the file, or cannot be shown.')
    await told('2 lines were skipped: they are not part of the conversation.')
    await inStoryLooks(story.desktop(), 'other-programs.claude')
    const words = (await person.conversation.getByRole('article').allTextContents()).join('\n')
    expect(words).toContain('When is the tide? <img src=x onerror=alert(1)>')
    expect(words).not.toMatch(/hidden list|Set model/)
    await person.entries('You').first().getByRole('img').waitFor()
  })

  it('goes on with the model of this app', async () => {
    story.server().enqueue(textScript('The moon.'))
    await person.say('What makes it?')
    await person.reads('The moon.')
    await person.rests()
    const sent = JSON.stringify(story.server().requests.at(-1)?.body)
    expect(sent).toContain('When is the tide?')
    expect(sent).not.toContain('hidden list')
  })
})

describe('a long session of Claude Code, as the program writes one', () => {
  const answer = (uuid: string, parent: string, id: string, ...content: unknown[]) => ({
    parentUuid: parent,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/lin/tide',
    version: '2.1.0',
    sessionId: 's1',
    gitBranch: 'main',
    type: 'assistant',
    uuid,
    timestamp: at,
    requestId: `req_${id}`,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: null,
      usage: { input_tokens: 4, cache_read_input_tokens: 900, output_tokens: 60 },
    },
  })
  const result = (uuid: string, parent: string, id: string, content: unknown, isError = false) =>
    claude('user', uuid, parent, [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], {
      toolUseResult: { stdout: String(content), interrupted: false },
      isSidechain: false,
      sessionId: 's1',
      version: '2.1.0',
    })

  it('comes with calls made at once and what was thought, without what is no conversation', async () => {
    await take('session.jsonl', [
      { type: 'queue-operation', operation: 'enqueue', timestamp: at, sessionId: 's1', content: 'x' },
      { type: 'file-history-snapshot', messageId: 'u1', snapshot: { trackedFileBackups: {} } },
      claude('user', 'u1', null, 'Compare the tables of both harbours.', {
        promptId: 'p',
        permissionMode: 'default',
      }),
      answer('a1', 'u1', 'm1', { type: 'thinking', thinking: 'Two files, then.', signature: 'c2lnbmVk' }),
      answer('a2', 'a1', 'm1', {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'Read',
        input: { file_path: 'brest.txt' },
      }),
      answer('a3', 'a2', 'm1', {
        type: 'tool_use',
        id: 'toolu_2',
        name: 'Read',
        input: { file_path: 'dover.txt' },
      }),
      { type: 'progress', uuid: 'g1', parentUuid: 'a3', timestamp: at, data: { type: 'hook_progress' } },
      result('r1', 'a2', 'toolu_1', 'Brest: six metres'),
      result('r2', 'a3', 'toolu_2', 'Dover could not be read', true),
      claude('assistant', 'side', 'r2', [{ type: 'text', text: 'Words of another agent' }], {
        isSidechain: true,
      }),
      {
        type: 'system',
        subtype: 'turn_duration',
        uuid: 'y1',
        parentUuid: 'r2',
        timestamp: at,
        durationMs: 9,
      },
      { type: 'from-tomorrow', uuid: 'z1', parentUuid: 'y1', timestamp: at, anything: [{}] },
      answer(
        'a4',
        'z1',
        'm2',
        { type: 'redacted_thinking', data: 'abc' },
        { type: 'text', text: 'Brest is **deeper**.' },
      ),
      { type: 'ai-title', aiTitle: 'Not known to anybody yet', sessionId: 's1' },
      '{"parentUuid":"a4","type":"user","message":{"role":"user","content":"cut in the mid',
    ])
    await person.reads('Compare the tables of both harbours.')
    await person.reads('deeper')
    await person.entries('Tool Read').nth(1).waitFor()
    expect(await person.entries('Tool Read').count()).toBe(2)
    await person.entries('Tool Read').last().getByRole('img', { name: 'failed' }).waitFor()
    const words = (await person.conversation.getByRole('article').allTextContents()).join('\n')
    expect(words).not.toMatch(/another agent|cut in the mid/)
    expect(await person.page.getByText('Read, 2×').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'other-programs.session')
  })
})

describe('a chat of Codex', () => {
  const item = (payload: unknown) => ({ timestamp: at, type: 'response_item', payload })
  const said = (role: string, ...content: unknown[]) => item({ type: 'message', role, content })
  const typed = (text: string) => ({ type: 'input_text', text })

  it('comes with its pictures and without its environment', async () => {
    await take('codex.jsonl', [
      { timestamp: at, type: 'session_meta', payload: { id: 'x', cwd: '/', cli_version: '1' } },
      said('user', typed('<environment_context>\n<cwd>/somewhere</cwd>\n</environment_context>')),
      said('user', typed('What is this?'), {
        type: 'input_image',
        image_url: `data:image/png;base64,${PNG}`,
      }),
      '\u0000\u0001 no json',
      { timestamp: at, type: 'turn_context', payload: { cwd: '/', model: 'gpt-5-codex', effort: 'high' } },
      { timestamp: at, type: 'event_msg', payload: { type: 'token_count', info: null } },
      item({ type: 'ghost_snapshot', ghost_commit: { id: 'abc' } }),
      item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'dots' } }),
      item({
        type: 'reasoning',
        encrypted_content: 'gAAAAB',
        content: null,
        summary: [{ type: 'summary_text', text: '**Looking at the dot**' }],
      }),
      item({
        type: 'custom_tool_call',
        status: 'completed',
        call_id: 'c0',
        name: 'apply_patch',
        input: '*** Begin Patch',
      }),
      item({
        type: 'custom_tool_call_output',
        call_id: 'c0',
        output: '{"output":"Done.","metadata":{"exit_code":0}}',
      }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      said('assistant', { type: 'output_text', text: 'A dot.' }),
    ])
    await person.reads('A dot.')
    await told('1 text added by the other program was skipped.')
    await told('1 tool call had no result.')
    await told('3 lines were skipped: they are not part of the conversation.')
    await person.entries('Tool Apply patch').waitFor()
    await inStoryLooks(story.desktop(), 'other-programs.codex')
    const words = (await person.conversation.getByRole('article').allTextContents()).join('\n')
    expect(words).not.toContain('/somewhere')
    await person.entries('You').first().getByRole('img').waitFor()
  })

  it('is refused with a sentence when the file is no chat', async () => {
    await take('none.jsonl', ['{}', 'nothing', '{"type":"response_item","payload":{"type":"from_tomorrow"}}'])
    await person.page.getByRole('alert').getByText(/chat/).first().waitFor()
    await person.reads('A dot.')
  })
})
