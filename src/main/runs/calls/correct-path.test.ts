import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import { ended, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'
import { openToolProject, ripgrepWith } from '../../../../test/support/rigs/tool-project.ts'
import type { InterceptHook } from '../../hooks/hook.ts'
import { systemClock } from '../../lib/clock.ts'
import { judge } from '../../tools/permission/judge.ts'
import { findRipgrep } from '../../tools/search/find-ripgrep.ts'
import { createPathReader } from '../../tools/search/path-reader.ts'

const calls = (name: string, args: object): Reply =>
  async function* () {
    yield { t: 'tool_args', callId: 'one', name, text: JSON.stringify(args) }
    yield { t: 'end', stop: 'tool_calls', usage: { input: 1, output: 1 } }
  }

const FILES = {
  'src/components/Button.tsx': 'b',
  'src/settings.ts': 's',
  'secret/key.txt': 'closed',
  'secret/settings.ts': 'closed',
}
const CLOSED: PermissionRule[] = [{ tool: '*', pattern: 'secret/**', action: 'deny' }]

async function answerTo(name: string, args: object, hooks: InterceptHook[] = []) {
  const project = await openToolProject(FILES)
  const flavour = { path, home: project.parent }
  const facts = () =>
    findRipgrep({ platform: process.platform, environment: process.env, preferSystem: false })
  const rig = createRunRig({
    replies: [calls(name, args), says('Done.')],
    tools: project.toolbox.tools,
    root: project.root,
    paths: createPathReader({
      flavour,
      clock: systemClock,
      ripgrep: ripgrepWith(facts),
      timeLimitMs: 20_000,
    }),
    judge: (tool, acts) => {
      const { verdict, by } = judge({
        tool,
        mode: 'accept_edits',
        rules: [CLOSED],
        grants: [],
        acts,
        home: project.parent,
      })
      return {
        verdict,
        reason: verdict === 'deny' ? `closed: ${acts[0]?.target}` : '',
        ...(by ? { by } : {}),
      }
    },
    hooks,
  })
  const sessionId = await rig.open()
  rig.say(sessionId, 'Go')
  await ended(rig, sessionId)
  const answer = rig.messages(sessionId).find(({ role }) => role === 'tool')?.tool
  return { text: transcript(rig, sessionId)[2], answer, project }
}

describe('a call whose path leads nowhere', () => {
  it('uses the path that is meant, and says so', async () => {
    const { text, answer } = await answerTo('read', { path: '/src/Settings.ts' })
    expect(text).toContain('(/src/Settings.ts was read as src/settings.ts)')
    expect(answer?.path).toEqual({ given: '/src/Settings.ts', taken: 'src/settings.ts' })
  })

  it('is shown to hooks with the path that is used', async () => {
    const seen: unknown[] = []
    const hook: InterceptHook<'tool.before'> = {
      point: 'tool.before',
      key: 'test',
      owner: 'test',
      source: 'user',
      order: 0,
      timeoutMs: 1_000,
      onError: 'block',
      isFor: () => true,
      run: async (input) => {
        seen.push(input.args)
        return {}
      },
    }
    await answerTo('read', { path: '@src/settings.ts' }, [hook])
    expect(seen).toEqual([{ path: 'src/settings.ts' }])
  })

  it.each([
    '/secret/key.txt',
    'a/secret/key.txt',
    'Secret/KEY.txt',
    'secret\\key.txt',
    '"secret/key.txt"',
    'project/secret/key.txt',
  ])('is refused where the rules close what is meant: %s', async (given) => {
    for (const tool of ['read', 'edit', 'write']) {
      const more =
        tool === 'edit' ? { old_text: 'c', new_text: 'd' } : tool === 'write' ? { content: 'd' } : {}
      const { text, answer, project } = await answerTo(tool, { path: given, ...more })
      expect(text).not.toContain('closed\n')
      if (tool === 'read')
        expect([text, answer?.synthetic]).toEqual(['tool: closed: secret/key.txt', 'denied'])
      expect(await project.content('secret/key.txt')).toBe('closed')
    }
  })

  it.each([
    ['read', 'src/Button.tsx', 'src/Button.tsx does not exist. Did you mean src/components/Button.tsx?'],
    ['read', 'src/setings.ts', 'src/setings.ts does not exist. Did you mean src/settings.ts?'],
    ['list', 'src/component', 'src/component does not exist. Did you mean src/components?'],
    ['read', 'key.txt', 'key.txt does not exist.'],
    ['read', 'src/nothing-like-it', 'src/nothing-like-it does not exist.'],
  ])('is answered with its neighbours, but for closed ones: %s %s', async (tool, given, answer) => {
    expect((await answerTo(tool, { path: given })).text).toBe(`tool: ${answer}`)
  })

  it.each([
    ['src/setings.ts', 'src/setings.ts does not exist. Did you mean src/settings.ts?'],
    ['src/another.ts', 'src/another.ts does not exist. Use `write` to make it.'],
    ['nowhere/another.ts', 'nowhere/another.ts does not exist.'],
  ])('is told to write only where that is meant: %s', async (given, answer) => {
    const { text } = await answerTo('edit', { path: given, old_text: 'a', new_text: 'b' })
    expect(text).toBe(`tool: ${answer}`)
  })
})
