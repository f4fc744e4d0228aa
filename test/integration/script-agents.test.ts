import { describe, expect, it } from 'vitest'
import { CALLER, type DefinitionApp, tellDefinitions } from '../support/hosts/definition-host.ts'
import { textScript } from '../support/models/model-script.ts'

const host = tellDefinitions()

describe('an agent of a script', () => {
  const launch = async (app: DefinitionApp, body: string) => {
    const { id } = await app.handlers['workflow.launch'](
      {
        projectId: app.project.id,
        launcherSessionId: null,
        source: {
          from: 'script',
          script: `export const meta = { name: 'try-it', description: 'x' }\n${body}`,
        },
        args: null,
        concurrency: 3,
        budget: null,
      },
      CALLER,
    )
    const get = async () => app.handlers['workflow.get']({ workflowRunId: id }, CALLER)
    await app.until(async () => (await get()).state !== 'running')
    const run = await get()
    const { folds } = await app.handlers['session.attach']({ sessionId: run.sessionId, tail: 1 }, CALLER)
    return { run, value: folds.workflow?.value }
  }

  it('is who its agentType names, with the tools of that one', async () => {
    host.server().enqueue(textScript('There.'), textScript('Done.'))
    const { value } = await launch(
      await host.start(),
      `const found = await agent('Find it.', { agentType: 'explore' })
return [found, await agent('Do it.')]`,
    )
    expect(value).toEqual(['There.', 'Done.'])
    expect(host.systemOf(0)).toContain('You search a project')
    expect(host.toolsOf(0)).toEqual(['read', 'list', 'glob', 'grep', 'bash'])
    expect(host.systemOf(1)).toContain('You work on one task')
    expect(host.toolsOf(1)).toEqual([
      'read',
      'write',
      'edit',
      'list',
      'glob',
      'grep',
      'bash',
      'plan',
      'skill',
      'search_tools',
      'call_tool',
    ])
  })

  it.each([
    [
      "agent('Go.', { agentType: 'explorer' })",
      'There is no agent named explorer here. The agents are: build, coordinator, explore, general, plan, review.',
    ],
    ["agent('Go.', { agentType: 'title' })", 'works for no script'],
    ["agent('Go.', { tools: ['fly'] })", 'There is no tool named fly.'],
    ["agent('Go.', { model: 'nobody/none' })", 'The script asks for the model nobody/none'],
    [
      "agent('Go.', { agentType: 'explore', tools: ['write'] })",
      'The agent explore may not use write. Its tools are: read, list, glob, grep, bash.',
    ],
  ])('that cannot be had ends the call %s with a sentence', async (call, words) => {
    const { run, value } = await launch(
      await host.start(),
      `try { await ${call} } catch (error) { return { code: error.code, words: error.message } }`,
    )
    expect(run.state).toBe('done')
    expect(value).toEqual({ code: 'script.invalid', words: expect.stringContaining(words) })
    expect(host.server().requests.filter(({ path }) => path.endsWith('completions'))).toEqual([])
  })
})
